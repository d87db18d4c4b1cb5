/// A nested value that a closure reads, such as the payload of an enumeration. It is validated only
/// if the closure returns it, and stays unchanged by `validated`.
///
/// ```swift
/// Payload("card", { if case .card(let card) = $0.payment { card } else { nil } }) {
///   Property("number", \.number, .required, .paymentCard())
/// }
/// ```
public struct Payload<Root, Value>: ModelPart, Sendable {
  private let nested: Nested<Root, Value>

  private init(_ nested: Nested<Root, Value>) { self.nested = nested }

  /// Creates a nested value that a closure reads.
  public init(
    _ name: String, _ value: @escaping @Sendable (Root) -> Value?,
    @ModelBuilder<Value> _ parts: () -> ModelParts<Value> = { ModelParts() }
  ) { nested = Nested(name, nil, .computed, .parts(parts()), value) { _, _ in } }

  /// The nested value with a separate validator instead of parts. See `Nested.using`.
  public func using(
    _ validator: @autoclosure @escaping @Sendable () -> ModelValidator<Value>
  ) -> Payload { Payload(nested.using(validator())) }

  /// The nested value.
  public var parts: ModelParts<Root> { nested.parts }
}
