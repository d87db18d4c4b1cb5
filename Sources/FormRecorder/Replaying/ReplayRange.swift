import FormStore

/// Submissions that are read one after the other: of one import, with consecutive ids, that came in
/// under the same clock and source.
struct ReplayRange: Sendable {
  var importID: Int64
  var ids: ClosedRange<Int64>
  var conditions: IntakeConditions

  /// The ranges of segments, in their order.
  static func ranges(_ segments: [VerdictSegment], _ store: Store) throws -> [ReplayRange] {
    var joined: [(importID: Int64, ids: ClosedRange<Int64>)] = []
    for segment in segments {
      if let last = joined.last, last.importID == segment.importID,
        last.ids.upperBound + 1 == segment.ids.lowerBound
      {
        joined[joined.count - 1].ids = last.ids.lowerBound...segment.ids.upperBound
      } else {
        joined.append((segment.importID, segment.ids))
      }
    }
    return try joined.flatMap { part in
      try store.intakeConditions(ofImport: part.importID, part.ids).map {
        ReplayRange(importID: part.importID, ids: $0.ids, conditions: $0.conditions)
      }
    }
  }
}
