import FormRules
package import FormStore

/// What an activity is about, by its kind.
package enum ActivityDetail: Sendable, Encodable {
  case grant(Grant)
  case revoke(Revocation)
  case read(DataAccess)
  case copy(DataAccess)
  case restoration(LostEvents)
  case webhook(NewWebhook)
  case webhookRemoval(RemovedWebhook)
  case webhookNotification(WebhookNotification)
  case mail(MailAction)
  case lateDelivery(RecordedLateDelivery)

  /// Decodes the JSON object that is stored with an activity. Returns nil if it lacks a member that
  /// activities of the kind have. Ignores other members.
  package init?(_ kind: StoredActivity.Kind, _ json: String) {
    func decoded<Content: Decodable>(_ detail: (Content) -> Self) -> Self? {
      JSONReader.decode(Content.self, from: json).map(detail)
    }
    let detail: Self? =
      switch kind {
      case .grant: decoded(Self.grant)
      case .revoke: decoded(Self.revoke)
      case .read: decoded(Self.read)
      case .copy: decoded(Self.copy)
      case .restoration: decoded(Self.restoration)
      case .webhook: decoded(Self.webhook)
      case .webhookRemoval: decoded(Self.webhookRemoval)
      case .webhookNotification: decoded(Self.webhookNotification)
      case .mail: decoded(Self.mail)
      case .lateDelivery: decoded(Self.lateDelivery)
      }
    guard let detail else { return nil }
    self = detail
  }

  /// The kind, and what is stored as a JSON object.
  private var stored: (kind: StoredActivity.Kind, content: any Encodable) {
    switch self {
    case .grant(let content): (.grant, content)
    case .revoke(let content): (.revoke, content)
    case .read(let content): (.read, content)
    case .copy(let content): (.copy, content)
    case .restoration(let content): (.restoration, content)
    case .webhook(let content): (.webhook, content)
    case .webhookRemoval(let content): (.webhookRemoval, content)
    case .webhookNotification(let content): (.webhookNotification, content)
    case .mail(let content): (.mail, content)
    case .lateDelivery(let content): (.lateDelivery, content)
    }
  }

  package var kind: StoredActivity.Kind { stored.kind }

  /// Encodes the JSON object: the members that are not nil, in the order of their names.
  package func encode(to encoder: any Encoder) throws { try stored.content.encode(to: encoder) }

  /// A description for the log, without secrets.
  var action: String {
    switch self {
    case .grant(let grant):
      "granted \(grant.credential) '\(grant.name.displayText)' the role \(grant.role) on "
        + grant.scope
    case .revoke(let grant): "revoked the access of \(grant.credential) '\(grant.name.displayText)'"
    case .read(let data): "read \(data.subject.displayText)"
    case .copy(let data): "copied \(data.subject.escapedForTerminal)"
    case .restoration(let lost):
      "declared that events \(lost.first) to \(lost.last) are gone: an earlier copy took the place "
        + "of the database"
    case .webhook(let webhook):
      "added a webhook to \(webhook.url.displayText) for \(Self.scope(ofForm: webhook.form))"
    case .webhookRemoval(let webhook): "removed the webhook to \(webhook.url.displayText)"
    case .webhookNotification(let sent): sent.action
    case .mail(let mail): mail.outcome.visibleText
    case .lateDelivery(let late):
      "noted that the delivery of \(late.source.displayText) for form \(late.form) that was due at "
        + "\(late.due) has not arrived"
    }
  }

  fileprivate static func scope(ofForm form: String?) -> String {
    form.map { "form \($0)" } ?? "all forms"
  }
}

extension ActivityDetail.Grant {
  fileprivate var scope: String {
    importID.map { "import \($0)" } ?? submissionID.map { "submission \($0)" }
      ?? ActivityDetail.scope(ofForm: form)
  }
}

extension ActivityDetail.WebhookNotification {
  fileprivate var action: String {
    let (receiver, outcome) = (url.displayText, (outcome ?? "").displayText)
    return switch isDelivered {
    case true?: "sent events up to \(through) to \(receiver): \(outcome)"
    case false?: "could not send events up to \(through) to \(receiver): \(outcome)"
    case nil: "marked the events after \(through) to send to \(receiver) again"
    }
  }
}
