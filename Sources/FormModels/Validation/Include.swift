import FormRules

/// The parts of another validator of the same model, so that several validators can share them.
///
/// ```swift
/// let orders = try ModelValidator<Order> {
///   Include(base)
///   Property("total", \.total, .range(0...))
/// }
/// ```
///
/// The included validator must consist of parts. Pass a rule set or form, such as those from a YAML
/// file, to the initializer of the validator instead.
public struct Include<Root>: ModelPart, Sendable {
  /// The included parts.
  public let parts: ModelParts<Root>

  /// Includes the parts of a validator.
  public init(_ validator: ModelValidator<Root>) { parts = validator.includedParts }
}
