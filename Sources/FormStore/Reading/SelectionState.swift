import GRDB

/// What was in effect when submissions were selected. With it, a `VerdictFilter` selects the same
/// submissions later, whatever was delivered, corrected or decided since. It does not undo
/// retractions, reinstatements and purges.
package struct SelectionState: Sendable, Equatable {
  /// The submissions with a current verdict, also purged ones, in ascending order. Others replace
  /// none.
  package var inEffect: [ClosedRange<Int64>]
  /// The number of the last decision, or 0 if there was none. Later ones do not count.
  package var lastDecision: Int64
}

extension Store {
  /// Returns what is in effect now.
  package func selectionState() throws(StoreError) -> SelectionState {
    try read { db in
      let ranges = try db.mapRows(
        sql: """
          SELECT first_submission, last_submission FROM current
          WHERE run IS NOT NULL ORDER BY first_submission
          """
      ) { try $0.ids() }
      return SelectionState(
        inEffect: ranges.joined(),
        lastDecision: try Int64.fetchOne(db, sql: "SELECT max(id) FROM decision") ?? 0)
    }
  }
}
