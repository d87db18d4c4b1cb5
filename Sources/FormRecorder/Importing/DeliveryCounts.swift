package import FormRules
import FormStore

/// What the records of an import are to earlier deliveries of them, by the key of their form.
public struct DeliveryCounts: Sendable, Equatable {
  /// Keys that came for the first time.
  public var new: Int
  /// Keys whose record came otherwise before.
  public var changed: Int
  /// Keys whose record came just so before.
  public var unchanged: Int
  /// Rejected submissions that accepted ones of this import took the place of.
  public var closed: Int

  init(_ counts: KeyCounts) {
    new = counts.new
    changed = counts.changed
    unchanged = counts.unchanged
    closed = counts.closed
  }

  package var json: JSON {
    .object([
      "new": .integer(new), "changed": .integer(changed), "unchanged": .integer(unchanged),
      "closed": .integer(closed),
    ])
  }
}
