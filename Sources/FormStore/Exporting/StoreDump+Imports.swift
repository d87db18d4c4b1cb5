import FormRules
import Foundation
import GRDB

/// The imports of a dump, with their submissions and verdicts.
extension StoreDump {
  mutating func imports() throws {
    var imports = try db.mapRows(sql: Self.selectImports, Import.init)
    // Equal imports, deliberately recorded again, keep their order of arrival.
    imports.sort { ($0.text, $0.id) < ($1.text, $1.id) }
    for stored in imports {
      let columns = try ImportColumn.all(db, ofImport: stored.id)
      try line(.object(["import": stored.header]))
      if stored.isIntake {
        try intake(stored.id, columns)
      } else {
        try line(
          .object([
            "columns": .array(columns.map { .array([.string($0.header), .optional($0.field)]) })
          ]))
        try submissions(stored.id)
      }
    }
  }

  private static let selectImports = """
    SELECT i.id, i.kind, f.name || '@' || fv.number, s.name || '@' || v.number, i.source,
      i.batch, o."by", o.reason, i.options, i.again, r.parameters, r.scenario,
      coalesce(identity(i.id), e.sha256), e.records,
      e.malformed, e.blank_lines, w.sha256, w.records, w.accepted, w.by_rule
    FROM import i
    JOIN run r ON r.import = i.id
    JOIN plan l ON l.id = r.plan
    \(SQLFragments.versionsOfPlan)
    LEFT JOIN import_end e ON e.import = i.id
    LEFT JOIN external_run w ON w.import = i.id
    LEFT JOIN event o ON o.kind = 'import' AND o.subject = i.id AND i.kind <> 'intake'
    WHERE (e.import IS NOT NULL OR i.kind = 'intake')
      AND i.id NOT IN (SELECT import FROM retracted_import)
    """

  private struct Import {
    let id: Int64
    let isIntake: Bool
    let header: JSON
    /// The header as text, by which imports are sorted.
    let text: String

    /// The keys of the header, for the columns after the id.
    private static let names = [
      "kind", "form", "rules", "source", "batch", "by", "reason", "options", "again", "parameters",
      "scenario", "sha256", "records", "malformed", "blankLines", "externalSHA256",
      "externalRecords", "externalAccepted", "externalByRule",
    ]

    /// - Parameter row: A row of `selectImports`.
    init(_ row: StatementRow) throws {
      let kind: ImportKind = try row.value(1)
      id = try row.integer(0)
      isIntake = kind == .intake
      header = .object(
        try Self.names.enumerated().compactMap { index, name -> JSON.Member? in
          if name == "kind" { return JSON.Member(name, .string(kind.rawValue)) }
          if name.hasPrefix("external"), kind != .externalRun { return nil }
          return switch (try row[index + 1] as DatabaseValue).storage {
          case .int64(let number): JSON.Member(name, .integer(number))
          case .string(let text): JSON.Member(name, .string(text))
          default: JSON.Member(name, .null)
          }
        })
      text = header.text
    }
  }

