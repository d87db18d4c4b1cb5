package import FormBytes
import FormRules
import GRDB

/// What the correction of a submission depends on.
package struct CorrectableSubmission: Sendable {
  package var importID: Int64
  package var line: Int64
  /// The cells as a JSON array.
  package var json: [UInt8]
  /// The bytes of a record that the reader could not parse.
  package var raw: [UInt8]?
  /// The reason why the reader could not parse it.
  package var fault: FaultCode?
  /// The time of the purge that deleted the cells.
  package var purgedAt: String?
  /// The verdicts of all finished runs, oldest first.
  package var verdicts: [Verdict] = []

  /// The rules that fail in a run.
  package struct Verdict: Hashable, Sendable {
    package var planID: Int64
    /// The positions of the rules, in ascending order.
    package var rules: [Int] = []
  }
}

extension Store {
  /// Returns the submissions with these ids. Two statements read all of them.
  package func correctableSubmissions(
    _ ids: some Sequence<Int64>
  ) throws(StoreError) -> [Int64: CorrectableSubmission] {
    let list = SQLFragments.jsonArray(of: ids)
    return try read { db in
      var submissions = try db.dictionary(
        sql: """
          SELECT s.id, p.import, s.line, CAST(s.cells AS BLOB), m.raw,
            (SELECT o.at FROM event o WHERE o.kind = 'purge' AND o.subject = (
              SELECT CASE WHEN g.last_submission >= s.id THEN g.purge END FROM purged g
              WHERE g.first_submission <= s.id ORDER BY g.first_submission DESC LIMIT 1))
          FROM json_each(?) j
          CROSS JOIN submission_content s ON s.id = j.value
          CROSS JOIN span p ON p.first_submission = \(SQLFragments.rangeStart(of: "s.id"))
          LEFT JOIN malformed m ON m.submission = s.id
          """, arguments: [list]
      ) { row in
        try (
          row.integer(0),
          CorrectableSubmission(
            importID: row.integer(1), line: row.integer(2), json: row.bytes(3),
            raw: row.isNull(4) ? nil : row.bytes(4), purgedAt: row.optionalText(5))
        )
      }
      var last: (submission: Int64, run: Int64)?
      try db.forEachRow(
        sql: """
          WITH RECURSIVE named (id) AS (SELECT value FROM json_each(?)), \(SQLFragments.judged)
          SELECT j.submission, j.run, j.plan, x.rule, x.code
          FROM judged j
          LEFT JOIN error x ON x.run = j.run AND x.submission = j.submission
          ORDER BY j.submission, j.event, j.run, x.rule
          """, arguments: [list]
      ) { row in
        let (id, run) = try (row.integer(0), row.integer(1))
        if last?.submission != id || last?.run != run {
          last = (id, run)
          submissions[id]?.verdicts.append(.init(planID: try row.integer(2)))
        }
        guard let rule = try row.optionalInteger(3),
          let verdict = submissions[id]?.verdicts.indices.last
        else { return }
        submissions[id]?.verdicts[verdict].rules.append(Int(rule))
        if Int(rule) == Plan.readerPosition, let code = try row.optionalText(4) {
          submissions[id]?.fault = FaultCode(rawValue: code)
        }
      }
      return submissions
    }
  }
}
