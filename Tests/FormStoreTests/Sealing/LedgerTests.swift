import FormHashing
import Foundation
import GRDB
import Testing

@testable import FormStore

/// The chain of events, and the columns that each kind of event seals.
@Suite struct LedgerTests {
  /// A database in memory with the schema of a store and one event.
  private func withDatabase<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try DatabaseQueue().inDatabase { db in
      try Migration.migrate(db, now: "2026-01-31T09:30:00Z")
      return try body(db)
    }
  }

  @Test func eventsAreSealedInOrder() throws {
    try withDatabase { db in
      try db.execute(sql: "INSERT INTO activity VALUES (7, 'read', NULL, '{}')")
      try db.execute(sql: "INSERT INTO activity VALUES (8, 'read', NULL, '[]')")
      for id in [7, 8] as [Int64] {
        let head = try Ledger.append(
          db, .activity, subject: id, at: "now", attribution: Attribution(by: "ana", reason: "why"))
        let sealed = try #require(
          try GRDB.Row.fetchOne(
            db,
            sql: """
              SELECT kind || ' ' || subject || ' ' || at || ' ' || "by" || ' ' || reason, digest, head
              FROM event WHERE number = ?
              """, arguments: [id - 5]))
        #expect(sealed[0] == "activity \(id) now ana why")
        #expect(Array(sealed[1] as Data) == (try Ledger.digest(db, of: .activity, subject: id)))
        #expect(Array(sealed[2] as Data) == head)
      }
      let heads = try SealedEvent.fetch(db, after: 0).map(\.head)
      #expect(Set(heads).count == 3)
    }
  }

  /// The head depends on each value of each event, and on their number.
  @Test func everyValueChangesTheHead() {
    func head(
      number: Int64 = 2, kind: String = "run", subject: Int64 = 3, at: String = "now",
      by: String? = "ana", reason: String? = "why", version: Int64 = 1, digest: [UInt8] = [4],
      before: [UInt8] = [1], after: [UInt8]? = nil
    ) -> [UInt8] {
      let event = EventHeader(
        number: number, kind: kind, subject: subject, at: at,
        attribution: Attribution(by: by, reason: reason), version: version)
      var events = HashTree()
      events.append(HashNode(.event, before))
      events.append(event.leaf(digest))
      if let after { events.append(HashNode(.event, after)) }
      return Ledger.head(events)
    }
    let heads = [
      head(), head(number: 3), head(kind: "plan"), head(subject: 2), head(at: "later"),
      head(by: "bo"), head(by: nil), head(by: ""), head(reason: nil),
      head(by: "why", reason: "ana"), head(version: 2), head(digest: [1]), head(before: [2]),
      head(after: [1]),
    ]
    #expect(Set(heads).count == heads.count)
    #expect(head() == head())
  }

  @Test func unknownVersionsHaveNoDigest() throws {
    let digest = try withDatabase { db in
      try Ledger.content(db, .store, subject: 1, version: 99)?.digest
    }
    #expect(digest == nil)
  }

  /// Columns that an event does not seal although it seals others of the same row.
  ///
  /// The salts, and what a purge deletes, are checked with the digests that depend on them.
  private static let unsealed: [EventKind: Set<String>] = [
    .run: ["block.salt", "block.withdrawn"], .discard: ["block.salt", "block.withdrawn"],
    .submission: ["span.last_submission", "submission.cells_of"],
    .comment: ["comment.text", "comment.salt"],
    .purge: [
      "resealed.salt", "intake_submission.idempotency_key", "intake_submission.salt",
      "superseded.last_submission",
    ],
  ]

  /// The tables that events seal as items.
  private static let items: [EventKind: [String]] = [
    .run: ["block"], .decision: ["decided"], .assignment: ["assigned"], .purge: ["purged"],
    .submission: ["submission", "key_page", "answer", "error"],
  ]

  @Test(arguments: EventKind.allCases)
  func everyColumnOfItsRowsIsSealed(_ kind: EventKind) throws {
    try withDatabase { db in
      try Self.fill(db)
      let subject = kind == .store ? Int64(Migration.all.count) : 1
      let sealed = try #require(try Ledger.digest(db, of: kind, subject: subject))
      /// Whether the digest changes, or the rows can no longer be read.
      func isFound(_ alteration: String) throws -> Bool {
        var isFound = true
        try db.inSavepoint {
          try db.execute(sql: alteration)
          isFound = (try? Ledger.digest(db, of: kind, subject: subject)) != sealed
          return .rollback
        }
        return isFound
      }
      var unsealed: Set<String> = []
      for table in Ledger.seal(of: kind).parts.map(\.table) + Self.items[kind, default: []] {
        let columns = try String.fetchAll(
          db, sql: "SELECT name FROM pragma_table_info('\(table)')")
        for column in columns where try !isFound(Self.alteration(table, column)) {
          unsealed.insert("\(table).\(column)")
        }
        let isDeletionFound = try isFound("DELETE FROM \(table)")
        #expect(isDeletionFound, "\(table)")
      }
      #expect(unsealed == Self.unsealed[kind, default: []])
    }
  }

  /// A statement that changes a column of all rows of a table.
  private static func alteration(_ table: String, _ column: String) -> String {
    """
    UPDATE \(table) SET "\(column)" = CASE typeof("\(column)")
      WHEN 'integer' THEN "\(column)" + 100 WHEN 'text' THEN "\(column)" || 'x'
      ELSE x'78' END
    """
  }

  /// Inserts a row with the id 1 into every table that events seal.
  private static func fill(_ db: Database) throws {
    let triggers = try String.fetchAll(
      db, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger'")
    for trigger in triggers { try db.execute(sql: "DROP TRIGGER \(trigger)") }
    try db.execute(
      sql: """
        PRAGMA foreign_keys = OFF;
        PRAGMA ignore_check_constraints = ON;
        INSERT INTO definition VALUES (1, 'form', 'people', 1);
        INSERT INTO version VALUES (1, 1, 1, '{}', '', '');
        INSERT INTO plan VALUES (1, 1, 1);
        INSERT INTO plan_rule VALUES (1, 0, 'id.range', 'range', 'id', 'error', 'x', '');
        INSERT INTO import VALUES (1, 1, 'file', 'a.csv', '/a.csv', 9, '', 0, 0, 'north', '35',
          1, ',', 'utf-8', '{}', '');
        INSERT INTO run VALUES (1, 'replay', 1, 1, '', '{}', 'weekly', '', '', 1);
        INSERT INTO intake VALUES (1, 1, '{}', '', '', '');
        INSERT INTO external_run VALUES (1, '', 9, 1, 1, 0, 0, 0, '{}', '{}');
        INSERT INTO run_end VALUES (1, 1, 1, 0, 0, 0, 0, 0, '[]', '', '');
        INSERT INTO run_rule VALUES (1, 1, '', 0, 0, '{}');
        INSERT INTO run_range VALUES (1, 1, 1, 0);
        INSERT INTO block VALUES (1, 0, 1, x'01', x'01', x'');
        INSERT INTO import_end VALUES (1, 1, 0, '', 9, 1, 0, 0, '');
        INSERT INTO import_column VALUES (1, 0, 'id', 'id');
        INSERT INTO span VALUES (1, 1, 1, 1);
        INSERT INTO correction VALUES (1, 0);
        INSERT INTO submission VALUES (1, 2, '["1"]', 1);
        INSERT INTO intake_submission VALUES (1, 1, '', 'web', 'k', x'01', 1, zeroblob(16));
        INSERT INTO answer VALUES (1, 1, 1, 1, 1, 1);
        INSERT INTO error VALUES (1, 1, 1, 'x', '{}');
        INSERT INTO decision VALUES (1, 'waive');
        INSERT INTO decided VALUES (1, 1, 'id.range');
        INSERT INTO assignment VALUES (1, 'ana');
        INSERT INTO assigned VALUES (1, 1);
        INSERT INTO comment VALUES (1, 1, 'id.range', 'really?', x'01', x'01');
        INSERT INTO purge VALUES (1);
        INSERT INTO erased_key VALUES (1, 1, 1);
        INSERT INTO purged VALUES (1, 1, 1);
        INSERT INTO resealed VALUES (1, 0, 1, x'01', x'01');
        INSERT INTO superseded VALUES (1, 1, 2);
        INSERT INTO discard VALUES (1);
        INSERT INTO retraction VALUES (1, 1, 1);
        INSERT INTO reinstatement VALUES (1);
        INSERT INTO activity VALUES (1, 'revoke', 1, '{}');
        """)
    let list = try KeyList.make(db, formID: 1, rule: "")
    try KeyPages(list).append(db, [SubmissionKey(submission: 1, hash: 5, content: 6)])
  }
}
