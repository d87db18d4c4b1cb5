import FormBytes
import FormRules

/// An element of a live form that has a state: a field, the record rules of the model or of a
/// nested value, or a repeated value with all of its items.
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
  var nameInPlan: String?
  /// The positions of the rules whose errors are shown at the slot.
  var rules: [Int] = []
  /// The focus on these rules and all that they depend on.
  var focus: JudgeFocus?
  /// The fields that determine the result of each rule.
  var decisive: [Int: [Int]] = [:]
  /// The slots whose rules or checks depend on this one.
  var dependents: [Int] = []
  /// The slots of the model and of the nested values that contain this one.
  var containers: [Int] = []
  /// Whether a rule may request a service.
  var requestsAnswers = false
  /// Whether errors of checks written in Swift are shown at the slot. Checks may read anything.
  var hasChecks = false
  /// Whether a rule of the slot reads a value that is computed from the whole model.
  var readsModel = false
  /// Whether the field is the condition of a rule.
  var isCondition = false

  var isRecord: Bool { if case .record = kind { true } else { false } }

  /// Whether the slot is part of the value that a record slot stands for.
  func isPart(of record: SessionSlot) -> Bool {
    record.name.map { name?.hasPrefix("\($0).") == true } ?? true
  }

  /// Whether the slot is a field of the form, for which a control may exist.
  var isField: Bool { !isRecord && !isCondition }
}

/// The rules of a live form, with its slots and their lookup tables, shared by all copies of a
/// session. Creating it costs as much as binding the rules; using it allocates no lasting memory.
final class SessionLayout<Root>: Sendable {
  let validator: ModelValidator<Root>
  let slots: [SessionSlot]
  let names: [String: Int]
  let paths: [FieldPath: Int]
  /// The slots of each plan: its fields in order, followed by its record.
  let ofPlan: [Range<Int>]

  init(_ validator: ModelValidator<Root>) {
    self.validator = validator
    let builder = SessionLayoutBuilder(validator.bound)
    slots = builder.slots
    names = builder.names
    paths = builder.paths
    ofPlan = builder.ofPlan
  }

  /// The slot of errors at a location: `items[2].quantity` belongs to `items`.
  func slot(at name: String?) -> Int {
    var rest = name
    while let name = rest {
      if let slot = names[name] ?? slots.firstIndex(where: { $0.name == name }) { return slot }
      rest = name.lastIndex { $0 == "[" || $0 == "." }.map { String(name[..<$0]) }
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

  init(_ model: BoundModel<Root>) {
    for (index, plan) in model.plans.enumerated() { add(plan, at: index) }
    for (index, value) in model.repeated.enumerated() {
      if let path = value.path { paths[path] = slots.count }
      names[value.name] = slots.count
      slots.append(SessionSlot(kind: .repeated(index), name: value.name, requestsAnswers: true))
    }
    for dependent in slots.indices where slots[dependent].hasChecks || slots[dependent].readsModel {
      for slot in slots.indices where slot != dependent { slots[slot].dependents.append(dependent) }
    }
    let records = slots.indices.filter { slots[$0].isRecord }
    for slot in slots.indices {
      slots[slot].dependents = slots[slot].dependents.sortedWithoutDuplicates
      slots[slot].containers = records.filter { slots[slot].isPart(of: slots[$0]) }
    }
  }

  private mutating func add(_ modelPlan: ModelPlan<Root>, at index: Int) {
    let (plan, first) = (modelPlan.plan, slots.count)
    let rules = Dictionary(grouping: plan.rules.indices.dropFirst()) { plan.rules[$0].field }
    for (field, source) in modelPlan.sources.enumerated() {
      let name = modelPlan.name(of: modelPlan.fields[field])
      var slot = SessionSlot(kind: .field(plan: index, field: field), name: name)
      slot.nameInPlan = modelPlan.fields[field].name
      names[name] = slots.count
      switch source {
      case .path(let path): if let path { paths[path] = slots.count }
      case .condition: slot.isCondition = true
      case .closure: slot.readsModel = true
      case .key: break
      }
      add(slot, rules[field] ?? [], modelPlan: modelPlan)
    }
    add(
      SessionSlot(kind: .record(plan: index), name: modelPlan.name), rules[nil] ?? [],
      modelPlan: modelPlan)
    ofPlan.append(first..<slots.count)
    for slot in first..<slots.count {
      for field in slots[slot].decisive.values.joined().sortedWithoutDuplicates {
        if modelPlan.sources[field].readsModel { slots[slot].readsModel = true }
        if first + field != slot { slots[first + field].dependents.append(slot) }
      }
    }
  }

  private mutating func add(_ slot: SessionSlot, _ rules: [Int], modelPlan: ModelPlan<Root>) {
    let plan = modelPlan.plan
    var slot = slot
    slot.rules = rules
    for rule in rules { slot.decisive[rule] = plan.decisiveFields(of: rule).sorted() }
    slot.focus = JudgeFocus(rules, of: plan)
    slot.requestsAnswers = rules.contains { plan.rules[$0].isDeferred }
    slot.hasChecks = modelPlan.checks.contains { $0.field == slot.nameInPlan }
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
  /// The fields that determine the result of a rule: the fields that the rule reads, and the fields
  /// of the rules that it needs.
  func decisiveFields(of position: Int) -> Set<Int> {
    rules[position].needs.reduce(into: rules[position].reads.fields) {
      $0.formUnion(decisiveFields(of: $1))
    }
  }
}
