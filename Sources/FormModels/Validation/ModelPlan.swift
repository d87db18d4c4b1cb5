import FormRules

/// A plan with the functions that read its fields from a model: the plan of the model's own
/// properties, or of the properties of a nested value.
final class ModelPlan<Root>: Sendable {
  /// The path to the nested value. Empty for the model itself.
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

  /// Creates the plan of the model's own properties, one for each field.
  init(_ validation: PlanValidation, _ properties: [Property<Root>], checks: [Check<Root>]) {
    path = []
    name = nil
    self.validation = validation
    reads = properties.map(\.read)
    sources = properties.map(\.source)
    self.checks = checks
    let fields = validation.plan.form.fields
    normalize = { model in
      for (property, field) in zip(properties, fields) { property.normalize(&model, field) }
    }
    isPresent = { _ in true }
  }

  /// Creates the plan of a nested value from its own plan.
  ///
  /// - Parameters:
  ///   - name: The name of the value in the model.
  ///   - path: Its key path, or nil if it has none.
  ///   - value: Returns the value, or nil if it does not exist.
  ///   - change: Changes the value if it exists and is writable.
  init<Value>(
    of plan: ModelPlan<Value>, named name: String, at path: FieldPath?,
    value: @escaping @Sendable (Root) -> Value?,
    change: @escaping @Sendable (inout Root, (inout Value) -> Void) -> Void
  ) {
    self.path = [.key(name)] + plan.path
    self.name = self.path.fieldName
    validation = plan.validation
    reads = plan.reads.map { read in { value($0).flatMap { read($0) } } }
    sources = plan.sources.map { $0.inside(path) }
    checks = plan.checks.map { $0.lifted(value) }
    normalize = { change(&$0, plan.normalize) }
    isPresent = { value($0).map(plan.isPresent) ?? false }
  }

  var plan: Plan { validation.plan }
  var fields: [Field] { plan.form.fields }

  /// The name in the model of a field.
  func name(of field: Field) -> String { name.map { "\($0).\(field.name)" } ?? field.name }

  /// The names in the model of the nested value and of the fields.
  var names: [String] { [name].compactMap { $0 } + fields.map(name) }

  /// Adds the results of several models. Models without the value have none.
  func validate(
    _ call: ValidationCall, absent: ((Int) -> PathTree)?, _ model: (Int) -> Root,
    into all: inout [RecordResult]
  ) {
    validation.withWorkspace(call) { workspace in
      for index in all.indices {
        let model = model(index)
        guard isPresent(model) else { continue }
        let absent = absent?(index).inside(path) ?? PathTree()
        if absent.coversAll { continue }
        var result: RecordResult
        if absent.isEmpty {
          result = workspace.result(in: call.localization) { reads[$0](model) }
          for check in 0..<checks.count {
            result.failures += checks[check].errors(of: model, in: plan.form, call)
          }
        } else {
          result = workspace.result(in: call.localization) {
            isMissing($0, absent) ? nil : reads[$0](model)
          }
        }
        all[index].add(name.map { result.inside(path, named: $0) } ?? result)
      }
    }
  }

  /// The failures in a model, restricted to a focus. None if the model does not have the value.
  ///
  /// - Parameter absent: The fields that count as missing.
  func failures(
    _ focus: JudgeFocus, in model: Root, without absent: Set<Int>, _ call: ValidationCall
  ) -> [ValidationError] {
    guard isPresent(model) else { return [] }
    var failures: [ValidationError] = []
    validation.withWorkspace(call, focus) { workspace in
      failures =
        workspace.result(in: call.localization) { field in
          focus.readFields[field] && !absent.contains(field) ? reads[field](model) : nil
        }.failures
    }
    return failures
  }

  /// Whether a field counts as missing in a model with missing values.
  private func isMissing(_ field: Int, _ absent: PathTree) -> Bool {
    switch sources[field] {
    case .closure, .condition: true
    case .path, .key: !absent.inside(CollectionOfOne(.key(fields[field].name))).isEmpty
    }
  }
}

extension Property.Source {
  /// The source in the enclosing model of a property of a nested value.
  fileprivate func inside<Outer>(_ path: FieldPath?) -> Property<Outer>.Source {
    switch self {
    case .path(let inner): .path(path.flatMap { $0.appending(inner) })
    case .key: .key
    case .closure: .closure
    case .condition: .condition
    }
  }
}
