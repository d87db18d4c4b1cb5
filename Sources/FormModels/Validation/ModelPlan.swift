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
          result = workspace.result(in: call.language) { reads[$0](model) }
          for check in 0..<checks.count {
            result.failures += checks[check].errors(of: model, in: plan.form, call)
          }
        } else {
          result = workspace.result(in: call.language) {
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
        workspace.result(in: call.language) { field in
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