  private mutating func submissions(_ importID: Int64) throws {
    for span in try SubmissionSpan.all(db, ofImport: importID) {
      for part in try parts(span.ids) {
        let verdicts = try verdicts(part, importID)
        try db.forEachRow(
          sql: """
            SELECT s.id, s.line, s.cells, m.raw, m.line, m."column", m.byte FROM submission_content s
            LEFT JOIN malformed m ON m.submission = s.id
            WHERE s.id BETWEEN ? AND ? ORDER BY s.id
            """, arguments: [part.lowerBound, part.upperBound]
        ) { row in
          let (id, line) = try (row.integer(0), row.integer(1))
          let record = span.firstRecord + id - span.ids.lowerBound
          output += Array(#"{"record":\#(record),"line":\#(line),"cells":"#.utf8)
          row.appendBytes(2, to: &output)
          output += try Self.malformedText(row).utf8
          output += Array(#","verdicts":"#.utf8)
          JSON.array(verdicts[id] ?? []).write(to: &output)
          output.append(UInt8(ascii: "}"))
          try endLine()
        }
      }
    }
  }

  private static func malformedText(_ row: StatementRow) throws -> String {
    if row.isNull(3) { return "" }
    let raw = Data(row.bytes(3)).base64EncodedString()
    let location = try (4...6).map { String(try row.integer($0)) }.joined(separator: ",")
    return #","malformed":["\#(raw)",\#(location)]"#
  }

  /// Returns the existing submissions within a range, in ranges of at most a thousand ids.
  private func parts(_ ids: ClosedRange<Int64>) throws -> [ClosedRange<Int64>] {
    let last = try Int64.fetchOne(
      db, sql: "SELECT max(id) FROM submission WHERE id <= ?", arguments: [ids.upperBound])
    guard let last, last >= ids.lowerBound else { return [] }
    return stride(from: ids.lowerBound, through: last, by: 1_000).map {
      $0...min(last, $0 + 999)
    }
  }

  /// Writes single submissions, ordered by their content.
  ///
  /// Cells are sorted by field, because columns are in the order of arrival.
  private mutating func intake(_ importID: Int64, _ columns: [ImportColumn]) throws {
    var lines: [String] = []
    for ids in try SubmissionSpan.ranges(db, ofImport: importID).flatMap({ try parts($0) }) {
      let verdicts = try verdicts(ids, importID)
      var stored: [(id: Int64, columns: [JSON], fields: [JSON.Member])] = []
      try db.forEachRow(
        sql: """
          SELECT n.submission, n.source, o."by", o.reason, n.idempotency_key, j.key, s.cells -> j.key
          FROM intake_submission n
          JOIN event o ON o.kind = 'submission' AND o.subject = n.submission
          JOIN submission s ON s.id = n.submission
          LEFT JOIN json_each(s.cells) j ON j.type <> 'null'
          WHERE n.submission BETWEEN ? AND ? ORDER BY n.submission
          """, arguments: [ids.lowerBound, ids.upperBound]
      ) { row in
        let id = try row.integer(0)
        if stored.last?.id != id {
          let texts = try (1...4).map { JSON.optional(try row.optionalText($0)) }
          stored.append((id: id, columns: texts, fields: []))
        }
        guard let position = try row.optionalInteger(5).map({ Int($0) }),
          columns.indices.contains(position)
        else { return }
        stored[stored.count - 1].fields.append(
          .init(columns[position].header, .number(try row.text(6))))
      }
      for submission in stored {
        lines.append(
          JSON.object([
            "fields": .object(submission.fields.sorted { $0.key < $1.key }),
            "source": submission.columns[0], "by": submission.columns[1],
            "reason": submission.columns[2], "key": submission.columns[3],
            "verdicts": .array(verdicts[submission.id] ?? []),
          ]).text)
      }
    }
    for text in lines.sorted() {
      output += Array(text.utf8)
      try endLine()
    }
  }

  /// Returns the verdicts of each finished run for a range of submissions, oldest run first.
  private func verdicts(
    _ ids: ClosedRange<Int64>, _ importID: Int64
  ) throws -> [Int64: [JSON]] {
    let runs = try db.mapRows(
      sql: """
        SELECT r.id, r.kind, r.import, f.name || '@' || fv.number, s.name || '@' || v.number
        FROM run r
        JOIN plan l ON l.id = r.plan
        \(SQLFragments.versionsOfPlan)
        LEFT JOIN event e ON e.kind = 'run' AND e.subject = r.id
        WHERE r.import = ?1 OR (r.kind = 'replay' AND e.number IS NOT NULL)
        ORDER BY coalesce(e.number, 0)
        """, arguments: [importID]
    ) { row in
      try (
        id: row.integer(0), kind: row.value(1) as RunKind, importID: row.optionalInteger(2),
        form: row.text(3), rules: row.text(4)
      )
    }
    var result: [Int64: [JSON]] = [:]
    for run in runs {
      let covered = try run.importID == importID ? [ids] : covered(run.id, ids)
      guard !covered.isEmpty else { continue }
      var errors: [Int64: [JSON]] = [:]
      try db.forEachRow(
        sql: """
          SELECT e.submission, p.rule, p.severity, coalesce(e.code, p.code), e.arguments
          FROM error e
          JOIN run r ON r.id = e.run
          JOIN plan_rule p ON p.plan = r.plan AND p.position = e.rule
          WHERE e.run = ? AND e.submission BETWEEN ? AND ? ORDER BY e.submission, e.rule
          """, arguments: [run.id, ids.lowerBound, ids.upperBound]
      ) { row in
        errors[try row.integer(0), default: []].append(
          .array(try (1...4).map { .optional(try row.optionalText($0)) }))
      }
      let answers = try answers(run.id, ids)
      for range in covered {
        for submission in range {
          var members: [JSON.Member] = [
            .init("kind", .string(run.kind.rawValue)), .init("form", .string(run.form)),
            .init("rules", .string(run.rules)), .init("errors", .array(errors[submission] ?? [])),
          ]
          if let answers = answers[submission] { members.append(.init("answers", .array(answers))) }
          result[submission, default: []].append(.object(members))
        }
      }
    }
    return result
  }

  /// Returns the answers of services in a run, by submission and in the order of rules.
  ///
  /// Requests are omitted, because their hashes depend on the store's own key.
  private func answers(_ runID: Int64, _ ids: ClosedRange<Int64>) throws -> [Int64: [JSON]] {
    var answers: [Int64: [JSON]] = [:]
    try db.forEachRow(
      sql: """
        SELECT a.submission, p.rule, a.outcome FROM answer a
        JOIN run r ON r.id = a.run
        JOIN plan_rule p ON p.plan = r.plan AND p.position = a.rule
        WHERE a.submission BETWEEN ? AND ? AND a.run = ? ORDER BY a.submission, a.rule, a.outcome
        """, arguments: [ids.lowerBound, ids.upperBound, runID]
    ) { row in
      let outcome = try RecordedAnswers.outcome(row.integer(2))
      answers[try row.integer(0), default: []].append(
        .array([.string(try row.text(1)), .string(outcome.name)]))
    }
    return answers
  }

  private func covered(
    _ runID: Int64, _ ids: ClosedRange<Int64>
  ) throws -> [ClosedRange<Int64>] {
    try db.mapRows(
      sql: """
        SELECT max(first_submission, ?2), min(last_submission, ?3) FROM run_range
        WHERE run = ?1 AND first_submission <= ?3 AND last_submission >= ?2
          AND first_submission >= coalesce((
            SELECT max(first_submission) FROM run_range
            WHERE run = ?1 AND first_submission <= ?2), 0)
        ORDER BY first_submission
        """, arguments: [runID, ids.lowerBound, ids.upperBound]
    ) { try $0.ids() }
  }
}
