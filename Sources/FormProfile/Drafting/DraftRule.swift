/// A rule of a draft: one line of YAML with its evidence.
package struct DraftRule: Sendable {
  /// The rule's default id, under which its failures are counted.
  package var id: String
  /// The position of its field, or nil for a record rule.
  package var field: Int?
  /// The list entry without its dash.
  package var yaml: String
  /// The evidence for the rule, written as comments.
  package var evidence: [String]
  /// The number of records in the source files that fail the rule, or nil if it is not known
  /// exactly.
  package var expectedFailures: Int?
  /// Whether a person must decide on the rule. A suggestion is written as a comment, unless the
  /// options activate suggestions.
  package var isSuggestion: Bool
}
