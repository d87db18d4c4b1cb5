import FormRules
package import FormStore

/// A late delivery, as the log has it.
package struct RecordedLateDelivery: Hashable, Sendable, Codable {
  package let form: String
  package let source: String
  /// The time at which it was due (RFC 3339 in UTC).
  package let due: String

  private enum CodingKeys: String, CodingKey {
    case form, source = "name", due = "until"
  }

  package init(_ delivery: LateDelivery) {
    (form, source, due) = (delivery.form, delivery.source, delivery.due.description)
  }

  /// Returns nil if the event is about something else.
  package init?(_ event: StoredEvent) {
    guard case .activity(kind: .lateDelivery?, detail: let json) = event.content,
      let delivery = JSONReader.decode(Self.self, from: json)
    else { return nil }
    self = delivery
  }
}
