/// A text by which a client recognizes its submission. The same text of another client is another
/// key.
package struct IdempotencyKey: Hashable, Sendable {
  package var text: String
  /// The client, or nil if the store's operator submits.
  package var client: String?

  package init(_ text: String, client: String?) { (self.text, self.client) = (text, client) }
}

/// The data of one submission that its sender determines.
package struct SubmissionOrigin: Sendable {
  package var idempotencyKey: IdempotencyKey?
  package var attribution: Attribution

  package init(idempotencyKey: IdempotencyKey?, attribution: Attribution) {
    self.idempotencyKey = idempotencyKey
    self.attribution = attribution
  }
}

/// A stored single submission.
package struct StoredSingleSubmission: Sendable {
  package var submission: Int64
  package var runID: Int64
  package var importID: Int64
  /// The head of the chain including this submission.
  package var head: String
}
