import FormBytes

/// The rules of a field, or of a range of fields such as `score_1..score_10`.
public struct FieldRules: Sendable, Equatable {
  /// A field's name, or `first..last`.
  public var field: String
  /// The rules, in order.
  public var rules: [RuleEntry]
  /// The location of the name.
  public var location: DefinitionLocation

  /// Creates rules for a field or range of fields.
  public init(field: String, rules: [RuleEntry], location: DefinitionLocation = .none) {
    self.field = field
    self.rules = rules
    self.location = location
  }

  /// Compares the content, not locations.
  public static func == (a: FieldRules, b: FieldRules) -> Bool {
    a.field.utf8Bytes == b.field.utf8Bytes && a.rules == b.rules
  }
}
