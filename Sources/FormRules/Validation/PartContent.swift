/// The validation of a nested or repeated value: parts of the enclosing validator, or another
/// validator.
enum PartContent<Part>: Sendable {
  case parts(ModelParts<Part>)
  case validator(@Sendable () -> ModelValidator<Part>)

  /// Another validator, if there are no parts. Having both is an error, which is reported when the
  /// parts are bound.
  func replaced(by validator: @escaping @Sendable () -> ModelValidator<Part>) -> PartContent {
    guard case .parts(var parts) = self, !parts.isEmpty else { return .validator(validator) }
    parts.faults.append(
      DefinitionError(
        "a nested value has parts or a validator, not both; use Include in the validator",
        .conflict, at: .none))
    return .parts(parts)
  }

  /// Binds the parts. Another validator is read at each validation.
  func units(
    of name: String
  ) throws(DefinitionErrors) -> @Sendable () -> ModelUnits<Part> {
    switch self {
    case .parts(let parts):
      let units = try ModelUnits(parts, ofPart: name)
      return { units }
    case .validator(let validator): return { validator().units }
    }
  }

  /// A unit for values that are validated one by one.
  ///
  /// - Parameters:
  ///   - hasKeys: Whether names with a dot after the unit's denote its items or parts.
  ///   - items: Returns the values with their paths from the unit's name.
  ///   - normalize: Replaces each value.
  func unit<Root>(
    _ name: String, _ path: FieldPath?, hasKeys: Bool,
    _ items: @escaping @Sendable (Root) -> [(path: [PathElement], item: Part)],
    normalize: @escaping @Sendable (inout Root, (Part) -> Part) -> Void
  ) throws(DefinitionErrors) -> RepeatedUnit<Root> {
    if let fault = DefinitionNames.fault(ofField: name) {
      throw DefinitionErrors([DefinitionError(fault, at: .none)])
    }
    let units = try units(of: name)
    return RepeatedUnit(
      name: name, path: path, hasKeys: hasKeys,
      result: { model, call in
        let items = items(model)
        if items.isEmpty { return RecordResult() }
        guard let inner = call.nested else {
          return RecordResult(failures: [.tooDeep(name)])
        }
        var all = RecordResult()
        let results = units().results(of: items.count, inner) { items[$0].item }
        for (index, found) in results.enumerated() {
          all.add(found.inside([.key(name)] + items[index].path, of: name))
        }
        return all
      },
      normalize: { model in normalize(&model) { units().normalized($0) } },
      prepare: { model, depth in
        normalize(&model) { units().prepared($0, depth: depth + 1) }
      }, shape: { units().shape },
      hasItem: { model, name in
        guard let item = items(model).first(where: { $0.path == [name.item] })?.item else {
          return false
        }
        guard let part = name.part else { return true }
        let units = units()
        return units.names.contains(String(part))
          || units.repeated.contains { $0.contains(part, in: item) }
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
}
