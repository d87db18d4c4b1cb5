import Foundation
import GRDB

/// A key with its submission and, for a form's `key`, the hash of all fields.
struct SubmissionKey: Equatable {
  var submission: Int64
  var hash: Int64
  var content: UInt32 = 0

  var entry: KeyEntry { KeyEntry(hash: hash, submission: submission) }
}

/// The keys of a list, by submission.
///
/// A page contains the keys of several hundred consecutive submissions: one bit per submission that
/// states whether it has a key, then the hashes (8 bytes each) and, for a form's own key, the
/// content hashes (4 bytes each).
struct KeyPages {
  let list: KeyList

  init(_ list: KeyList) { self.list = list }

  /// The number of submissions per page. Their keys fill half a database page.
  private var slots: Int64 { list.isFormKey ? 664 : 1_000 }
  private var keyBytes: Int { list.isFormKey ? 12 : 8 }
  /// The largest number of a submission that may have a key.
  private static let largestSubmission = Store.largestNumber / 1_024
  /// The number of bits of `key_page.id` that number a list's pages.
  private static let pageBits: Int64 = 40

  private func id(ofPage page: Int64) -> Int64 { list.id << Self.pageBits + page }

  /// Adds keys of submissions that have none yet, in the order of submissions.
  func append(_ db: Database, _ keys: [SubmissionKey]) throws {
    try change(db, keys, at: \.submission) { page, slot, key in
      page[slot] = key
    }
  }

  /// Removes the keys of submissions.
  ///
  /// - Parameter ids: The ids, in ascending order.
  /// - Returns: The removed keys.
  func remove(_ db: Database, _ ids: [ClosedRange<Int64>]) throws -> [KeyEntry] {
    var removed: [KeyEntry] = []
    try forEach(db, ids) { removed.append($0.entry) }
    try change(db, removed, at: \.submission) { page, slot, _ in page[slot].hash = 0 }
    return removed
  }

  /// Changes the pages that the elements belong to.
  private func change<Element>(
    _ db: Database, _ elements: [Element], at submission: (Element) -> Int64,
    body: (inout [SubmissionKey], Int, Element) -> Void
  ) throws {
    var index = 0
    var page: [SubmissionKey] = []
    while index < elements.count {
      let number = submission(elements[index]) / slots
      try read(db, number, into: &page)
      while index < elements.count, submission(elements[index]) / slots == number {
        body(&page, Int(submission(elements[index]) % slots), elements[index])
        index += 1
      }
      try write(db, page, number: number)
    }
  }

  /// Calls the body with the keys of submissions, in the order of submissions.
  ///
  /// - Parameter ids: The ids, in ascending order.
  func forEach(
    _ db: Database, _ ids: [ClosedRange<Int64>], body: (SubmissionKey) throws -> Void
  ) throws {
    var page: [SubmissionKey] = []
    var current: Int64 = -1
    for range in ids {
      let (first, last) = (range.lowerBound / slots, range.upperBound / slots)
      if first == current { try page.forEach { if range.contains($0.submission) { try body($0) } } }
      guard last > current else { continue }
      var next: [SubmissionKey] = []
      try db.forEachRow(
        sql: "SELECT id, keys FROM key_page WHERE id BETWEEN ? AND ? ORDER BY id",
        arguments: [id(ofPage: max(first, current + 1)), id(ofPage: last)]
      ) { row in
        let number = try row.int64(0) - id(ofPage: 0)
        try decode(row.bytes(1), number, into: &next)
        for key in next where key.hash != 0 && range.contains(key.submission) { try body(key) }
      }
      // The next range may begin in the page where this one ends.
      current = last
      try read(db, last, into: &page)
      page.removeAll { $0.hash == 0 }
    }
  }

  /// Returns the key of a submission. The number may come from damaged data.
  func key(_ db: Database, of submission: Int64) throws -> SubmissionKey? {
    guard (0...Self.largestSubmission).contains(submission) else { return nil }
    var page: [SubmissionKey] = []
    try read(db, submission / slots, into: &page)
    let key = page[Int(submission % slots)]
    return key.hash == 0 ? nil : key
  }

  /// Returns the number of keys of the given submissions, or of all.
  ///
  /// - Parameter ids: The ids, in ascending order.
  func count(
    _ db: Database, _ ids: [ClosedRange<Int64>] = [0...Self.largestSubmission]
  ) throws -> Int {
    var count = 0
    try forEach(db, ids) { _ in count += 1 }
    return count
  }

