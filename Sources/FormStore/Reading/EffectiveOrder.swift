import FormBytes
import GRDB

/// Submissions of a form that took effect together.
///
/// The submissions of an import take effect when it finishes, the submissions of an intake one by
/// one.
package struct EffectiveRange: Sendable, Equatable {
  package var importID: Int64
  package var ids: ClosedRange<Int64>
  /// The event at which they took effect.
  package var event: Int64
  /// The last event when the first submission was judged.
  ///
  /// Rules `exists` compare with the submissions in effect at that event.
  package var known: Int64
}

extension Store {
  /// Returns the submissions of a form that took effect, in this order. Those that were replaced or
  /// retracted since are included.
  ///
  /// Under `unique: ever`, the first of two submissions in this order is accepted. It is not the
  /// order of ids if an import finished after another import that began later.
  ///
  /// Costs one read per span and per single submission.
  ///
  /// - Parameter isSplit: Whether each single submission has its own range. Otherwise consecutive
  ///   ones of an intake are joined if no run ended between them.
  package func effectiveOrder(
    formID: Int64, isSplit: Bool = false
  ) throws(StoreError) -> [EffectiveRange] {
    try read { try Self.effectiveOrder($0, formID: formID, isSplit: isSplit) }
  }

  static func effectiveOrder(
    _ db: Database, formID: Int64, isSplit: Bool = false
  ) throws -> [EffectiveRange] {
    let ranges = try effectiveImports(db, formID) + effectiveIntakes(db, formID, isSplit: isSplit)
    return ranges.sorted { ($0.event, $0.ids.lowerBound) < ($1.event, $1.ids.lowerBound) }
  }

  private static func effectiveImports(_ db: Database, _ formID: Int64) throws -> [EffectiveRange] {
    try db.mapRows(
      sql: """
        SELECT s.first_submission, s.last_submission, s.import, v.number, r.known_event
        FROM import i
        JOIN span s ON s.import = i.id
        JOIN run r ON r.import = i.id
        JOIN event v ON v.kind = 'run' AND v.subject = r.id
        WHERE i.form = ?
        """, arguments: [formID]
    ) { row in
      try EffectiveRange(
        importID: row.integer(2), ids: row.ids(), event: row.integer(3),
        known: row.optionalInteger(4) ?? 0)
    }
  }

  private static func effectiveIntakes(
    _ db: Database, _ formID: Int64, isSplit: Bool
  ) throws -> [EffectiveRange] {
    let ends = try Int64.fetchAll(
      db, sql: "SELECT number FROM event WHERE kind = 'run' ORDER BY number")
    var ranges: [EffectiveRange] = []
    var nextEnd = 0
    try db.forEachRow(
      sql: """
        SELECT n.submission, n.submission, v.number, \(SQLFragments.importID(of: "n.submission"))
        FROM intake_submission n
        JOIN event v ON v.kind = 'submission' AND v.subject = n.submission
        WHERE n.form = ? ORDER BY n.submission
        """, arguments: [formID]
    ) { row in
      let (ids, event, importID) = try (row.ids(), row.integer(2), row.integer(3))
      let before = nextEnd
      while nextEnd < ends.count, ends[nextEnd] < event { nextEnd += 1 }
      if !isSplit, before == nextEnd, let last = ranges.last, last.importID == importID,
        last.ids.upperBound + 1 == ids.lowerBound
      {
        ranges[ranges.count - 1].ids = last.ids.lowerBound...ids.upperBound
      } else {
        ranges.append(EffectiveRange(importID: importID, ids: ids, event: event, known: event &- 1))
      }
    }
    return ranges
  }
}

/// The events at which submissions took effect, by submission.
package struct EffectiveEvents: Sendable {
  private let ranges: [EffectiveRange]

  package init(_ order: [EffectiveRange]) {
    ranges = order.sorted { $0.ids.lowerBound < $1.ids.lowerBound }
  }

  /// Returns the event at which a submission took effect, or 0 if it did not.
  package func event(of submission: Int64) -> Int64 { range(of: submission)?.event ?? 0 }

  /// Returns the range with which a submission took effect, or nil if it did not.
  func range(of submission: Int64) -> EffectiveRange? {
    let index = ranges.partitioningIndex { $0.ids.upperBound >= submission }
    guard index < ranges.count, ranges[index].ids.contains(submission) else { return nil }
    return ranges[index]
  }
}

extension [EffectiveRange] {
  /// Returns the intersections of the elements' id ranges with these ranges, each with the range
  /// that it belongs to, in the order of these ranges.
  ///
  /// Neither sequence overlaps within itself.
  package func parts<Part>(
    of elements: [Part], ids: (Part) -> ClosedRange<Int64>,
    _ part: (Part, ClosedRange<Int64>) -> Part
  ) -> [(element: Part, effective: EffectiveRange)] {
    let byID = sorted { $0.ids.lowerBound < $1.ids.lowerBound }
    var parts: [(element: Part, effective: EffectiveRange)] = []
    var first = 0
    for element in elements {
      let wanted = ids(element)
      while first < byID.count, byID[first].ids.upperBound < wanted.lowerBound { first += 1 }
      var index = first
      while index < byID.count, byID[index].ids.lowerBound <= wanted.upperBound {
        let range = byID[index].ids.clamped(to: wanted)
        parts.append((part(element, range), byID[index]))
        index += 1
      }
    }
    return parts.sorted {
      ($0.effective.event, ids($0.element).lowerBound) < (
        $1.effective.event, ids($1.element).lowerBound
      )
    }
  }
}
