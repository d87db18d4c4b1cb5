import FormRules
import FormStore

/// The content of an activity. The kind determines which properties are set.
package struct ActivityDetail: Codable {
  package var name: String?
  package var holder: String?
  package var role: String?
  package var form: String?
  package var `import`: Int64?
  package var submission: Int64?
  /// The time at which a grant ends.
  package var until: String?
  /// The hash of a password, the SHA-256 digest of a token or of the secret of a link, or the
  /// signing key of a webhook in Base64.
  package var secret: String?
  /// A description of the data that was read or copied.
  package var subject: String?
  package var url: String?
  package var events: [String]?
  /// The number of the last event that was sent to a webhook, or that was lost.
  package var through: Int64?
  /// The number of the first event that was lost, and the head of the last one.
  package var from: Int64?
  package var head: String?
  /// Whether the webhook accepted the events, or nil if they are to be sent again.
  package var isDelivered: Bool?
  /// The HTTP status or the reason of a failure to send; for mail, what happened.
  package var outcome: String?

  package init() {}

  /// Decodes stored JSON. Sets no properties if the text is not valid.
  package init(_ json: String) {
    self = JSONReader.decode(Self.self, from: json) ?? Self()
  }

  /// Properties that are not nil are encoded in the order of their names.
  private enum CodingKeys: CodingKey {
    case events, form, from, head, holder, `import`, isDelivered, name, outcome, role, secret
    case subject, submission, through, until, url
  }

  /// A description for the log, without secrets.
  func action(_ kind: StoredActivity.Kind?) -> String {
    let name = (name ?? "").displayText
    let form =
      self.import.map { "import \($0)" } ?? submission.map { "submission \($0)" } ?? form.map {
        "form \($0)"
      } ?? "all forms"
    let (event, receiver) = (through ?? 0, (url ?? "").displayText)
    let shownOutcome = (outcome ?? "").displayText
    return switch kind {
    case .grant: "granted \(holder ?? "") '\(name)' the role \(role ?? "") on \(form)"
    case .revoke: "revoked the access of \(holder ?? "") '\(name)'"
    case .read: "read \((subject ?? "").displayText)"
    case .copy: "copied \((subject ?? "").escapedForTerminal)"
    case .restoration:
      "declared that events \(from ?? 0) to \(event) are gone: an earlier copy took the place of the "
        + "database"
    case .webhook: "added a webhook to \(receiver) for \(form)"
    case .webhookRemoval: "removed the webhook to \(receiver)"
    case .webhookNotification:
      switch isDelivered {
      case true?: "sent events up to \(event) to \(receiver): \(shownOutcome)"
      case false?: "could not send events up to \(event) to \(receiver): \(shownOutcome)"
      case nil: "marked the events after \(event) to send to \(receiver) again"
      }
    case .mail: (outcome ?? "").visibleText
    case .lateDelivery:
      "noted that the delivery of \(name) for \(form) that was due at \(until ?? "") has not arrived"
    case nil: "an unknown activity"
    }
  }
}
