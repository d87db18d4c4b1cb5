import FormBytes
import GRDB

/// The order in which the deliveries of a form took effect. Corrections are not deliveries.
struct DeliveryOrder {
  let effects: EffectiveEvents
  /// The imports of corrections.
  private let corrections: Set<Int64>
  /// The events at which deliveries took effect, in ascending order.
  private let events: [Int64]

  init(_ db: Database, formID: Int64) throws {
    let corrections = try Int64.fetchSet(
      db, sql: "SELECT id FROM import WHERE form = ? AND kind = 'correction'",
      arguments: [formID])
    let order = try Store.effectiveOrder(db, formID: formID)
    self.corrections = corrections
    effects = EffectiveEvents(order)
    events = order.filter { !corrections.contains($0.importID) }.map(\.event)
  }

  /// Returns whether a submission took effect as a delivery.
  func isDelivery(_ submission: Int64) -> Bool {
    effects.range(of: submission).map { !corrections.contains($0.importID) } ?? false
  }

  /// Returns whether a delivery took effect after one event and before another.
  func hasDelivery(between first: Int64, and last: Int64) -> Bool {
    let next = events.partitioningIndex { $0 > first }
    return next < events.count && events[next] < last
  }

  /// Returns the first of some submissions that was delivered after an event, or nil.
  func first(of submissions: some Sequence<Int64>, after event: Int64) -> Int64? {
    submissions.filter { isDelivery($0) && effects.event(of: $0) > event }
      .min { (effects.event(of: $0), $0) < (effects.event(of: $1), $1) }
  }
}