  /// Calls the body with the keys of submissions sorted by hash, one batch at a time, so that
  /// only one batch is in memory.
  func forEachSortedBatch(
    _ db: Database, _ ids: [ClosedRange<Int64>], body: ([KeyEntry]) throws -> Void
  ) throws {
    let total = ids.reduce(0) { $0 + $1.count }
    let batchSize = max(1 << 18, min(total / 8, Self.largestBatch))
    let passes = UInt64(max(1, (total + batchSize - 1) / batchSize))
    for pass in 0..<passes {
      var entries: [KeyEntry] = []
      entries.reserveCapacity(min(total, batchSize + batchSize / 64))
      try forEach(db, ids) { key in
        if passes > 1 {
          let unsigned = UInt64(bitPattern: key.hash) ^ 1 << 63
          guard unsigned.multipliedFullWidth(by: passes).high == pass else { return }
        }
        entries.append(key.entry)
      }
      entries.sortByHash()
      if !entries.isEmpty { try body(entries) }
    }
  }

  /// The largest number of keys sorted at a time, 16 bytes each.
  private static let largestBatch = 1 << 20

  /// Returns the page of a submission, and its position in the page.
  func location(of submission: Int64) -> (page: Int64, slot: Int) {
    (submission / slots, Int(submission % slots))
  }

  func read(_ db: Database, _ number: Int64, into page: inout [SubmissionKey]) throws {
    var isThere = false
    try db.forEachRow(
      sql: "SELECT keys FROM key_page WHERE id = ?", arguments: [id(ofPage: number)]
    ) { row in
      isThere = true
      try decode(row.bytes(0), number, into: &page)
    }
    guard !isThere else { return }
    page.removeAll(keepingCapacity: true)
    for slot in 0..<slots {
      page.append(SubmissionKey(submission: number * slots + slot, hash: 0))
    }
  }

  private func write(_ db: Database, _ page: [SubmissionKey], number: Int64) throws {
    let bytes = encode(page)
    guard !bytes.isEmpty else {
      try db.cachedStatement(sql: "DELETE FROM key_page WHERE id = ?").execute(
        arguments: [id(ofPage: number)])
      return
    }
    try db.cachedStatement(
      sql: """
        INSERT INTO key_page (id, keys)
        VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET keys = excluded.keys
        """
    ).execute(arguments: [id(ofPage: number), Data(bytes)])
  }

  /// Encodes the blob of a page. Returns no bytes if no submission has a key.
  private func encode(_ page: [SubmissionKey]) -> [UInt8] {
    var bytes = Array<UInt8>(repeating: 0, count: Int(slots) / 8)
    bytes.reserveCapacity(bytes.count + page.count * keyBytes)
    var count = 0
    for (slot, key) in page.enumerated() where key.hash != 0 {
      bytes[slot >> 3] |= 1 << UInt8(slot & 7)
      bytes.append(low: UInt64(bitPattern: key.hash), bytes: 8)
      count += 1
    }
    if count == 0 { return [] }
    if list.isFormKey {
      for key in page where key.hash != 0 { bytes.append(low: UInt64(key.content), bytes: 4) }
    }
    return bytes
  }

  private func decode(
    _ bytes: [UInt8], _ number: Int64, into page: inout [SubmissionKey]
  ) throws(StoreError) {
    page.removeAll(keepingCapacity: true)
    let slots = Int(slots)
    let bitmap = slots / 8
    guard bytes.count > bitmap, (bytes.count - bitmap) % keyBytes == 0 else { throw .alteredKeys }
    let count = (bytes.count - bitmap) / keyBytes
    var next = 0
    var key = SubmissionKey(submission: number * Int64(slots), hash: 0)
    for slot in 0..<slots {
      if bytes[slot >> 3] >> UInt8(slot & 7) & 1 == 0 {
        key.hash = 0
        key.content = 0
      } else {
        guard next < count else { throw .alteredKeys }
        key.hash = Int64(bitPattern: bytes.number(at: bitmap + 8 * next, bytes: 8))
        if list.isFormKey {
          key.content = UInt32(
            truncatingIfNeeded: bytes.number(at: bitmap + 8 * count + 4 * next, bytes: 4))
        }
        guard key.hash != 0 else { throw .alteredKeys }
        next += 1
      }
      page.append(key)
      key.submission += 1
    }
    guard next == count else { throw .alteredKeys }
  }
}
