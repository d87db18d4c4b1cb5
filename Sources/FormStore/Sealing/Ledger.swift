import FormHashing
import GRDB

/// The chain of events.
///
/// Each event seals its rows and its attribution, and is a leaf of a hash tree. The root of the
/// tree, the head, covers all preceding events. The same statements read the rows when the event is
/// written and when it is verified, except that a single submission is sealed from the values that
/// are inserted (`SealedSubmission`).
enum Ledger {
  /// What events of each kind seal. Built once, because a store may have many thousands of events.
  static let seals = Dictionary(
    uniqueKeysWithValues: EventKind.allCases.map { ($0, seal(of: $0)) })

  /// The version of the list of parts, which each event records. A migration that adds tables or
  /// columns to the seals adds a version, and events of earlier versions keep their parts.
  static let version: Int64 = 1

  /// Returns what an event seals.
  ///
  /// - Parameters:
  ///   - version: The version that sealed the event.
  ///   - count: Called with each table and the number of its rows, unless they are shared.
  /// - Returns: The content, or nil if this program does not support the version.
  static func content(
    _ db: Database, _ kind: EventKind, subject: Int64, version: Int64 = version,
    count: (String, Int) -> Void = { _, _ in }
  ) throws -> EventContent? {
    guard version == self.version, let seal = seals[kind] else { return nil }
    var rest = RowDigest("formrec.\(kind.rawValue).\(version)")
    rest.add(subject)
    for part in seal.parts {
      let arguments: StatementArguments =
        part.isWhole ? StatementArguments() : ["subject": subject]
      rest.add(part.table)
      let rows = try rest.addRows(db, part.sql, arguments: arguments)
      if !part.isShared { count(part.table, rows) }
    }
    let (statement, items) = try statement(db, kind, subject: subject)
    if let table = seal.items { count(table, items.count) }
    return EventContent(statement, items, rest: rest)
  }

  /// Returns the digest of what an event seals.
  static func digest(
    _ db: Database, of kind: EventKind, subject: Int64
  ) throws -> [UInt8]? {
    try content(db, kind, subject: subject)?.digest
  }

  /// Returns the head after an event: the digest of the tree over all events up to it.
  static func head(_ events: HashTree) -> [UInt8] {
    head(count: events.count, root: events.root)
  }

  /// Returns the head of a number of events.
  static func head(count: Int, root: HashNode) -> [UInt8] {
    Digest.of([HashNode.Domain.head.rawValue] + UInt64(count).littleEndianBytes + root.bytes)
  }

  /// Seals an event.
  ///
  /// All of its rows must have been written.
  ///
  /// - Returns: The head of the chain.
  @discardableResult
  static func append(
    _ db: Database, _ kind: EventKind, subject: Int64, at: String, attribution: Attribution
  ) throws -> [UInt8] {
    var chain = try EventChain(db)
    return try chain.append(
      kind, subject, at: at, attribution: attribution,
      digest: try digest(db, of: kind, subject: subject) ?? [])
  }
}
