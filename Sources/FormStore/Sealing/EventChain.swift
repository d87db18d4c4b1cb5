import GRDB

/// The end of the chain of events, to which new ones are appended.
struct EventChain {
  /// The number of the last event, or 0.
  private var number: Int64 = 0
  /// The head of the last event, or empty.
  private var head: [UInt8] = []
  private let insertion: Statement

  init(_ db: Database) throws {
    // A failed insertion of one row changes nothing that an abort would restore.
    insertion = try db.cachedStatement(
      sql: """
        INSERT OR FAIL INTO event (number, kind, subject, at, "by", reason, version, digest, head)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    try db.forEachRow(sql: "SELECT number, head FROM event ORDER BY number DESC LIMIT 1") { row in
      number = row.integer(0)
      head = row.bytes(1)
    }
    guard (0...Row.largestNumber).contains(number) else {
      throw StoreError.damaged("the number of an event is out of range")
    }
  }

  /// Appends an event with the digest of its rows, all of which must have been written.
  ///
  /// - Returns: The new head.
  mutating func append(
    _ kind: EventKind, _ subject: Int64, at: String, _ attribution: Attribution, digest: [UInt8]
  ) throws -> [UInt8] {
    number += 1
    head = Ledger.head(
      previous: head, number: number, kind.rawValue, subject, at: at, attribution,
      version: Ledger.version, digest: digest)
    try insertion.execute { values in
      values.add(number)
      values.add(kind.rawValue)
      values.add(subject)
      values.add(at)
      values.add(attribution.by)
      values.add(attribution.reason)
      values.add(Ledger.version)
      values.add(digest)
      values.add(head)
    }
    return head
  }
}
