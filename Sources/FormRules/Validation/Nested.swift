/// A nested value with its own properties. The properties of an address become `address.zip`.
///
/// ```swift
/// Nested("address", \.address) {
///   Property("country", \.country, .required)
///   Property("zip", \.zip, .postcode("DE").when("country = 'DE'"))
/// }
/// ```
///
/// Its rules can refer only to its own properties; use `Check` for requirements that involve
/// others. Its errors follow those of the model's properties, in the order of the nested values.
public struct Nested<Root, Part>: ModelPart, Sendable {
  private let name: String
  private let path: FieldPath?
  private let part: @Sendable (Root) -> Part?
  /// Changes the value if it exists and is writable.
  private let change: @Sendable (inout Root, (inout Part) -> Void) -> Void
  private var content: PartContent<Part>
  private let kind: ModelShape.Part.Kind

  init(
    _ name: String, _ path: FieldPath?, _ kind: ModelShape.Part.Kind, _ content: PartContent<Part>,
    _ part: @escaping @Sendable (Root) -> Part?,
    _ change: @escaping @Sendable (inout Root, (inout Part) -> Void) -> Void
  ) {
    (self.name, self.path, self.kind, self.part, self.change, self.content) = (
      name, path, kind, part, change, content
    )
  }

  /// Creates a nested value that always exists.
  public init(
    _ name: String, _ path: any KeyPath<Root, Part> & Sendable,
    @ModelBuilder<Part> _ parts: () -> ModelParts<Part> = { ModelParts() }
  ) {
    let fieldPath = FieldPath(path)
    self.init(name, fieldPath, .object(isOptional: false), .parts(parts())) {
      $0[keyPath: path]
    } _: { model, body in
      guard let path = fieldPath.path as? WritableKeyPath<Root, Part> else { return }
      body(&model[keyPath: path])
    }
  }

  /// Creates an optional nested value. It is validated only if it is not nil.
  public init(
    _ name: String, _ path: any KeyPath<Root, Part?> & Sendable,
    @ModelBuilder<Part> _ parts: () -> ModelParts<Part> = { ModelParts() }
  ) {
    let fieldPath = FieldPath(path)
    self.init(name, fieldPath, .object(isOptional: true), .parts(parts())) {
      $0[keyPath: path]
    } _: { model, body in
      guard let path = fieldPath.path as? WritableKeyPath<Root, Part?>,
        var part = model[keyPath: path]
      else { return }
      body(&part)
      model[keyPath: path] = part
    }
  }

  /// The nested value with a separate validator instead of parts:
  /// `Nested("address", \.address).using(addresses)`.
  ///
  /// - Parameter validator: The validator, which is read at each validation. It may therefore be a
  ///   constant that refers to itself, for a model that contains values of its own type. Values
  ///   that are nested too deeply are rejected with `model.tooDeep`.
  public func using(
    _ validator: @autoclosure @escaping @Sendable () -> ModelValidator<Part>
  ) -> Nested {
    var nested = self
    nested.content = content.replaced(by: validator)
    return nested
  }

  /// The nested value.
  public var parts: ModelParts<Root> { ModelParts(inner: [bind]) }

  @Sendable private func bind() throws(DefinitionErrors) -> ModelUnits<Root> {
    let (name, path, part, change) = (name, path, part, change)
    var units = ModelUnits<Root>()
    guard case .parts = content else {
      let unit = try content.unit(name, path, hasKeys: true) { model in
        part(model).map { [([], $0)] } ?? []
      } normalize: { model, normalized in
        change(&model) { $0 = normalized($0) }
      }
      units.repeated = [unit]
      units.parts = [ModelShape.Part(name: name, kind: kind, shape: unit.shape)]
      return units
    }
    let inner = try content.units(of: name)()
    let shape = inner.shape
    units.parts = [ModelShape.Part(name: name, kind: kind) { shape }]
    units.preparations = inner.preparations.map { prepare in { change(&$0, prepare) } }
    units.plans = inner.plans.map { plan in
      ModelUnit(
        path: [.key(name)] + plan.path, validation: plan.validation,
        reads: plan.reads.map { read in { part($0).flatMap { read($0) } } },
        sources: plan.sources.map { $0.inside(path) },
        checks: plan.checks.map { $0.lifted(part) },
        normalize: { change(&$0, plan.normalize) },
        isPresent: { part($0).map(plan.isPresent) ?? false })
    }
    units.repeated = inner.repeated.map { items in
      RepeatedUnit(
        name: "\(name).\(items.name)", path: path.flatMap { $0.appending(items.path) },
        hasKeys: items.hasKeys,
        result: { model, call in
          guard let value = part(model) else { return RecordResult() }
          return items.result(value, call).inside([.key(name)], of: name)
        }, normalize: { change(&$0, items.normalize) },
        prepare: { model, depth in change(&model) { items.prepare(&$0, depth) } },
        shape: items.shape,
        hasItem: { model, item in part(model).map { items.hasItem($0, item) } ?? false })
    }
    return units
  }
}

extension Property.Source {
  /// The source of a part's property in the whole.
  fileprivate func inside<Whole>(_ path: FieldPath?) -> Property<Whole>.Source {
    switch self {
    case .path(let inner): .path(path.flatMap { $0.appending(inner) })
    case .key: .key
    case .closure: .closure
    case .condition: .condition
    }
  }
}
