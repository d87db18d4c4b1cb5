/// An element of a live form with a state: a field, the record rules of the model or of a nested
/// value, or a repeated value with all of its items.
struct SessionSlot: Sendable {
  enum Kind: Sendable {
    /// A field of a plan, by their positions.
    case field(plan: Int, field: Int)
    /// The record rules of a plan.
    case record(plan: Int)
    /// A repeated value, by its position.
    case repeated(Int)
  }

  let kind: Kind
  /// The name in the model, or nil for the model as a whole.
  let name: String?
  /// The field's name in its plan, which its errors have before they are moved to the model.
  var own: String?
  /// The positions of the rules whose errors are shown at the slot.
  var rules: [Int] = []
  /// The focus on these rules and all that they depend on.
  var focus: JudgeFocus?
  /// The fields that determine the result of each rule.
  var decisive: [Int: [Int]] = [:]
  /// The slots whose rules or checks depend on this one.
  var dependents: [Int] = []
  /// Whether a rule requests a service.
  var requestsAnswers = false
  /// Whether checks written in Swift are shown at it; these may read anything.
  var hasChecks = false
  /// Whether the rules of the slot read something that is computed from the whole model.
  var readsModel = false
  /// Whether it is the condition of a rule rather than a field.
  var isCondition = false
}

/// The slots of a live form and their lookup tables, shared by all of its values.
final class SessionLayout<Root>: Sendable {
  let slots: [SessionSlot]
  let names: [String: Int]
  let paths: [FieldPath: Int]
  /// The slots of each plan: its fields in order, followed by its record.
  let ofPlan: [Range<Int>]

  init(_ units: ModelUnits<Root>) {
    let builder = SessionLayoutBuilder(units)
    (slots, names, paths, ofPlan) = (
      builder.slots, builder.names, builder.paths, builder.ofPlan
    )
  }

  /// The slot of errors at a location: `items[2].quantity` belongs to `items`.
  func slot(at name: String?) -> Int {
    guard let name else { return ofPlan[0].upperBound - 1 }
    if let slot = names[name] { return slot }
    var start = name
    while let end = start.lastIndex(where: { $0 == "[" || $0 == "." }) {
      start = String(start[..<end])
      if let slot = names[start] ?? slots.firstIndex(where: { $0.name == start }) { return slot }
    }
    return ofPlan[0].upperBound - 1
  }
}

/// Builds a layout.
private struct SessionLayoutBuilder<Root> {
  var slots: [SessionSlot] = []
  var names: [String: Int] = [:]
  var paths: [FieldPath: Int] = [:]
  var ofPlan: [Range<Int>] = []

  init(_ units: ModelUnits<Root>) {
    for index in units.plans.indices { add(units.plans[index], at: index) }
    for (index, unit) in units.repeated.enumerated() {
      if let path = unit.path { paths[path] = slots.count }
      names[unit.name] = slots.count
      slots.append(SessionSlot(kind: .repeated(index), name: unit.name, requestsAnswers: true))
    }
    for dependent in slots.indices where slots[dependent].hasChecks || slots[dependent].readsModel {
      for slot in slots.indices where slot != dependent { slots[slot].dependents.append(dependent) }
    }
    for slot in slots.indices { slots[slot].dependents = Set(slots[slot].dependents).sorted() }
  }

  private mutating func add(_ unit: ModelUnit<Root>, at index: Int) {
    let (plan, first) = (unit.validation.plan, slots.count)
    var record: [Int] = []
    var shown = Array(repeating: [Int](), count: plan.form.fields.count)
    for position in plan.rules.indices.dropFirst() {
      if let field = plan.rules[position].field {
        shown[field].append(position)
      } else {
        record.append(position)
      }
    }
    for (field, rules) in shown.enumerated() {
      let own = plan.form.fields[field].name
      let name = unit.name.map { "\($0).\(own)" } ?? own
      var slot = SessionSlot(kind: .field(plan: index, field: field), name: name, own: own)
      slot.hasChecks = unit.checks.contains { $0.field == own }
      names[name] = slots.count
      switch unit.sources[field] {
      case .path(let path): if let path { paths[path] = slots.count }
      case .condition: slot.isCondition = true
      case .closure: slot.readsModel = true
      case .key: break
      }
      add(slot, rules, plan)
    }
    var slot = SessionSlot(kind: .record(plan: index), name: unit.name)
    slot.hasChecks = unit.checks.contains { $0.field == nil }
    add(slot, record, plan)
    ofPlan.append(first..<slots.count)
    for slot in first..<slots.count {
      for field in slots[slot].decisive.values.joined().sortedOnce {
        if unit.sources[field].readsModel { slots[slot].readsModel = true }
        if first + field != slot { slots[first + field].dependents.append(slot) }
      }
    }
  }

  private mutating func add(_ slot: SessionSlot, _ rules: [Int], _ plan: Plan) {
    var slot = slot
    slot.rules = rules
    for rule in rules { slot.decisive[rule] = plan.decisiveFields(of: rule).sorted() }
    slot.focus = JudgeFocus(rules, of: plan)
    slot.requestsAnswers = rules.contains { plan.rules[$0].isDeferred }
    slots.append(slot)
  }
}

extension Property.Source {
  /// Whether the value may depend on any property of the model.
  fileprivate var readsModel: Bool {
    switch self {
    case .closure, .condition: true
    case .path, .key: false
    }
  }
}

extension Plan {
  /// The fields that determine the result of a rule: those that it reads, and those of the rules
  /// that it needs.
  func decisiveFields(of position: Int) -> Set<Int> {
    rules[position].needs.reduce(into: rules[position].reads.fields) {
      $0.formUnion(decisiveFields(of: $1))
    }
  }
}
