import FormRules

/// The bound parts of a model validator.
///
/// A validator is defined by *parts* (`ModelPart`). Bound, they are *plans* (`ModelPlan`), one for
/// the model's own properties and one for each *nested value* with parts of its own, and *repeated
/// values* (`RepeatedValue`), which are validated one by one. In a live form, each field, record
/// and repeated value has a *slot* (`SessionSlot`).
struct BoundModel<Root>: Sendable {
  /// The plan of the model's own properties, followed by those of nested values.
  var plans: [ModelPlan<Root>] = []
  var repeated: [RepeatedValue<Root>] = []
  /// Apply the defaults and transforms of the properties, and of those of nested values.
  var preparations: [@Sendable (inout Root) -> Void] = []
  /// The JSON structure of the nested and repeated values.
  var nested: [ModelShape.NestedValue] = []
  /// Whether there are preparations, also of repeated values. Stored because reading the count of
  /// generic elements costs as much as validating two fields.
  private var mayChange = false
  /// The JSON structure of the model. Empty for the part that defines a nested value.
  private(set) var shape = ModelShape.empty

  init() {}

  /// Creates the bound form of one repeated value.
  init(_ value: RepeatedValue<Root>, _ kind: ModelShape.NestedValue.Kind) {
    repeated = [value]
    nested = [ModelShape.NestedValue(name: value.name, kind: kind, shape: value.shape)]
  }

  /// Binds the parts of a nested value. Its form and rules are not stored, so their names do not
  /// matter.
  ///
  /// - Parameter name: The name of the value, which prefixes the names of its fields.
  init(_ parts: ModelParts<Root>, ofValue name: String) throws(DefinitionErrors) {
    if let problem = DefinitionNames.problem(ofField: name) {
      throw DefinitionErrors([DefinitionError(problem, at: .none)])
    }
    let parts = try parts.named()
    try self.init(
      parts, Form(name: "part", fields: parts.properties.map(\.field)),
      ruleSet: RuleSet(name: "part", form: "part"), parameters: [:], files: nil)
  }

  /// - Parameters:
  ///   - form: A form with a field for each property, in the order of `parts`.
  ///   - ruleSet: The rule set to which the rules of the parts are added.
  init(
    _ parts: NamedParts<Root>, _ form: Form, ruleSet: RuleSet,
    parameters: [String: any FormValue], files: (any FileAccess)?
  ) throws(DefinitionErrors) {
    let properties = form.fields.compactMap { field in
      parts.properties.first { $0.field.name == field.name }
    }
    var ruleSet = ruleSet
    ruleSet.add(parts.fields, record: parts.record, to: form)
    let problems = parts.checks.flatMap { $0.problems(in: form) }
    if !problems.isEmpty { throw DefinitionErrors(problems) }
    plans = [
      ModelPlan(
        try PlanValidation(form, ruleSet, parameters: parameters, files: files), properties,
        checks: parts.checks)
    ]
    preparations = zip(properties, form.fields).compactMap { property, field in
      property.prepare.map { prepare in { prepare(&$0, field) } }
    }
    for bind in parts.nested {
      let bound = try bind()
      plans += bound.plans
      repeated += bound.repeated
      preparations += bound.preparations
      nested += bound.nested
    }
    mayChange = !preparations.isEmpty || !repeated.isEmpty
    shape = ModelShape(
      form, ruleSet, properties: properties, checks: parts.checks.map(\.id), nested: nested)
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
      let isItem = repeated.contains { value in
        guard let item = ItemName(name, in: value.name)?.item else { return false }
        if case .key = item { return value.hasKeys }
        return true
      }
      if known.insert(name).inserted, !isItem { return nil }
      return DefinitionError(
        "'\(name)' denotes two parts of the model; rename one", .duplicate(name), at: .none)
    }
  }

  /// The results of several models, which are validated together.
  ///
  /// Here and in `ModelPlan.validate`, loops count positions, because an iterator over elements of
  /// a generic type takes longer than validating a field.
  ///
  /// - Parameters:
  ///   - absent: Returns the paths of missing values in a model by its position; nil if there are
  ///     none in any of them.
  ///   - model: Returns a model by its position.
  func results(
    of count: Int, _ call: ValidationCall, absent: ((Int) -> PathTree)? = nil,
    _ model: (Int) -> Root
  ) -> [RecordResult] {
    var all = Array(repeating: RecordResult(), count: count)
    for plan in 0..<plans.count { plans[plan].validate(call, absent: absent, model, into: &all) }
    if repeated.isEmpty { return all }
    var call = call
    let outer = call.visits
    for index in 0..<count {
      let (model, visits) = (model(index), outer ?? ModelVisits())
      call.visits = visits
      call.absent = absent?(index) ?? PathTree()
      if call.absent.coversAll { continue }
      if !call.absent.isEmpty {
        all[index].add(repeatedResult(of: model, call))
      } else {
        all[index].add(visits.result(of: model, plans[0]) { repeatedResult(of: model, call) })
      }
    }
    return all
  }

  private func repeatedResult(of model: Root, _ call: ValidationCall) -> RecordResult {
    var result = RecordResult()
    for value in 0..<repeated.count { result.add(repeated[value].result(model, call)) }
    return result
  }

  /// The model with its values normalized as their fields specify.
  func normalized(_ model: Root, _ visits: ModelVisits = ModelVisits()) -> Root {
    guard visits.begin(model, plans[0]) else { return model }
    var model = model
    for plan in plans { plan.normalize(&model) }
    for value in repeated { value.normalize(&model, visits) }
    return model
  }

  /// A valid model as `validated` returns it.
  func validated(_ model: Root) -> Root { normalized(prepared(model)) }

  /// The model with defaults and transforms applied.
  ///
  /// - Parameter depth: The number of nested and repeated values that contain the model. Values
  ///   that are nested too deeply, or are too many, stay unchanged, because validation rejects
  ///   them.
  func prepared(_ model: Root, _ visits: ModelVisits? = nil, depth: Int = 0) -> Root {
    guard mayChange, depth <= ValidationCall.maximumDepth, shape.hasChanges else { return model }
    let visits = visits ?? ModelVisits()
    guard visits.add(1), visits.begin(model, plans[0]) else { return model }
    var model = model
    for prepare in preparations { prepare(&model) }
    for value in repeated { value.prepare(&model, visits, depth) }
    return model
  }
}
