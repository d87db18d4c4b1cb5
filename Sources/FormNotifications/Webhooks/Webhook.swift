import FormRecorder
import FormRules

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
  /// The number of the last event that was sent, or skipped because the webhook does not select
  /// it.
  public var sentThrough: Int64
  /// The reason why the last attempt failed, or nil if it succeeded.
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
