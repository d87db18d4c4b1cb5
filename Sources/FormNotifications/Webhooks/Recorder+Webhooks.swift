import FormHashing
public import FormRecorder
import FormRules
import FormStore
import Foundation

extension Recorder {
  /// Adds a webhook, which receives future events at a URL. A `WebhookSender` sends them.
  ///
  /// - Parameters:
  ///   - events: The events to send. An empty set means all.
  ///   - form: The form whose events are sent, or nil for all forms.
  /// - Returns: The webhook, and the secret with which the receiver verifies signatures
  ///   (Standard Webhooks: `whsec_` and the key in Base64).
  /// - Throws: `RecorderError` if the URL is not an http or https URL of ASCII characters without a
  ///   user name, or if the form does not exist.
  public func addWebhook(
    _ url: String, events: Set<NotificationEvent> = [], form: String? = nil, by: String? = nil,
    reason: String? = nil
  ) throws(RecorderError) -> (webhook: Webhook, secret: String) {
    guard HostPolicy.Destination(url) != nil else {
      throw RecorderError(
        .usage, "the URL must be an http or https URL of ASCII characters, without a user name")
    }
    if let form { _ = try self.form(try .withoutVersion(form)) }
    let key = [UInt8].random(count: 32)
    let selected = events.isEmpty ? Set(NotificationEvent.allCases) : events
    let detail = ActivityDetail.NewWebhook(
      url, events: selected.map(\.rawValue).sorted(), form: form,
      signingKey: Data(key).base64EncodedString())
    let id = try record(.webhook(detail), attribution: Attribution(by: by, reason: reason))
    guard let webhook = try webhooks().first(where: { $0.id == id }) else {
      throw RecorderError.damaged("the webhook is missing")
    }
    return (webhook, "whsec_" + Data(key).base64EncodedString())
  }

  /// Removes a webhook.
  ///
  /// - Throws: `RecorderError` if there is no webhook with this number.
  public func removeWebhook(
    _ id: Int64, by: String? = nil, reason: String? = nil
  ) throws(RecorderError) {
    try record(
      .webhookRemoval(.init(webhook(id).url)), subject: id,
      attribution: Attribution(by: by, reason: reason))
  }

  /// Queues all events after a given one to be sent again.
  ///
  /// - Throws: `RecorderError` if there is no webhook with this number, or no such event.
  public func resendEvents(
    toWebhook id: Int64, after event: Int64, by: String? = nil, reason: String? = nil
  ) throws(RecorderError) {
    let url = try webhook(id).url
    guard (0...(try withStore { try $0.lastEvent() })).contains(event) else {
      throw RecorderError(.missing(.other), "there is no event \(event)")
    }
    try record(
      .webhookNotification(.init(url, through: event)), subject: id,
      attribution: Attribution(by: by, reason: reason))
  }

  /// The active webhooks, oldest first.
  ///
  /// - Throws: `RecorderError` if there is no store, or if it cannot be read.
  public func webhooks() throws(RecorderError) -> [Webhook] {
    try webhooks(in: try storeForReading())
  }

  func webhooks(in store: Store) throws(RecorderError) -> [Webhook] {
    try mappingErrors {
      let activities = try store.activities([.webhook, .webhookRemoval])
      let ended = Set(activities.filter { $0.kind == .webhookRemoval }.compactMap(\.subject))
      let current = activities.filter { $0.kind == .webhook && !ended.contains($0.id) }
      if current.isEmpty { return [] }
      let notifications = try store.activities([.webhookNotification], latest: true)
      let latest = Dictionary(notifications.map { ($0.subject, $0) }, uniquingKeysWith: { $1 })
      return try current.map { activity throws(RecorderError) in
        guard case .webhook(let added)? = ActivityDetail(activity.kind, activity.detail),
          let key = Data(base64Encoded: added.signingKey)
        else { throw .damaged("webhook \(activity.id) has no address or secret") }
        let last = latest[activity.id]
        let sent = last.flatMap {
          JSONReader.decode(ActivityDetail.WebhookNotification.self, from: $0.detail)
        }
        return Webhook(
          id: activity.id, url: added.url,
          events: Set(added.events.compactMap(NotificationEvent.init)), form: added.form,
          sentThrough: sent?.through ?? activity.event,
          failure: sent?.isDelivered == false ? sent?.outcome : nil, lastNotification: last?.id,
          secret: Array(key))
      }
    }
  }

  private func webhook(_ id: Int64) throws(RecorderError) -> Webhook {
    guard let webhook = try webhooks().first(where: { $0.id == id }) else {
      throw RecorderError(.missing(.other), "there is no webhook \(id)")
    }
    return webhook
  }
}

/// A URL to which events are sent.
public struct Webhook: Sendable, Identifiable, Encodable {
  /// The webhook's number.
  public var id: Int64
  /// The URL, which receives POST requests.
  public var url: String
  /// The events that are sent.
  public var events: Set<NotificationEvent>
  /// The form whose events are sent, or nil for all forms.
  public var form: String?
  /// The number of the last event that was sent, or skipped because the webhook does not select it.
  /// Skipped events are recorded with the next one that is sent, or once there are 1,000.
  public var sentThrough: Int64
  /// The reason why the last attempt failed, or nil if it succeeded or there was none.
  public var failure: String?
  /// The activity that recorded `sentThrough`, or nil if nothing was sent yet.
  var lastNotification: Int64?
  /// The key of the signatures.
  var secret: [UInt8]

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "webhook": id, "url": url, "events": events.map(\.rawValue).sorted(), "form": form,
      "sentThrough": sentThrough, "failure": failure,
    ])
  }
}
