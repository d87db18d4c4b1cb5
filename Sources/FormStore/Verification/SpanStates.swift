import FormBytes
import GRDB

/// The imports of submissions, and whether these are settled: neither unfinished, discarded nor
/// retracted.
struct SpanStates {
  struct KeySpan {
    var ids: ClosedRange<Int64>
    var importID: Int64
    var formID: Int64
    var isIntake: Bool
    var isSettled: Bool
  }

  private let spans: [KeySpan]

  init(_ db: Database) throws {
    spans = try db.mapRows(
      sql: """
        SELECT s.first_submission, s.last_submission, s.import, i.form, i.kind = 'intake',
          s.import NOT IN (SELECT import FROM progress) AND s.import NOT IN (
            SELECT import FROM discard UNION ALL SELECT import FROM retracted_import)
        FROM span s JOIN import i ON i.id = s.import ORDER BY s.first_submission
        """
    ) { row in
      try KeySpan(
        ids: row.ids(), importID: row.integer(2), formID: row.integer(3),
        isIntake: row.integer(4) == 1, isSettled: row.integer(5) == 1)
    }
  }

  func span(of submission: Int64) -> KeySpan? {
    let index = spans.partitioningIndex { $0.ids.upperBound >= submission }
    return index < spans.count && spans[index].ids.contains(submission) ? spans[index] : nil
  }

  /// Returns whether the import of a submission is settled.
  ///
  /// Call this for submissions in ascending order.
  ///
  /// - Parameter index: The index at which the search starts.
  func isSettled(_ submission: Int64, _ index: inout Int) -> Bool {
    while index < spans.count, spans[index].ids.upperBound < submission { index += 1 }
    return index < spans.count && spans[index].ids.contains(submission) && spans[index].isSettled
  }

  func areOfOneImport(_ one: Int64, _ other: Int64) -> Bool {
    guard let one = span(of: one), let other = span(of: other) else { return false }
    return one.importID == other.importID && !one.isIntake
  }
}
