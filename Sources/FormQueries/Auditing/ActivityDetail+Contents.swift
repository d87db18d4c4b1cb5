// What is stored with each kind of activity. The stored keys and their order do not change.
extension ActivityDetail {
  /// Permissions that were granted.
  package struct Grant: Sendable, Codable {
    /// The form that the grant is limited to.
    package var form: String?
    /// How the holder is authenticated.
    package let credential: String
    /// The import that a link is limited to.
    package var importID: Int64?
    /// The name of the program, person or link.
    package let name: String
    package let role: String
    /// The hash of a password, or the SHA-256 digest of a token or of the secret of a link.
    package let secretHash: String
    /// The submission that a link is limited to.
    package var submissionID: Int64?
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

  /// The end of a grant.
  package struct Revocation: Sendable, Codable {
    package let credential: String
    package let name: String

    private enum CodingKeys: String, CodingKey { case credential = "holder", name }

    package init(_ credential: String, name: String) {
      (self.credential, self.name) = (credential, name)
    }
  }

  /// A read or a copy of data.
  package struct DataAccess: Sendable, Codable {
    /// A description of the data.
    package let subject: String

    package init(_ subject: String) { self.subject = subject }
  }

  /// The events that were lost because an earlier copy took the place of the store.
  package struct LostEvents: Sendable, Codable {
    package let first: Int64
    /// The head of the last event.
    package let head: String
    package let last: Int64

    private enum CodingKeys: String, CodingKey { case first = "from", head, last = "through" }

    package init(first: Int64, last: Int64, head: String) {
      (self.first, self.last, self.head) = (first, last, head)
    }
  }

  /// A webhook that was added.
  package struct NewWebhook: Sendable, Codable {
    /// The names of the events to send.
    package let events: [String]
    /// The form whose events are sent, or nil for all forms.
    package let form: String?
    /// The key of the signatures, in Base64.
    package let signingKey: String
    package let url: String

    private enum CodingKeys: String, CodingKey { case events, form, signingKey = "secret", url }

    package init(_ url: String, events: [String], form: String?, signingKey: String) {
      (self.url, self.events) = (url, events)
      (self.form, self.signingKey) = (form, signingKey)
    }
  }

  /// A webhook that was removed.
  package struct RemovedWebhook: Sendable, Codable {
    package let url: String

    package init(_ url: String) { self.url = url }
  }

  /// Events that were sent to a webhook, or that are to be sent again.
  package struct WebhookNotification: Sendable, Codable {
    /// Whether the webhook accepted the events, or nil if they are to be sent again.
    package let isDelivered: Bool?
    /// What was sent or the reason of the failure, or nil if the events are to be sent again.
    package let outcome: String?
    /// The number of the last event that does not need to be sent again.
    package let through: Int64
    package let url: String

    package init(
      _ url: String, through: Int64, isDelivered: Bool? = nil, outcome: String? = nil
    ) {
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
