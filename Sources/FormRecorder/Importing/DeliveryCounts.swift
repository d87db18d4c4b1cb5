import FormStore

/// Compares the records of an import with earlier deliveries, by the key of the form.
public struct DeliveryCounts: Sendable, Equatable, Encodable {
  /// The number of keys that were delivered for the first time.
  public var new: Int
  /// The number of keys whose record differs from the earlier one.
  public var changed: Int
  /// The number of keys whose record equals the earlier one.
  public var unchanged: Int
  /// The number of rejected submissions that accepted ones of this import replaced.
  public var closed: Int
  /// The number of accepted submissions that rejected ones of this import replaced, without those
  /// whose corrections were carried.
  public var reopened: Int
  /// The number of corrections of earlier deliveries that were applied to this one.
  public var carried = 0
  /// The number of corrected cells that the sender has changed, so that the delivered values
  /// remain.
  public var replaced = 0

  init(_ counts: KeyCounts) {
    new = counts.new
    changed = counts.changed
    unchanged = counts.unchanged
    closed = counts.closed
    reopened = counts.reopened
  }
}
