#if Server
import FormRecorder
import FormRules
import HTTPTypes

/// A page of records in JSON.
struct ODataPage: Sendable {
  /// The records, separated by commas.
  fileprivate(set) var records: [UInt8] = []
  fileprivate(set) var count = 0
  /// The number of records on all pages, if requested.
  var total: Int?
  /// The query of the link to the next page, or nil if this is the last one.
  fileprivate(set) var next: String?

  fileprivate mutating func append(_ record: [UInt8]) {
    if count > 0 { records.append(UInt8(ascii: ",")) }
    records += record
    count += 1
  }
}

/// Reads the pages of a query.
struct ODataReader {
  let feed: RecordFeed
  let query: ODataQuery
  /// Whether 64-bit integers and decimals are written as strings.
  let hasNumbersAsText: Bool
  /// Whether the time has expired.
  let isOver: () -> Bool

  /// Reads a page.
  ///
  /// If the time expires, a page without an order ends with a link to the rest, which may contain
  /// no matching records.
  ///
  /// - Parameter limit: The maximum number of records.
  /// - Throws: `RecorderError` with the reason `stopped` if the time has expired and the result
  ///   requires all records.
  func page(limit: Int) throws -> ODataPage {
    let limit = min(limit, query.top ?? limit)
    return try feed.snapshot {
      query.order.isEmpty ? try unsortedPage(limit: limit) : try sortedPage(limit: limit)
    }
  }

  /// The number of records that the filter selects.
  func count() throws -> Int {
    var count = 0
    try forEachSelected { _ in count += 1 }
    return count
  }

  private func unsortedPage(limit: Int) throws -> ODataPage {
    var page = ODataPage()
    var skip = query.skip
    var last = query.after
    func isComplete() -> Bool { limit == query.top && page.count == limit }
    func isFull() -> Bool { page.count == limit || page.records.count >= query.maximumPageBytes }
    let stoppedAt = try feed.forEach(after: query.after, shouldStop: isOver) { record in
      guard query.selects(record) else { return true }
      if skip > 0 {
        skip -= 1
        return true
      }
      if isFull() { return false }
      page.append(json(of: record))
      last = record.submissionID
      return !isComplete()
    }
    if let stoppedAt, !isComplete() {
      page.next = query.next(after: isFull() ? last : stoppedAt, count: page.count, skip: skip)
    }
    return page
  }

  /// Reads a page in the order of the query. Keeps the keys of at most twice as many records as
  /// the page and the skipped records together.
  private func sortedPage(limit: Int) throws -> ODataPage {
    let sorted = try sortedRecords(maximum: query.skip + limit + 1).dropFirst(query.skip)
    var wanted = sorted.prefix(limit)
    var page = ODataPage()
    var last: Int64?
    var chunk = 64
    while !wanted.isEmpty, page.records.count < query.maximumPageBytes {
      let ids = wanted.prefix(chunk)
      var found: [Int64: [UInt8]] = [:]
      var size = 0
      let stoppedAt = try feed.forEach(of: Array(ids)) { record in
        let json = json(of: record)
        size += json.count
        found[record.submissionID] = json
        return size < query.maximumPageBytes
      }
      for id in ids where page.records.count < query.maximumPageBytes {
        // A record that was not read comes next.
        guard let record = found[id] else { break }
        page.append(record)
        last = wanted.removeFirst()
      }
      // The feed reads in the order of numbers, so long records are read one by one.
      if stoppedAt != nil { chunk = 1 }
    }
    // A number of records to skip would be wrong once a record on this page changes.
    if let last, last != sorted.last, query.top.map({ $0 > page.count }) ?? true {
      page.next = query.next(after: last, count: page.count, skip: 0)
    }
    return page
  }

  private typealias SortKey = (values: [Literal?], submission: Int64)

  /// The numbers of the first selected records in the order of the query, after `$skiptoken`.
  private func sortedRecords(maximum: Int) throws -> [Int64] {
    let start: SortKey? = try query.after > 0 ? sortKey(ofSubmission: query.after) : nil
    var sorted: [SortKey] = []
    func sort() {
      sorted.sort(by: precedes)
      sorted.removeLast(max(0, sorted.count - maximum))
    }
    try forEachSelected { record in
      let key = sortKey(of: record)
      if let start, !precedes(start, key) { return }
      sorted.append(key)
      if sorted.count >= 2 * maximum + 1_000 { sort() }
    }
    sort()
    return sorted.map(\.submission)
  }

  private func sortKey(of record: FeedRecord) -> SortKey {
    (query.order.map { $0.operand.literal(record) }, record.submissionID)
  }

  /// The sort key of a submission, which keeps its place in the order when it is no longer valid.
  ///
  /// - Throws: A problem with status 410 if the submission is purged or its import is retracted.
  private func sortKey(ofSubmission id: Int64) throws -> SortKey {
    guard let key = try feed.submission(id, { sortKey(of: $0) }) else {
      throw Problem(.gone, "the record before this page is gone; read from the first page")
    }
    return key
  }

  private func precedes(_ one: SortKey, _ other: SortKey) -> Bool {
    for (index, item) in query.order.enumerated() {
      switch Self.order(one.values[index], other.values[index]) {
      case .equal: continue
      case .ascending: return !item.descends
      case .descending: return item.descends
      }
    }
    return one.submission < other.submission
  }

  /// - Throws: `RecorderError` with the reason `stopped` if the time has expired.
  private func forEachSelected(_ body: (FeedRecord) -> Void) throws {
    let stoppedAt = try feed.forEach(shouldStop: isOver) { record in
      if query.selects(record) { body(record) }
      return true
    }
    guard stoppedAt == nil else {
      throw RecorderError(.stopped, "stopped before the end of the feed")
    }
  }

  private func json(of record: FeedRecord) -> [UInt8] {
    var bytes: [UInt8] = []
    JSON.object(query.members(of: record, numbersAsText: hasNumbersAsText)).write(to: &bytes)
    return bytes
  }

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
