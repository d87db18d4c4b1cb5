/// A plan and the functions that read its fields from a model: the model's own properties or those
/// of a nested value.
final class ModelUnit<Root>: Sendable {
  /// The path to the nested value; empty for the model itself.
  let path: [PathElement]
  /// The name of the nested value, or nil for the model itself.
  let name: String?
  let validation: PlanValidation
  let reads: [@Sendable (Root) -> (any FormValue)?]
  let sources: [Property<Root>.Source]
  let checks: [Check<Root>]
  /// Normalizes the values as their fields specify.
  let normalize: @Sendable (inout Root) -> Void
  /// Whether the value exists.
  let isPresent: @Sendable (Root) -> Bool

  init(
    path: [PathElement], validation: PlanValidation, reads: [@Sendable (Root) -> (any FormValue)?],
    sources: [Property<Root>.Source], checks: [Check<Root>],
    normalize: @escaping @Sendable (inout Root) -> Void,
    isPresent: @escaping @Sendable (Root) -> Bool
  ) {
    self.path = path
    name = path.isEmpty ? nil : path.fieldName
    self.validation = validation
    self.reads = reads
    self.sources = sources
    self.checks = checks
    self.normalize = normalize
    self.isPresent = isPresent
  }

  /// The names of the fields, and of the nested value itself, in the model.
  var names: [String] {
    let fields = validation.plan.form.fields.map(\.name)
    return name.map { name in [name] + fields.map { "\(name).\($0)" } } ?? fields
  }

  /// Adds the results of several models. Models without the value have none.
  func validate(_ call: ValidationCall, _ model: (Int) -> Root, into all: inout [RecordResult]) {
    validation.withWorkspace(call) { workspace in
      for index in all.indices {
        let model = model(index)
        guard isPresent(model) else { continue }
        var found: RecordResult
        if call.absent.isEmpty {
          found = workspace.result(in: call.language) { reads[$0](model) }
          for check in 0..<checks.count {
            found.failures += checks[check].errors(of: model, in: validation.plan.form, call)
          }
        } else {
          found = workspace.result(in: call.language) {
            isAbsent($0, call) ? nil : reads[$0](model)
          }
        }
        all[index].add(name.map { found.inside(path, of: $0) } ?? found)
      }
    }
  }
}

extension ModelUnit {
  /// Whether a field counts as missing in a call.
  private func isAbsent(_ field: Int, _ call: ValidationCall) -> Bool {
    switch sources[field] {
    case .closure, .condition: return true
    case .path, .key: break
    }
    let path = path + [.key(validation.plan.form.fields[field].name)]
    return call.absent.contains { path.starts(with: $0) || $0.starts(with: path) }
  }
}

/// Values in a model that are validated one by one, in any number.
struct RepeatedUnit<Root>: Sendable {
  let name: String
  let path: FieldPath?
  /// Whether names with a dot after that of the value denote its items or parts.
  let hasKeys: Bool
  let result: @Sendable (Root, ValidationCall) -> RecordResult
  let normalize: @Sendable (inout Root) -> Void
  /// Applies defaults and transforms to the values of a model that other values contain, up to a
  /// maximum depth.
  let prepare: @Sendable (inout Root, _ depth: Int) -> Void
  /// The JSON structure of a value.
  let shape: @Sendable () -> ModelShape
  /// Whether a model has an item, with a part of the given name, if there is one.
  let hasItem: @Sendable (Root, ItemName) -> Bool

  /// Whether a name is that of an item of a model, such as `items[2]`, or of a part of one.
  func contains(_ name: some StringProtocol, in model: Root) -> Bool {
    ItemName(name, in: self.name).map { hasItem(model, $0) } ?? false
  }
}

/// Everything that validates a model: the plan of its own properties first, then those of nested
/// values.
struct ModelUnits<Root>: Sendable {
  var plans: [ModelUnit<Root>] = []
  var repeated: [RepeatedUnit<Root>] = []
  /// Apply the defaults and transforms of the properties, and of those of nested values.
  var preparations: [@Sendable (inout Root) -> Void] = []
  /// The JSON structure of the nested and repeated values.
  var parts: [ModelShape.Part] = []
  /// Whether there are preparations, also of repeated values. Stored because reading the count of
  /// generic elements costs as much as judging two fields.
  private var mayChange = false
  /// The JSON structure of the model; empty in the units of a part.
  private(set) var shape = ModelShape.empty

  init() {}

