import Foundation
import GRDB

/// The kind of an event in the chain.
///
/// The subject of an event is the id of a row, or for `store` the number of migrations.
/// `Ledger.parts` lists the rows that each kind seals.
package enum EventKind: String, CaseIterable, Sendable {
  case store, definition, plan, `import`, run, submission, decision, purge, discard, activity,
    retraction, reinstatement
}

/// The chain of events.
///
/// Each event seals its rows, its attribution and the preceding event. The same queries read the
/// rows when the event is written and when it is verified.
enum Ledger {
  /// The parts that events of each kind seal. Built once, because a store may have many thousands
  /// of events.
  private static let partsOfKinds = Dictionary(
    uniqueKeysWithValues: EventKind.allCases.map { ($0, parts($0)) })

  /// The version of the list of parts, which each event records. A migration that adds tables or
  /// columns to the seals adds a version, and events of earlier versions keep their parts.
  static let version: Int64 = 1

  /// Returns the SHA-256 digest of an event's rows.
  ///
  /// - Parameters:
  ///   - version: The version that sealed the event.
  ///   - count: Called with each table and the number of its rows, unless they are shared.
  /// - Returns: The digest, or nil if this program does not support the version.
  static func digest(
    _ db: Database, _ kind: EventKind, _ subject: Int64, version: Int64 = version,
    count: (String, Int) -> Void = { _, _ in }
  ) throws -> [UInt8]? {
    guard version == self.version, let parts = partsOfKinds[kind] else { return nil }
    var digest = RowDigest("formrec.\(kind.rawValue).\(version)")
    digest.add(subject)
    for part in parts {
      if let key = part.keys {
        digest.add(part.table)
        digest.add(try key(db, subject))
        continue
      }
      let arguments: StatementArguments =
        part.isWhole ? StatementArguments() : ["subject": subject]
      digest.add(part.table)
      let rows = try digest.addRows(db, part.sql, arguments)
      if !part.isShared { count(part.table, rows) }
    }
    return digest.finish()
  }

  /// Returns the head of an event: the SHA-256 digest of the event and the previous head.
  static func head(
    previous: [UInt8], number: Int64, _ kind: String, _ subject: Int64, at: String,
    _ attribution: Attribution, version: Int64, digest: [UInt8]
  ) -> [UInt8] {
    var head = RowDigest("formrec.event")
    head.add(previous)
    head.add(number)
    head.add(kind)
    head.add(subject)
    head.add(at)
    head.add(attribution.by)
    head.add(attribution.reason)
    head.add(version)
    head.add(digest)
    return head.finish()
  }

  /// Seals an event.
  ///
  /// All of its rows must have been written.
  ///
  /// - Returns: The head of the chain.
  @discardableResult
  static func append(
    _ db: Database, _ kind: EventKind, _ subject: Int64, at: String, _ attribution: Attribution
  ) throws -> [UInt8] {
    var chain = try EventChain(db)
    return try chain.append(
      kind, subject, at: at, attribution, digest: try digest(db, kind, subject) ?? [])
  }
}
