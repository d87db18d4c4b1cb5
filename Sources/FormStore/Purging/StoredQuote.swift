import FormRules
import GRDB

/// A quote of a value of another submission in an error: the most frequent value of the group
/// (`depends`), or a more frequent value that the submission's own value resembles (`resembles`).
package struct StoredQuote: Sendable {
  var runID: Int64
  var submission: Int64
  var rule: Int64
  /// Whether the run is finished or its import was discarded, so that its seal can be renewed.
  package var isErasable: Bool
}

extension Store {
  /// Returns the errors that quote a value of the submissions.
  ///
  /// - Complexity: Proportional to the errors of the runs of the submissions' forms with such
  ///   rules, and to the submissions.
  package func quotes(of ids: [ClosedRange<Int64>]) throws(StoreError) -> [StoredQuote] {
    try read { db in
      let quotes = try quotes(db, inFormsOf: ids)
      if quotes.isEmpty { return [] }
      let sought = Set(quotes.map(\.value))
      var quoted: Set<[UInt8]> = []
      for range in ids {
        try db.forEachRow(
          sql: """
            SELECT CAST(c.atom AS TEXT) FROM submission_content s, json_each(s.cells) c
            WHERE s.id BETWEEN ? AND ? AND c.atom IS NOT NULL
            """, arguments: [range.lowerBound, range.upperBound]
        ) { row in
          for text in row.bytes(0).quotations where sought.contains(text) {
            quoted.insert(text)
          }
        }
      }
      return quotes.filter { quoted.contains($0.value) }.map(\.error)
    }
  }

  private func quotes(
    _ db: Database, inFormsOf ids: [ClosedRange<Int64>]
  ) throws -> [(error: StoredQuote, value: [UInt8])] {
    var forms: Set<Int64> = []
    for range in ids {
      try db.forEachRow(
        sql: """
          SELECT DISTINCT i.form FROM span s JOIN import i ON i.id = s.import
          WHERE s.first_submission <= ? AND s.last_submission >= ?
          """, arguments: [range.upperBound, range.lowerBound]
      ) { forms.insert(try $0.integer(0)) }
    }
    return try forms.sorted().flatMap { form in
      try db.mapRows(
        sql: """
          SELECT r.id, e.submission, e.rule,
            x.run IS NOT NULL OR r.import IN (SELECT import FROM discard),
            json_extract(e.arguments, '$.mode')
          FROM version v JOIN plan p ON p.form_version = v.id
          JOIN plan_rule l ON l.plan = p.id AND l.kind IN ('depends', 'resembles')
          JOIN run r ON r.plan = p.id LEFT JOIN run_end x ON x.run = r.id
          JOIN error e ON e.run = r.id AND e.rule = l.position
          WHERE v.definition = ? AND json_extract(e.arguments, '$.mode') IS NOT NULL
          """, arguments: [form]
      ) { row in
        let error = try StoredQuote(
          runID: row.integer(0), submission: row.integer(1), rule: row.integer(2),
          isErasable: row.optionalInteger(3) == 1)
        return (error, row.bytes(4))
      }
    }
  }

  /// Removes the quoted values from errors. The caller seals their blocks again.
  static func erase(_ quotes: [StoredQuote], _ db: Database) throws {
    let update = try db.cachedStatement(
      sql: """
        UPDATE error SET arguments = json_remove(arguments, '$.mode')
        WHERE run = ? AND submission = ? AND rule = ?
        """)
    for quote in quotes {
      try update.execute(arguments: [quote.runID, quote.submission, quote.rule])
    }
  }
}
