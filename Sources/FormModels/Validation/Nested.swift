import FormRules

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
public struct Nested<Root, Value>: ModelPart, Sendable {
  private let name: String
  private let path: FieldPath?
  private let value: @Sendable (Root) -> Value?
  /// Changes the value if it exists and is writable.
  private let change: @Sendable (inout Root, (inout Value) -> Void) -> Void
  private var content: NestedContent<Value>
  /// Whether the value is a property of an object.
  private var isInObject = false
  private var kind = ModelShape.NestedValue.Kind.computed

  private init(
    _ name: String, at path: FieldPath?, _ parts: ModelParts<Value>,
    value: @escaping @Sendable (Root) -> Value?,
    change: @escaping @Sendable (inout Root, (inout Value) -> Void) -> Void
  ) {
    self.name = name
    self.path = path
    content = .parts(parts)
    self.value = value
    self.change = change
  }

  /// Creates a nested value that always exists.
  public init(
    _ name: String, _ path: any KeyPath<Root, Value> & Sendable,
    @ModelBuilder<Value> _ parts: () -> ModelParts<Value> = { ModelParts() }
  ) {
    let fieldPath = FieldPath(path)
    self.init(name, at: fieldPath, parts()) {
      $0[keyPath: path]
    } change: { model, body in
      guard let path = fieldPath.path as? WritableKeyPath<Root, Value> else { return }
      body(&model[keyPath: path])
    }
    kind = .object(isOptional: false)
    isInObject = path is ReferenceWritableKeyPath<Root, Value>
  }

  /// Creates an optional nested value. It is validated only if it is not nil.
  public init(
    _ name: String, _ path: any KeyPath<Root, Value?> & Sendable,
    @ModelBuilder<Value> _ parts: () -> ModelParts<Value> = { ModelParts() }
  ) {
    let fieldPath = FieldPath(path)
    self.init(name, at: fieldPath, parts()) {
      $0[keyPath: path]
    } change: { model, body in
      guard let path = fieldPath.path as? WritableKeyPath<Root, Value?>,
        var value = model[keyPath: path]
      else { return }
      body(&value)
      model[keyPath: path] = value
    }
    kind = .object(isOptional: true)
    isInObject = path is ReferenceWritableKeyPath<Root, Value?>
  }

  /// Creates a nested value that a closure reads, such as the associated value of an enumeration
  /// case. It is validated only if the closure returns it, and stays unchanged by `validated`.
  ///
  /// ```swift
  /// Nested("card", reading: { if case .card(let card) = $0.payment { card } else { nil } }) {
  ///   Property("number", \.number, .required, .paymentCard())
  /// }
  /// ```
  public init(
    _ name: String, reading value: @escaping @Sendable (Root) -> Value?,
    @ModelBuilder<Value> _ parts: () -> ModelParts<Value> = { ModelParts() }
  ) { self.init(name, at: nil, parts(), value: value) { _, _ in } }

  /// The nested value with a separate validator instead of parts:
  /// `Nested("address", \.address).using(addresses)`.
  ///
  /// - Parameter validator: The validator, which is read at each validation. It may therefore be a
  ///   constant that refers to itself, for a model that contains values of its own type. Values
  ///   that are nested too deeply are rejected with `model.tooDeep`. If the value is a property of
  ///   an object, which must not change, the validator's defaults and transforms do not apply.
  public func using(
    _ validator: @autoclosure @escaping @Sendable () -> ModelValidator<Value>
  ) -> Nested {
    var nested = self
    nested.content = content.replaced(by: validator)
    return nested
  }

  /// The nested value.
  public var parts: ModelParts<Root> { ModelParts(nested: [bind]) }

  @Sendable private func bind() throws(DefinitionErrors) -> BoundModel<Root> {
    let (name, path, value, change) = (name, path, value, change)
    guard case .parts = content else {
      let repeated = try content.repeated(name, path, hasKeys: true) { model in
        value(model).map { [([], $0)] } ?? []
      } change: { model, changed in
        change(&model) { $0 = changed($0) }
      }
      return BoundModel(isInObject ? repeated.withoutPreparation : repeated, kind)
    }
    let inner = try content.bound(to: name)()
    if isInObject { try inner.requireNoPreparation(of: name) }
    var bound = BoundModel<Root>()
    bound.nested = [ModelShape.NestedValue(name: name, kind: kind) { inner.shape }]
    bound.preparations = inner.preparations.map { prepare in { change(&$0, prepare) } }
    bound.plans = inner.plans.map { plan in
      ModelPlan(of: plan, named: name, at: path, value: value, change: change)
    }
    bound.repeated = inner.repeated.map { items in
      RepeatedValue(
        name: "\(name).\(items.name)", path: path.flatMap { $0.appending(items.path) },
        hasKeys: items.hasKeys,
        result: { model, call in
          guard let value = value(model) else { return RecordResult() }
          var call = call
          call.absent = call.absent.inside(CollectionOfOne(.key(name)))
          return items.result(value, call).inside([.key(name)], named: name)
        },
        normalize: { model, visits in change(&model) { items.normalize(&$0, visits) } },
        prepare: { model, visits, depth in
          change(&model) { items.prepare(&$0, visits, depth) }
        },
        shape: items.shape,
        hasItem: { model, item in value(model).map { items.hasItem($0, item) } ?? false })
    }
    return bound
  }
}
