import FormRules

/// The values of an array or dictionary, each with its own properties. The third item's properties
/// become `items[2].quantity`, those of the key EUR `prices.EUR.amount`, and the rule's identifier
/// is `items.quantity.range`.
///
/// ```swift
/// Each("items", \.items) {
///   Property("quantity", \.quantity, .range(min: 1))
/// }
/// ```
///
/// `unique` compares the items of one model with each other. Errors of items follow those of
/// nested values, item by item, or by ascending key for a dictionary.
public struct Each<Root, Item>: ModelPart, Sendable {
  private let name: String
  private let path: FieldPath
  private let kind: ModelShape.NestedValue.Kind
  private let items: @Sendable (Root) -> [(path: [PathElement], item: Item)]
  private let change: @Sendable (inout Root, (Item) -> Item) -> Void
  private var content: NestedContent<Item>
  /// Whether the values are a property of an object.
  private let isInObject: Bool

  /// Creates repeated values from an array or dictionary, which may be optional.
  public init<Items: RepeatedItems>(
    _ name: String, _ path: any KeyPath<Root, Items> & Sendable,
    @ModelBuilder<Item> _ parts: () -> ModelParts<Item> = { ModelParts() }
  ) where Items.Item == Item {
    let fieldPath = FieldPath(path)
    self.name = name
    self.path = fieldPath
    let isOptional = Items.self is any ExpressibleByNilLiteral.Type
    kind = Items.hasKeys ? .dictionary(isOptional: isOptional) : .array(isOptional: isOptional)
    items = { model in model[keyPath: path].elements.map { ([$0.0], $0.1) } }
    change = { model, body in
      guard let path = fieldPath.path as? WritableKeyPath<Root, Items> else { return }
      model[keyPath: path].change(body)
    }
    content = .parts(parts())
    isInObject = path is ReferenceWritableKeyPath<Root, Items>
  }

  /// The repeated values with a separate validator instead of parts.
  ///
  /// - Parameter validator: The validator, which is read at each validation. It may therefore be a
  ///   constant that refers to itself, for a model that contains values of its own type:
  ///
  ///   ```swift
  ///   // The definition is a constant, so an error in it is a programming error.
  ///   static let comments: ModelValidator<Comment> = try! ModelValidator {
  ///     Property("text", \.text, .required)
  ///     Each("replies", \.replies).using(comments)
  ///   }
  ///   ```
  ///
  ///   Values that are nested too deeply are rejected with `model.tooDeep`. If the values are a
  ///   property of an object, which must not change, the validator's defaults and transforms do not
  ///   apply.
  public func using(
    _ validator: @autoclosure @escaping @Sendable () -> ModelValidator<Item>
  ) -> Each {
    var each = self
    each.content = content.replaced(by: validator)
    return each
  }

  /// The repeated values.
  public var parts: ModelParts<Root> { ModelParts(nested: [bind]) }

  @Sendable private func bind() throws(DefinitionErrors) -> BoundModel<Root> {
    let value = try content.repeated(
      name, path, hasKeys: kind.hasKeys, items: items, change: change)
    if isInObject, case .parts = content {
      try content.bound(to: name)().requireNoPreparation(of: name)
    }
    return BoundModel(isInObject ? value.withoutPreparation : value, kind)
  }
}

/// An array, a dictionary with string keys, or an optional one of these, whose values `Each`
/// validates.
public protocol RepeatedItems<Item>: SendableMetatype {
  /// The type of the values.
  associatedtype Item
  /// Whether the values have keys instead of positions.
  static var hasKeys: Bool { get }
  /// The values with their positions or keys.
  var elements: [(PathElement, Item)] { get }
  /// Replaces each value.
  mutating func change(_ transform: (Item) -> Item)
}

extension Array: RepeatedItems {
  /// Always false: the values have positions.
  public static var hasKeys: Bool { false }
  /// The elements with their positions.
  public var elements: [(PathElement, Element)] { enumerated().map { (.index($0), $1) } }
  /// Replaces each element.
  public mutating func change(_ transform: (Element) -> Element) { self = map(transform) }
}

extension Dictionary: RepeatedItems where Key == String {
  /// Always true: the values have keys.
  public static var hasKeys: Bool { true }
  /// The values with their keys, by ascending key.
  public var elements: [(PathElement, Value)] {
    sorted { $0.key < $1.key }.map { (.key($0.key), $0.value) }
  }
  /// Replaces each value.
  public mutating func change(_ transform: (Value) -> Value) { self = mapValues(transform) }
}

extension Optional: RepeatedItems where Wrapped: RepeatedItems {
  /// Whether the wrapped values have keys.
  public static var hasKeys: Bool { Wrapped.hasKeys }
  /// The values, or none.
  public var elements: [(PathElement, Wrapped.Item)] { self?.elements ?? [] }
  /// Replaces each value.
  public mutating func change(_ transform: (Wrapped.Item) -> Wrapped.Item) {
    self?.change(transform)
  }
}
