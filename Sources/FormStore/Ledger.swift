import Foundation
import GRDB

/// What an event of the chain is about; its subject is the id of a row.
package enum EventKind: String, CaseIterable, Sendable {
  /// The store itself, as far as a number of migrations.
  case store
  /// A version of a form or rule set.
  case definition
  /// A rule set bound to a form, its rules in words.
  case plan
  /// The beginning of an import or intake.
  case `import`
  /// The end of an import or replay.
  case run
  /// A single submission.
  case submission
  /// What somebody decided about failures.
  case decision
  /// That cells are gone.
  case purge
  /// The end of an import that was given up.
  case discard
}

/// The chain of events. Each seals the rows that it is about, by the same queries when it is written and
/// when it is verified, who did it and why, and the event before it.
enum Ledger {
  /// What events of each kind seal, by version, made once: a store may have many thousands of events.
  /// An event is verified by the version that it was sealed by, so that a migration can add tables and
  /// columns.
  private static let partsOfVersions: [Int64: [EventKind: [Part]]] = [
    1: Dictionary(uniqueKeysWithValues: EventKind.allCases.map { ($0, parts1($0)) })
  ]

  /// The version that new events are sealed by.
  static let version: Int64 = 1

  /// What an event states: SHA-256 over its rows.
  ///
  /// - Parameters:
  ///   - version: that the event was sealed by.
  ///   - count: called with each table and the number of its rows, unless they are shared.
  /// - Returns: nil for a version that this program does not know.
  static func digest(
    _ db: Database, _ kind: EventKind, _ subject: Int64, version: Int64 = version,
    count: (String, Int) -> Void = { _, _ in }
  ) throws -> [UInt8]? {
    guard let parts = partsOfVersions[version]?[kind] else { return nil }
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

  /// The head of an event: SHA-256 over it and the head before.
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

  /// Seals what an event is about, all of whose rows have been written.
  ///
  /// - Returns: the head of the chain.
  @discardableResult
  static func append(
    _ db: Database, _ kind: EventKind, _ subject: Int64, at: String, _ attribution: Attribution
  ) throws -> [UInt8] {
    let last = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT number, head FROM event ORDER BY number DESC LIMIT 1"))
    let number = 1 + (try last?[0] ?? 0 as Int64)
    let previous = try last.map { Array(try $0[1] as Data) } ?? []
    let digest = try digest(db, kind, subject) ?? []
    let head = head(
      previous: previous, number: number, kind.rawValue, subject, at: at, attribution,
      version: version, digest: digest)
    try db.cachedStatement(
      sql: """
        INSERT INTO event (number, kind, subject, at, "by", reason, version, digest, head)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [
        number, kind.rawValue, subject, at, attribution.by, attribution.reason, version,
        Data(digest), Data(head),
      ])
    return head
  }
}
