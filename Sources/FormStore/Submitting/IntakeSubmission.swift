/// A text by which a client recognizes its submission. The same text of another client, or for
/// another line, is another key.
package struct IdempotencyKey: Hashable, Sendable {
  package var text: String
  /// The line of the record in a text with several, or nil for a single record.
  package var line: Int?
  /// The client, or nil if the store's operator submits.
  package var client: String?

  package init(_ text: String, line: Int?, client: String?) {
    (self.text, self.line, self.client) = (text, line, client)
  }

  /// The text and the line, for people.
  var description: String { line.map { "\(text)/\($0)" } ?? text }
}

/// A stored submission of an intake.
package struct IntakeSubmission: Sendable {
  package var submissionID: Int64
  package var runID: Int64
  /// The head of the chain including this submission.
  package var head: String
}
