import FormRules
import FormStore

/// The extent of a page of submissions.
public struct SubmissionPage: Sendable, Equatable {
  /// The number of submissions in the page.
  public var count: Int
  /// The number of the last submission in the page, or the number after which the page was
  /// requested if it has none. Pass it as `after` for the next page.
  public var last: Int64
  /// Whether more submissions follow.
  public var hasMore: Bool
}

extension Recorder {
  /// Finds the extent of a page of submissions in the order of their numbers, without reading
  /// their cells.
  ///
  /// - Parameters:
  ///   - after: Only submissions with greater numbers are in the page.
  ///   - limit: The maximum number of submissions.
  public func page(
    _ scope: SubmissionScope, _ selection: SubmissionSelection, after: Int64 = 0, limit: Int
  ) throws(RecorderError) -> SubmissionPage {
    try require(limit, in: 1...(.max), "limit")
    let store = try storeForReading()
    return try explaining {
      let segments = try store.verdictSegments(try selection.filter(in: store))
      let rules = try selection.failedRules(segments, in: store)
      var page = SubmissionPage(count: 0, last: after, hasMore: false)
      for segment in segments where segment.ids.upperBound > page.last {
        let rule = rules?[segment.plan]
        if rules != nil, rule == nil { continue }
        func next(_ limit: Int) throws -> (count: Int, last: Int64?) {
          try store.judgedPage(
            segment, VerdictFilter(scope), rule: rule, after: page.last, limit: limit)
        }
        if page.count < limit {
          let found = try next(limit - page.count)
          page.count += found.count
          page.last = found.last ?? page.last
        }
        if page.count == limit, try next(1).count > 0 {
          page.hasMore = true
          break
        }
      }
      return page
    }
  }

  /// An identifier of the content that reports and exports show: equal identifiers give equal
  /// results. It is the head of the chain after the last event that is not an activity, such as a
  /// read. Nil if there is no store.
  public func contentState() throws(RecorderError) -> String? {
    guard hasDatabase else { return nil }
    let store = try storeForReading()
    return try explaining { try store.contentHead() }
  }
}
