public import FormRules

/// A delivery that is due.
public struct LateDelivery: Sendable, Equatable, Encodable {
  /// The source.
  public var source: String
  /// The form.
  public var form: String
  /// The time at which the delivery was due.
  public var due: Instant
  /// The time at which the last delivery was imported, or nil if there is none.
  public var last: Instant?

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "source": source, "form": form, "due": due.description, "last": last?.description,
    ])
  }
}
