import FormStore

extension Recorder {
  /// Finds the extent of a slice of submissions in the order of their numbers, without reading
  /// their cells.
  ///
  /// - Parameters:
  ///   - after: Only submissions with greater numbers are in the slice.
  ///   - limit: The maximum number of submissions.
  /// - Throws: `RecorderError` if the selection names something that is not stored.
  public func slice(
    _ scope: SubmissionScope, _ selection: SubmissionSelection, after: Int64 = 0, limit: Int
  ) throws(RecorderError) -> SubmissionSlice {
    try require(limit, in: 1...(.max), "limit")
    return try withStore { store in
      try store.snapshot {
        let segments = try store.verdictSegments(try selection.filter(in: store))
        let rules = try selection.failedRules(segments, in: store)
        var slice = SubmissionSlice(count: 0, last: after, hasMore: false)
        for segment in segments where segment.ids.upperBound > slice.last {
          let rule = rules?[segment.planID]
          if rules != nil, rule == nil { continue }
          var filter = scope.filter
          filter.rule = rule
          func next(_ limit: Int) throws -> (count: Int, last: Int64?) {
            try store.judgedSubmissions(segment, filter, after: slice.last, limit: limit)
          }
          if slice.count < limit {
            let found = try next(limit - slice.count)
            slice.count += found.count
            slice.last = found.last ?? slice.last
          }
          if slice.count == limit, try next(1).count > 0 {
            slice.hasMore = true
            break
          }
        }
        return slice
      }
    }
  }

  /// An identifier of the content that reports and exports show: equal identifiers give equal
  /// results, except for the number of records of unfinished imports. It is the head of the chain
  /// after the last event that is not an activity, such as a read. Nil if there is no store.
  ///
  /// - Throws: `RecorderError` if the store cannot be read.
  public func contentState() throws(RecorderError) -> String? {
    let store = try storeIfPresent()
    return try mappingErrors { try store?.contentHead() }
  }
}

/// The extent of a slice of submissions.
public struct SubmissionSlice: Sendable, Equatable {
  /// The number of submissions in the slice.
  public var count: Int
  /// The number of the last submission in the slice, or the number after which the slice was
  /// requested if it has none. Pass it as `after` for the next slice.
  public var last: Int64
  /// Whether more submissions follow.
  public var hasMore: Bool
}
