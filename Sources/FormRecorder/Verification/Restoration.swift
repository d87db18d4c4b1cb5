import FormRules
import FormStore

/// A declaration that an earlier copy of the store, such as a backup, took its place. The events
/// after the copy are lost; those that follow have their numbers again.
public struct Restoration: Sendable, Equatable, Encodable {
  /// The number of the event of the declaration.
  public var event: Int64
  /// The numbers of the lost events, up to the last one that a receipt names.
  public var lost: ClosedRange<Int64>
  /// The head of the last of them.
  public var head: String
  /// The time of the declaration (RFC 3339 in UTC).
  public var at: String
  /// The operator.
  public var by: String?
  /// The reason.
  public var reason: String?

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "event": event, "from": lost.lowerBound, "through": lost.upperBound, "head": head, "at": at,
      "by": by, "reason": reason,
    ])
  }
}

extension Restoration {
  /// Returns nil if the activity is none, or damaged.
  init?(_ activity: StoredActivity) {
    guard case .restoration(let lost)? = ActivityDetail(activity.kind, activity.detail),
      lost.first <= lost.last
    else { return nil }
    self.init(
      event: activity.event, lost: lost.first...lost.last, head: lost.head, at: activity.at,
      by: activity.by, reason: activity.reason)
  }

  /// Whether the store lost the event of a receipt.
  func explains(_ receipt: Receipt) -> Bool {
    lost.contains(receipt.event) && (receipt.event < lost.upperBound || receipt.head == head)
  }

  static func all(in store: Store) throws(StoreError) -> [Restoration] {
    try store.activities([.restoration]).compactMap(Restoration.init)
  }
}
