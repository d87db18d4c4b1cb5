import GRDB

/// The order in which the deliveries of a form took effect. Corrections are not deliveries.
struct DeliveryOrder {
  let effects: EffectiveEvents
  /// The imports of corrections.
  let corrections: Set<Int64>

  init(_ db: Database, formID: Int64) throws {
    effects = EffectiveEvents(try Store.effectiveOrder(db, formID: formID))
    corrections = try Int64.fetchSet(
      db, sql: "SELECT id FROM import WHERE form = ? AND kind = 'correction'",
      arguments: [formID])
  }

  /// Returns the first of some submissions that was delivered after an event, or nil.
  func first(of submissions: some Sequence<Int64>, after event: Int64) -> Int64? {
    submissions.filter { submission in
      guard let range = effects.range(of: submission) else { return false }
      return range.event > event && !corrections.contains(range.importID)
    }.min { (effects.event(of: $0), $0) < (effects.event(of: $1), $1) }
  }
}
