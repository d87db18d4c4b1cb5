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
