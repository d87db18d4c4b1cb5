public import FormRules

/// A delivery that is due.
public struct LateDelivery: Sendable, Equatable {
  /// The source.
  public var source: String
  /// The form.
  public var form: String
  /// The time at which the delivery was due.
  public var due: Instant
  /// The time at which the last delivery was imported, or nil if there is none.
  public var last: Instant?

  package var json: JSON {
    .object([
      "source": .string(source), "form": .string(form), "due": .string(due.description),
      "last": .optional(last?.description),
    ])
  }
}
