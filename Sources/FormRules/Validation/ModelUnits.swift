/// A plan and the functions that read its fields from a model: the model's own properties or those
/// of a nested value.
final class ModelUnit<Root>: Sendable {
  /// The name of the nested value, or nil for the model itself.
  let place: String?
  let validation: PlanValidation
  let reads: [@Sendable (Root) -> (any FormValue)?]
  let paths: [FieldPath?]
  let checks: [Check<Root>]
  /// Normalizes the values as their fields specify.
  let normalize: @Sendable (inout Root) -> Void
  /// Whether the value exists.
  let isPresent: @Sendable (Root) -> Bool

  init(
    place: String?, validation: PlanValidation, reads: [@Sendable (Root) -> (any FormValue)?],
    paths: [FieldPath?], checks: [Check<Root>], normalize: @escaping @Sendable (inout Root) -> Void,
    isPresent: @escaping @Sendable (Root) -> Bool
  ) {
    self.place = place
    self.validation = validation
    self.reads = reads
    self.paths = paths
    self.checks = checks
    self.normalize = normalize
    self.isPresent = isPresent
  }

  /// The names of the fields, and of the nested value itself, in the model.
  var names: [String] {
    let fields = validation.plan.form.fields.map(\.name)
    return place.map { place in [place] + fields.map { "\(place).\($0)" } } ?? fields
  }

  /// Adds the findings in several models. Models without the value have none.
  func judge(_ call: ValidationCall, _ model: (Int) -> Root, into all: inout [Findings]) {
    validation.withWorkspace(call) { workspace in
      for index in all.indices {
        let model = model(index)
        guard isPresent(model) else { continue }
        var found = workspace.findings(in: call.language) { reads[$0](model) }
        for check in 0..<checks.count {
          if let failure = checks[check].failure(of: model, in: validation.plan.form, call) {
            found.failures.append(failure)
          }
        }
        all[index].add(place.map { found.inside($0, of: $0) } ?? found)
      }
    }
  }
}

/// Values in a model that are judged one by one, in any number.
struct RepeatedUnit<Root>: Sendable {
  let name: String
  let path: FieldPath?
  let findings: @Sendable (Root, ValidationCall) -> Findings
  let normalize: @Sendable (inout Root) -> Void
  /// Whether a model has an item with this number, and the item a part with this name, if any.
  let hasItem: @Sendable (Root, ItemName) -> Bool

  /// Whether a name is that of an item of a model, such as `items[2]`, or of a part of one.
  func contains(_ name: some StringProtocol, in model: Root) -> Bool {
    ItemName(name, in: self.name).map { hasItem(model, $0) } ?? false
  }
}

/// The name of an item or of a part of it, without that of the repeated value: `[2].quantity`.
struct ItemName {
  let index: Int
  /// The name inside the item, or nil for the item itself.
  let part: Substring?

  init?(_ name: some StringProtocol, in list: String) {
    guard name.utf8.starts(with: list.utf8) else { return nil }
    let rest = Substring(name).utf8.dropFirst(list.utf8.count)
    guard rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) else {
      return nil
    }
    let digits = String(Substring(rest[..<end]).dropFirst())
    // Only the spelling that errors use: `+2` and `02` are unknown.
    guard let index = Int(digits), index >= 0, String(index) == digits else { return nil }
    let part = rest[end...].dropFirst()
    if !part.isEmpty, part.first != UInt8(ascii: ".") { return nil }
    self.index = index
    self.part = part.isEmpty ? nil : Substring(part.dropFirst())
  }
}

/// Everything that judges a model: the plan of its own properties first, then those of nested
/// values.
struct ModelUnits<Root>: Sendable {
  var plans: [ModelUnit<Root>] = []
  var repeated: [RepeatedUnit<Root>] = []

  init() {}

  /// Binds the parts of a nested value. Its form and rules are not stored, so their names do not
  /// matter.
  ///
  /// - Parameter name: the name of the value, which prefixes the names of its fields.
  init(_ parts: ModelParts<Root>, ofPart name: String) throws(DefinitionErrors) {
    if let fault = DefinitionNames.fault(ofField: name) {
      throw DefinitionErrors([DefinitionError(fault, at: .none)])
    }
    try self.init(
      parts, Form(name: "part", fields: parts.inOrder.map(\.field)),
      RuleSet(name: "part", form: "part"), parameters: [:], files: nil)
  }

  /// - Parameters:
  ///   - form: a form with a field for each property, in the order of `parts.inOrder`.
  ///   - ruleSet: the rule set to which the rules of the parts are added.
  init(
    _ parts: ModelParts<Root>, _ form: Form, _ ruleSet: RuleSet,
    parameters: [String: any FormValue],
    files: (any FileAccess)?
  ) throws(DefinitionErrors) {
    let properties = form.fields.compactMap { field in
      parts.properties.first { $0.field.name == field.name }
    }
    var ruleSet = ruleSet
    for property in properties where !property.rules.isEmpty {
      ruleSet.fields.append(FieldRules(field: property.field.name, rules: property.rules))
    }
    ruleSet.fields.sort { $0.field.utf8.lexicographicallyPrecedes($1.field.utf8) }
    ruleSet.record += parts.record
    let faults = parts.checks.flatMap { $0.faults(in: form) }
    if !faults.isEmpty { throw DefinitionErrors(faults) }
    let fields = form.fields
    plans = [
      ModelUnit(
        place: nil,
        validation: try PlanValidation(form, ruleSet, parameters: parameters, files: files),
        reads: properties.map(\.read), paths: properties.map(\.path), checks: parts.checks,
        normalize: { model in
          for (property, field) in zip(properties, fields) { property.normalize(&model, field) }
        }, isPresent: { _ in true })
    ]
    for bind in parts.inner {
      let units = try bind()
      plans += units.plans
      repeated += units.repeated
    }
    let clashes = clashes
    if !clashes.isEmpty { throw DefinitionErrors(clashes) }
  }

  /// The names of all fields, nested values and repeated values.
  var names: [String] { plans.flatMap(\.names) + repeated.map(\.name) }

  /// The errors of names that denote two parts, such as the property `a.b` beside the property `b`
  /// of the nested value `a`.
  private var clashes: [DefinitionError] {
    var known: Set<String> = []
    return names.compactMap { name in
      let isItem = repeated.contains { ItemName(name, in: $0.name) != nil }
      if known.insert(name).inserted, !isItem { return nil }
      return DefinitionError(
        "'\(name)' denotes two parts of the model; rename one", .duplicate(name), at: .none)
    }
  }

  /// The findings in several models, which are judged together.
  ///
  /// Here and in `ModelUnit.judge`, loops count positions, because an iterator over elements of a
  /// generic type takes longer than judging a field.
  ///
  /// - Parameter model: returns a model by its position.
  func findings(
    of count: Int, _ call: ValidationCall, _ model: (Int) -> Root
  ) -> [Findings] {
    var all = Array(repeating: Findings(), count: count)
    for plan in 0..<plans.count { plans[plan].judge(call, model, into: &all) }
    for unit in 0..<repeated.count {
      for index in all.indices { all[index].add(repeated[unit].findings(model(index), call)) }
    }
    return all
  }

  /// The model with its values normalized as their fields specify.
  func normalized(_ model: Root) -> Root {
    var model = model
    for plan in plans { plan.normalize(&model) }
    for unit in repeated { unit.normalize(&model) }
    return model
  }
}