  /// Binds the parts of a nested value. Its form and rules are not stored, so their names do not
  /// matter.
  ///
  /// - Parameter name: The name of the value, which prefixes the names of its fields.
  init(_ parts: ModelParts<Root>, ofPart name: String) throws(DefinitionErrors) {
    if let fault = DefinitionNames.fault(ofField: name) {
      throw DefinitionErrors([DefinitionError(fault, at: .none)])
    }
    let parts = try parts.named()
    try self.init(
      parts, Form(name: "part", fields: parts.properties.map(\.field)),
      RuleSet(name: "part", form: "part"), parameters: [:], files: nil)
  }

  /// - Parameters:
  ///   - form: A form with a field for each property, in the order of `parts`.
  ///   - ruleSet: The rule set to which the rules of the parts are added.
  init(
    _ parts: NamedParts<Root>, _ form: Form, _ ruleSet: RuleSet,
    parameters: [String: any FormValue],
    files: (any FileAccess)?
  ) throws(DefinitionErrors) {
    let properties = form.fields.compactMap { field in
      parts.properties.first { $0.field.name == field.name }
    }
    var ruleSet = ruleSet
    ruleSet.fields += parts.fields
    ruleSet.fields.sort { $0.field.utf8.lexicographicallyPrecedes($1.field.utf8) }
    ruleSet.record += parts.record
    let faults = parts.checks.flatMap { $0.faults(in: form) }
    if !faults.isEmpty { throw DefinitionErrors(faults) }
    let fields = form.fields
    plans = [
      ModelUnit(
        path: [],
        validation: try PlanValidation(form, ruleSet, parameters: parameters, files: files),
        reads: properties.map(\.read), sources: properties.map(\.source), checks: parts.checks,
        normalize: { model in
          for (property, field) in zip(properties, fields) { property.normalize(&model, field) }
        }, isPresent: { _ in true })
    ]
    preparations = properties.compactMap(\.prepare)
    for bind in parts.inner {
      let units = try bind()
      plans += units.plans
      repeated += units.repeated
      preparations += units.preparations
      self.parts += units.parts
    }
    mayChange = !preparations.isEmpty || !repeated.isEmpty
    shape = ModelShape(
      form, ruleSet, properties, checks: parts.checks.map(\.id), parts: self.parts)
    let clashes = clashes
    if !clashes.isEmpty { throw DefinitionErrors(clashes) }
  }

  /// The names of all fields, nested values and repeated values.
  var names: [String] { plans.flatMap(\.names) + repeated.map(\.name) }

  /// The errors of names that denote two parts, such as the property `a.b` and the property `b` of
  /// the nested value `a`.
  private var clashes: [DefinitionError] {
    var known: Set<String> = []
    return names.compactMap { name in
      let isItem = repeated.contains { unit in
        guard let item = ItemName(name, in: unit.name)?.item else { return false }
        if case .key = item { return unit.hasKeys }
        return true
      }
      if known.insert(name).inserted, !isItem { return nil }
      return DefinitionError(
        "'\(name)' denotes two parts of the model; rename one", .duplicate(name), at: .none)
    }
  }

  /// The results of several models, which are validated together.
  ///
  /// Here and in `ModelUnit.validate`, loops count positions, because an iterator over elements of a
  /// generic type takes longer than validating a field.
  ///
  /// - Parameter model: Returns a model by its position.
  func results(
    of count: Int, _ call: ValidationCall, _ model: (Int) -> Root
  ) -> [RecordResult] {
    var all = Array(repeating: RecordResult(), count: count)
    for plan in 0..<plans.count { plans[plan].validate(call, model, into: &all) }
    for unit in 0..<repeated.count {
      let path = [PathElement](fieldName: repeated[unit].name)
      if call.absent.contains(where: { $0.starts(with: path) || path.starts(with: $0) }) {
        continue
      }
      for index in all.indices { all[index].add(repeated[unit].result(model(index), call)) }
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

  /// A valid model as `validated` returns it.
  func validated(_ model: Root) -> Root { normalized(prepared(model)) }

  /// The model with defaults and transforms applied.
  ///
  /// - Parameter depth: The number of nested and repeated values that contain the model. Values that
  ///   are nested too deeply stay unchanged, because validation rejects them.
  func prepared(_ model: Root, depth: Int = 0) -> Root {
    guard mayChange, depth <= ValidationCall.maximumDepth, shape.hasChanges else { return model }
    var model = model
    for prepare in preparations { prepare(&model) }
    for unit in repeated { unit.prepare(&model, depth) }
    return model
  }
}
