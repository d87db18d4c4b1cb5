#if Server
  import FormRecorder
  import FormRules

  /// A page of records in JSON.
  struct ODataPage: Sendable {
    /// The records, separated by commas.
    private(set) var records: [UInt8] = []
    private(set) var count = 0
    /// The number of records on all pages, if requested.
    var total: Int?
    /// The query of the link to the next page, or nil if this is the last one.
    private(set) var next: String?

    /// The size in bytes from which no more records are added.
    private static let maximumBytes = 8 << 20

    /// Reads a page.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of records.
    ///   - isOver: Whether the time has expired. Without an order, the page then ends with a link
    ///     to the rest, which may contain no matching records.
    /// - Throws: `RecorderError` with the reason `stopped` if the time has expired and the result
    ///   requires all records.
    init(
      _ feed: RecordFeed, _ query: ODataQuery, limit: Int, asText: Bool,
      open: ([Int64]) throws -> RecordFeed, isOver: () -> Bool
    ) throws {
      let limit = min(limit, query.top ?? limit)
      guard query.order.isEmpty else {
        try addSorted(feed, query, limit, asText, open, isOver)
        return
      }
      var skip = query.skip
      var last = query.after
      let isEverything = limit == query.top
      let stoppedAt = try feed.forEach(after: query.after, shouldStop: isOver) { record in
        guard query.filter?.holds(for: record) ?? (query.filter == nil) else { return true }
        if skip > 0 {
          skip -= 1
          return true
        }
        guard count < limit, records.count < Self.maximumBytes else { return false }
        append(record, query, asText)
        last = record.submission
        return !(isEverything && count == limit)
      }
      guard let stoppedAt, !(isEverything && count == limit) else { return }
      let isFull = count == limit || records.count >= Self.maximumBytes
      next = query.next(after: isFull ? last : stoppedAt, count: count, skip: skip)
    }

    /// The number of records that a filter selects.
    static func count(
      _ feed: RecordFeed, _ filter: ODataCondition, isOver: () -> Bool
    ) throws -> Int {
      var count = 0
      let stoppedAt = try feed.forEach(shouldStop: isOver) { record in
        if filter.holds(for: record) == true { count += 1 }
        return true
      }
      guard stoppedAt == nil else { throw Self.stopped }
      return count
    }

    private static let stopped = RecorderError(.stopped, "stopped before the end of the feed")

    private mutating func append(_ record: FeedRecord, _ query: ODataQuery, _ asText: Bool) {
      if count > 0 { records.append(UInt8(ascii: ",")) }
      JSON.object(
        query.properties.map {
          JSON.Member($0.name, record[$0.source].odataJSON(asText: asText))
        }
      ).write(to: &records)
      count += 1
    }

    /// A record with its sort key.
    private struct Sorted {
      var keys: [Literal?]
      var submission: Int64
    }

    /// Adds the page of records in the order of the query. Keeps the keys of at most twice as many
    /// records as the page and the skipped records together.
    private mutating func addSorted(
      _ feed: RecordFeed, _ query: ODataQuery, _ limit: Int, _ asText: Bool,
      _ open: ([Int64]) throws -> RecordFeed, _ isOver: () -> Bool
    ) throws {
      func precedes(_ one: Sorted, _ other: Sorted) -> Bool {
        for (index, item) in query.order.enumerated() {
          switch Self.order(one.keys[index], other.keys[index]) {
          case .equal: continue
          case .ascending: return !item.descends
          case .descending: return item.descends
          }
        }
        return one.submission < other.submission
      }
      let kept = query.skip + limit + 1
      var sorted: [Sorted] = []
      let stoppedAt = try feed.forEach(shouldStop: isOver) { record in
        guard query.filter?.holds(for: record) ?? (query.filter == nil) else { return true }
        sorted.append(
          Sorted(
            keys: query.order.map { $0.operand.literal(record) }, submission: record.submission)
        )
        if sorted.count >= 2 * kept + 1_000 {
          sorted.sort(by: precedes)
          sorted.removeLast(sorted.count - kept)
        }
        return true
      }
      guard stoppedAt == nil else { throw Self.stopped }
      sorted.sort(by: precedes)
      let wanted = sorted.dropFirst(query.skip).prefix(limit).map(\.submission)
      var found: [Int64: [UInt8]] = [:]
      var size = 0
      _ = try open(wanted).forEach { record in
        var one = ODataPage()
        one.append(record, query, asText)
        size += one.records.count
        found[record.submission] = one.records
        return size < 8 * Self.maximumBytes
      }
      for id in wanted where records.count < Self.maximumBytes {
        guard let record = found[id] else { break }
        if count > 0 { records.append(UInt8(ascii: ",")) }
        records += record
        count += 1
      }
      if sorted.count > query.skip + count, query.top.map({ $0 > count }) ?? true {
        next = query.next(after: nil, count: count, skip: query.skip + count)
      }
    }

    private init() {}

    /// The order of keys: missing values come first.
    private static func order(_ one: Literal?, _ other: Literal?) -> Ordering {
      switch (one, other) {
      case (nil, nil): .equal
      case (nil, _): .ascending
      case (_, nil): .descending
      case (let one?, let other?): one.odataOrder(to: other) ?? .equal
      }
    }
  }
#endif
