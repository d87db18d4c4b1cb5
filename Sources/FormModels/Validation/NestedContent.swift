import FormRules

/// The validation of a nested or repeated value: parts of the enclosing validator, or another
/// validator.
enum NestedContent<Value>: Sendable {
  case parts(ModelParts<Value>)
  case validator(@Sendable () -> ModelValidator<Value>)

  /// Another validator, if there are no parts. Having both is an error, which is reported when the
  /// parts are bound.
  func replaced(by validator: @escaping @Sendable () -> ModelValidator<Value>) -> NestedContent {
    guard case .parts(var parts) = self, !parts.isEmpty else { return .validator(validator) }
    parts.problems.append(
      DefinitionError(
        "a nested value has parts or a validator, not both; use Include in the validator",
        .conflict, at: .none))
    return .parts(parts)
  }

  /// Binds the parts. Another validator is read at each validation.
  func bound(
    to name: String
  ) throws(DefinitionErrors) -> @Sendable () -> BoundModel<Value> {
    switch self {
    case .parts(let parts):
      let bound = try BoundModel(parts, ofValue: name)
      return { bound }
    case .validator(let validator): return { validator().bound }
    }
  }

  /// Binds the parts for values that are validated one by one.
  ///
  /// - Parameters:
  ///   - hasKeys: Whether a dot after the name precedes a key or a name inside the value.
  ///   - items: Returns the values with their paths from the name.
  ///   - change: Replaces each value.
  func repeated<Root>(
    _ name: String, _ path: FieldPath?, hasKeys: Bool,
    items: @escaping @Sendable (Root) -> [(path: [PathElement], item: Value)],
    change: @escaping @Sendable (inout Root, (Value) -> Value) -> Void
  ) throws(DefinitionErrors) -> RepeatedValue<Root> {
    if let problem = DefinitionNames.problem(ofField: name) {
      throw DefinitionErrors([DefinitionError(problem, at: .none)])
    }
    let bound = try bound(to: name)
    return RepeatedValue(
      name: name, path: path, hasKeys: hasKeys,
      result: { model, call in
        let items = items(model)
        if items.isEmpty { return RecordResult() }
        guard let call = call.nested else { return RecordResult(failures: [.tooDeep(name)]) }
        guard call.visits?.add(items.count) != false else {
          return RecordResult(failures: [.tooLarge(name)])
        }
        var all = RecordResult()
        let absent: ((Int) -> PathTree)? =
          call.absent.isEmpty
          ? nil : { call.absent.inside([.key(name)] + items[$0].path) }
        let results = bound().results(of: items.count, call, absent: absent) { items[$0].item }
        for (result, item) in zip(results, items) {
          all.add(result.inside([.key(name)] + item.path, named: name))
        }
        return all
      },
      normalize: { model, visits in change(&model) { bound().normalized($0, visits) } },
      prepare: { model, visits, depth in
        change(&model) { bound().prepared($0, visits, depth: depth + 1) }
      },
      shape: { bound().shape },
      hasItem: { model, name in
        guard let item = items(model).first(where: { $0.path == [name.item] })?.item else {
          return false
        }
        guard let inner = name.inner else { return true }
        let bound = bound()
        return bound.names.contains(String(inner))
          || bound.repeated.contains { $0.contains(inner, in: item) }
      })
  }
}

extension ValidationCall {
  /// The maximum depth of nested and repeated values, so that an untrusted model cannot exhaust the
  /// stack.
  static let maximumDepth = 100

  /// The call for values inside the model, or nil if they are nested too deeply.
  var nested: ValidationCall? {
    if depth == Self.maximumDepth { return nil }
    var call = self
    call.depth += 1
    return call
  }
}

extension ValidationError {
  fileprivate static func tooDeep(_ name: String) -> ValidationError {
    ValidationError(
      field: name, rule: "\(name).depth", code: "model.tooDeep",
      message: "\(name) is nested too deeply.")
  }

  fileprivate static func tooLarge(_ name: String) -> ValidationError {
    ValidationError(
      field: name, rule: "\(name).count", code: "model.tooLarge",
      message: "The model contains more than \(ModelVisits.maximumCount) nested values.")
  }
}
