import FormBytes
import FormHashing
import FormRules
import GRDB
import Synchronization

struct StoreDump {
  let db: Database
  let write: ([UInt8]) throws -> Void
  var output: [UInt8] = []

  init(db: Database, write: @escaping ([UInt8]) throws -> Void) throws {
    self.db = db
    self.write = write
    try identifyCorrections()
  }

  /// Defines the SQL function `identity(import)`: the identity of an import of corrections without
  /// a file, such as repairs of a source, and NULL for others. It depends on what they correct and
  /// on the corrected records, but not on the numbers of submissions, of which the digest of the
  /// import is made.
  private func identifyCorrections() throws {
    let identities = Identities()
    db.add(
      function: DatabaseFunction("identity", argumentCount: 1) { values in
        Int64.fromDatabaseValue(values[0]).flatMap(identities.of)
      })
    let generated = try Int64.fetchAll(
      db, sql: "SELECT id FROM import WHERE kind = 'correction' AND file_name IS NULL ORDER BY id")
    // A correction corrects only earlier submissions.
    for importID in generated {
      var digest = Digest()
      try db.forEachRow(
        sql: """
          SELECT \(Self.location("c.corrects")), s.cells FROM span p
          JOIN correction c ON c.submission BETWEEN p.first_submission AND p.last_submission
          JOIN submission_content s ON s.id = c.submission
          WHERE p.import = ? ORDER BY c.submission
          """, arguments: [importID]
      ) { row in
        let location = try row.text(0)
        digest.update(Array("\(location)\n".utf8) + row.bytes(1) + [UInt8(ascii: "\n")])
      }
      identities.add(digest.bytes.hexadecimal, of: importID)
    }
  }

  /// The identities of imports of corrections without a file.
  private final class Identities: Sendable {
    private let known = Mutex<[Int64: String]>([:])

    func of(_ importID: Int64) -> String? { known.withLock { $0[importID] } }

    func add(_ identity: String, of importID: Int64) {
      known.withLock { $0[importID] = identity }
    }
  }

  mutating func flush() throws {
    try write(output)
    output.removeAll(keepingCapacity: true)
  }

  mutating func line(_ json: JSON) throws {
    json.write(to: &output)
    try endLine()
  }

  mutating func endLine() throws {
    output.append(UInt8(ascii: "\n"))
    if output.count >= 1 << 16 { try flush() }
  }

  mutating func definitions() throws {
    try db.forEachRow(
      sql: """
        SELECT d.kind, d.name, v.number, v.content FROM definition d
        JOIN version v ON v.definition = d.id ORDER BY d.kind, d.name, v.number
        """
    ) { row in
      try line(
        .object([
          "kind": .string(row.text(0)), "name": .string(row.text(1)),
          "version": .integer(row.integer(2)), "content": .number(row.text(3)),
        ]))
    }
  }

  /// Returns an expression that identifies a submission: the digest of its import's file, or the
  /// import's identity, and its record number.
  static func location(_ id: String) -> String {
    """
    (SELECT coalesce(identity(i.id), e.sha256, i.kind) || '#' || (p.first_record + \(id) - p.first_submission)
      FROM span p JOIN import i ON i.id = p.import LEFT JOIN import_end e ON e.import = i.id
      WHERE p.first_submission = \(SQLFragments.rangeStart(of: id)))
    """
  }

  /// Returns a condition: a submission does not belong to a retracted import.
  private static func isEffective(_ id: String) -> String {
    "\(SQLFragments.importID(of: id)) NOT IN (SELECT import FROM retracted_import)"
  }

  mutating func corrections() throws {
    try rows(
      "SELECT \(Self.location("submission")), \(Self.location("corrects")) "
        + "FROM effective_correction ORDER BY 1, 2",
      ["correction", "corrects"])
  }

  mutating func decisions() throws {
    try rows(
      """
      SELECT x.kind, \(Self.location("d.submission")), d.rule, e.reason, e."by" FROM decided d
      JOIN decision x ON x.id = d.decision
      JOIN event e ON e.kind = 'decision' AND e.subject = x.id
      WHERE \(Self.isEffective("d.submission")) ORDER BY x.id, 2, 3
      """, ["decision", "submission", "rule", "reason", "by"])
  }

  mutating func assignments() throws {
    try rows(
      """
      SELECT a.assignee, \(Self.location("d.submission")), e.reason, e."by" FROM assigned d
      JOIN assignment a ON a.id = d.assignment
      JOIN event e ON e.kind = 'assignment' AND e.subject = a.id
      WHERE \(Self.isEffective("d.submission")) ORDER BY a.id, 2
      """, ["assignee", "submission", "reason", "by"])
  }

  mutating func comments() throws {
    try rows(
      """
      SELECT c.text, \(Self.location("c.submission")), c.rule, e."by" FROM comment c
      JOIN event e ON e.kind = 'comment' AND e.subject = c.id
      WHERE \(Self.isEffective("c.submission")) ORDER BY c.id
      """, ["comment", "submission", "rule", "by"])
  }

  private mutating func rows(_ sql: String, _ names: [String]) throws {
    try db.forEachRow(sql: sql) { row in
      try line(.object(names.enumerated().map { .init($1, .optional(try row[$0] as String?)) }))
    }
  }
}
