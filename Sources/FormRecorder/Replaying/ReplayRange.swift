import FormStore

/// The submissions of an import to replay.
struct ImportReplayScope {
  /// The first submission.
  var first: Int64
  /// The runs whose verdicts are current, each with its plan and its number of submissions.
  var runs: [Int64: (plan: Int64, records: Int)] = [:]

  /// The parts by import.
  static func parts(_ segments: [VerdictSegment]) -> [Int64: ImportReplayScope] {
    var parts: [Int64: ImportReplayScope] = [:]
    for segment in segments {
      parts[segment.importID, default: ImportReplayScope(first: segment.ids.lowerBound)]
        .runs[segment.runID, default: (segment.planID, 0)].records += segment.ids.count
    }
    return parts
  }
}

/// Submissions of one import with consecutive numbers that were received with the same clock and
/// source, and are read together.
struct ReplayRange: Sendable {
  var importID: Int64
  var ids: ClosedRange<Int64>
  var configuration: OriginalConfiguration
  /// Their position in the order of taking effect, or nil if nothing depends on it.
  var effective: EffectiveRange?

  /// The ranges of segments of one form, in order.
  static func ranges(
    _ segments: [VerdictSegment], _ formID: Int64, in store: Store
  ) throws -> [ReplayRange] {
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
    let configuration = try store.importConfigurations(formID: formID)
    return try joined.flatMap { part in
      if let received = configuration[part.importID] {
        return [ReplayRange(importID: part.importID, ids: part.ids, configuration: received)]
      }
      return try store.originalConfigurations(ofImport: part.importID, part.ids).map {
        ReplayRange(importID: part.importID, ids: $0.ids, configuration: $0.configuration)
      }
    }
  }

  /// The ranges in the order in which their submissions took effect.
  static func ordered(_ ranges: [ReplayRange], by order: [EffectiveRange]) -> [ReplayRange] {
    order.parts(of: ranges, ids: \.ids) { range, ids in
      var part = range
      part.ids = ids
      return part
    }.map { part in
      var range = part.element
      range.effective = part.effective
      return range
    }
  }
}
