/// A rule of a draft, as a line of YAML with its evidence.
package struct DraftRule: Sendable {
  /// The rule's id by default, under which its failures are counted.
  package var id: String
  /// The position of its field, or nil for a rule of the record.
  package var field: Int?
  /// The entry without its dash.
  package var yaml: String
  /// What speaks for it, in comments.
  package var evidence: [String]
  /// The number of records that fail it in the files that it was drafted from, if that is known
  /// exactly.
  package var expectedFailures: Int?
  /// Whether a person must decide about it: it is written as a comment.
  package var isSuggestion: Bool
}
