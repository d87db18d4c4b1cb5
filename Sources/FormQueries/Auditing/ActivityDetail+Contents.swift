// What is stored with each kind of activity. The keys and their order in JSON do not change.
extension ActivityDetail {
  package struct Grant: Sendable, Codable {
    package let credential, name, role: String
    /// The hash of a password, or the SHA-256 digest of a token or of the secret of a link.
    package let secretHash: String
    package var form: String?
    /// The import or the submission that a link is limited to.
    package var importID, submissionID: Int64?
    /// The time at which a link expires (RFC 3339 in UTC).
    package var expiresAt: String?

    private enum CodingKeys: String, CodingKey {
      case form, credential = "holder", importID = "import", name, role, secretHash = "secret"
      case submissionID = "submission", expiresAt = "until"
    }

    package init(_ credential: String, name: String, role: String, secretHash: String) {
      (self.credential, self.name) = (credential, name)
      (self.role, self.secretHash) = (role, secretHash)
    }
  }

  package struct Revocation: Sendable, Codable {
    package let credential, name: String

    private enum CodingKeys: String, CodingKey { case credential = "holder", name }

    package init(_ credential: String, name: String) {
      (self.credential, self.name) = (credential, name)
    }
  }

  package struct DataAccess: Sendable, Codable {
    /// A description of the data.
    package let subject: String

    package init(_ subject: String) { self.subject = subject }
  }

  /// The events that are not in the copy that took the place of the store.
  package struct LostEvents: Sendable, Codable {
    package let first, last: Int64
    /// The head of the last event.
    package let head: String

    private enum CodingKeys: String, CodingKey { case first = "from", head, last = "through" }

    package init(first: Int64, last: Int64, head: String) {
      (self.first, self.last, self.head) = (first, last, head)
    }
  }

  package struct NewWebhook: Sendable, Codable {
    package let url: String
    package let events: [String]
    package let form: String?
    /// The key of the signatures, in Base64.
    package let signingKey: String

    private enum CodingKeys: String, CodingKey { case events, form, signingKey = "secret", url }

    package init(_ url: String, events: [String], form: String?, signingKey: String) {
      (self.url, self.events, self.form, self.signingKey) = (url, events, form, signingKey)
    }
  }

  package struct RemovedWebhook: Sendable, Codable {
    package let url: String

    package init(_ url: String) { self.url = url }
  }

  /// A request with events, or, if the outcome is nil, a decision to send them again.
  package struct WebhookNotification: Sendable, Codable {
    /// Whether the webhook accepted the events.
    package let isDelivered: Bool?
    /// What was sent, or the reason of the failure.
    package let outcome: String?
    /// The last event that was sent, or that is not sent again.
    package let through: Int64
    package let url: String

    package init(_ url: String, through: Int64, isDelivered: Bool? = nil, outcome: String? = nil) {
      (self.url, self.through) = (url, through)
      (self.isDelivered, self.outcome) = (isDelivered, outcome)
    }
  }

  /// A change of the queue of mail. FormNotifications stores it, together with the queue.
  package struct MailAction: Sendable, Codable {
    /// What happened.
    let outcome: String
  }
}
