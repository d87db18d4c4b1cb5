import FormBytes

/// A record that a rule set must accept, or reject for exactly the named reasons.
public struct Example: Sendable, Equatable {
  /// The field names with their text; nil is a missing value.
  public var record: [(field: String, text: String?)]
  /// Whether the record must be accepted.
  public var isAccepted: Bool
  /// For a rejected record: the ids of exactly the rules of severity `error` that fail; nil means
  /// any.
  public var because: [String]?
  /// The location of the example.
  public var location: DefinitionLocation
  /// The locations of the names of fields and of the ids in `because`.
  package var fieldLocations: [String: DefinitionLocation] = [:]
  package var ruleLocations: [String: DefinitionLocation] = [:]

  /// Creates an example.
  public init(
    _ record: [(field: String, text: String?)], isAccepted: Bool, because: [String]? = nil,
    location: DefinitionLocation = .none
  ) {
    self.record = record
    self.isAccepted = isAccepted
    self.because = because
    self.location = location
  }

  /// Compares the content, not locations.
  public static func == (a: Example, b: Example) -> Bool {
    a.isAccepted == b.isAccepted
      && a.because?.map(\.utf8Bytes) == b.because?.map(\.utf8Bytes)
      && a.record.elementsEqual(b.record) {
        $0.field.utf8Bytes == $1.field.utf8Bytes && $0.text?.utf8Bytes == $1.text?.utf8Bytes
      }
  }
}
