import FormRules
import GRDB

extension StoreVerification {
  /// Returns a problem if derived data, which makes reading fast, does not follow from the rest.
  ///
  /// - Parameter forms: The latest version of each form.
  package func derivedProblem(_ forms: [StoredForm]) throws(StoreError) -> StoreProblem? {
    try store.read { db in
      try Self.currentProblem(db) ?? Self.shownImportProblem(db)
        ?? Self.intakeProblem(db) ?? Self.mappingProblem(db, forms) ?? Self.waiverProblem(db)
        ?? KeyVerification(db).problem() ?? StatusVerification(db).problem()
        ?? ReplayedImportCounts.problem(db) ?? Self.retractionProblem(db) ?? SharedCells.problem(db)
    }
  }

  /// The number of ranges compared at a time.
  ///
  /// Replays of rejected submissions leave hundreds of thousands.
  private static let window = 32_768

  private static func currentProblem(_ db: Database) throws -> StoreProblem? {
    var low = Int64.min
    while true {
      let found = try CurrentRangeTable.read(db, from: low, limit: window)
      let isLast = found.count < window
      let high = isLast ? .max : found.map(\.ids.upperBound).max() ?? .max
      if let problem = try currentProblem(db, found, window: low...high) { return problem }
      if isLast || high == .max { return nil }
      low = high + 1
    }
  }

  /// Returns a problem if the ranges do not follow from the spans and runs in the window.
  private static func currentProblem(
    _ db: Database, _ found: [CurrentRange], window: ClosedRange<Int64>
  ) throws -> StoreProblem? {
    let arguments: StatementArguments = ["low": window.lowerBound, "high": window.upperBound]
    var unfinished: [CurrentRange] = []
    var finished: [SubmissionSpan] = []
    try db.forEachRow(
      sql: """
        SELECT first_submission, last_submission, import, first_record,
          EXISTS (SELECT 1 FROM progress g WHERE g.import = span.import)
        FROM span
        WHERE import NOT IN (SELECT import FROM discard UNION ALL SELECT import FROM retracted_import)
          AND first_submission <= :high AND last_submission >= :low ORDER BY first_submission
        """, arguments: arguments
    ) { row in
      let whole = try CurrentRange(
        ids: row.ids(), importID: row.integer(2), firstRecord: row.integer(3))
      let span = whole.part(whole.ids.clamped(to: window))
      if try row.integer(4) == 1 { unfinished.append(span) }
      finished.append(
        SubmissionSpan(ids: span.ids, importID: span.importID, firstRecord: span.firstRecord))
    }
    var expected = try CurrentRangeTable.derived(db, finished, window: window) + unfinished
    expected.sort { $0.ids.lowerBound < $1.ids.lowerBound }
    if expected == found { return nil }
    let difference = zip(expected, found).first { $0 != $1 }
    return problem(difference?.1.ids.lowerBound ?? (expected + found).last?.ids.lowerBound)
  }

  private static func problem(_ submission: Int64?) -> StoreProblem {
    StoreProblem(
      .derived, table: "current", row: submission,
      "the current verdicts were altered" + (submission.map { ", at submission \($0)" } ?? ""))
  }

  /// Returns a problem if the views show an import with other columns or another state.
  private static func shownImportProblem(_ db: Database) throws -> StoreProblem? {
    var problem: StoreProblem?
    // Most imports share their columns, so each mapping is read once.
    var columnsOfMapping: [Int64: [ImportColumn]?] = [:]
    func columns(ofMapping row: StatementRow) throws -> [ImportColumn]? {
      let mapping = try row.integer(1)
      if let known = columnsOfMapping[mapping] { return known }
      // Altered columns differ from those of the import.
      let columns = ImportColumnTable.decoded(row.bytes(3))
      columnsOfMapping[mapping] = .some(columns)
      return columns
    }
    try db.forEachRow(
      sql: """
        SELECT i.id, x.mapping, x.mapping IS NULL OR (
            m.form IS i.form AND x.state IS nullif(\(ImportState.sql(of: "i.id")), 'finished')),
          m.columns, EXISTS (SELECT 1 FROM span p WHERE p.import = i.id)
        FROM import i
        LEFT JOIN shown_import x ON x.import = i.id
        LEFT JOIN mapping m ON m.id = x.mapping
        UNION ALL
        SELECT import, mapping, 0, NULL, 0 FROM shown_import
        WHERE import NOT IN (SELECT id FROM import)
        """, while: { problem == nil }
    ) { row in
      let (id, isShown) = (try row.integer(0), !row.isNull(1))
      let isCorrect =
        try row.integer(2) == 1
        && (isShown
          ? columns(ofMapping: row) == ImportColumn.all(db, ofImport: id) : row.integer(4) == 0)
      if isCorrect { return }
      problem = StoreProblem(
        .derived, table: "shown_import", row: id,
        "the columns or the state of import \(id) for views were altered")
    }
    return problem
  }

  /// Returns a problem if the corrections that are not in effect are not those of retracted
  /// imports.
  private static func retractionProblem(_ db: Database) throws -> StoreProblem? {
    let wrong = try Int64.fetchOne(
      db,
      sql: """
        WITH expected (submission) AS (
          SELECT c.submission FROM retracted_import r JOIN span s ON s.import = r.import
          JOIN correction c ON c.submission BETWEEN s.first_submission AND s.last_submission)
        SELECT submission FROM (
          SELECT submission FROM expected
          WHERE submission NOT IN (SELECT submission FROM retracted_correction)
          UNION ALL
          SELECT submission FROM retracted_correction
          WHERE submission NOT IN (SELECT submission FROM expected))
        LIMIT 1
        """)
    return wrong.map {
      StoreProblem(
        .derived, table: "retracted_correction", row: $0,
        "whether correction \($0) is in effect was altered")
    }
  }

  /// Returns a problem if the names of an intake are not those of its columns.
  private static func intakeProblem(_ db: Database) throws -> StoreProblem? {
    let intakes = try db.mapRows(sql: "SELECT import, names FROM intake") {
      try (id: $0.integer(0), names: $0.text(1))
    }
    for intake in intakes {
      guard intake.names == IntakeStart.names(of: try ImportColumn.all(db, ofImport: intake.id))
      else {
        return StoreProblem(
          .derived, table: "intake", row: intake.id,
          "the names of the columns of intake \(intake.id) were altered")
      }
    }
    return nil
  }

  /// Returns a problem if mappings of columns to fields do not follow from the latest forms.
  private static func mappingProblem(
    _ db: Database, _ forms: [StoredForm]
  ) throws -> StoreProblem? {
    for stored in forms {
      let form = stored.form
      let mappings = try db.mapRows(
        sql: "SELECT id, columns FROM mapping WHERE form = ?", arguments: [stored.id]
      ) { try (id: $0.integer(0), columns: ImportColumnTable.decoded($0.bytes(1))) }
      for mapping in mappings {
        let columns = mapping.columns.map(form.columnOfField) ?? []
        let wanted = zip(form.fields, columns).compactMap { field, column in
          column.map { "\(field.name)\u{1F}\($0)\u{1F}\(stored.id)" }
        }
        let found = try db.mapRows(
          sql: "SELECT field, position, form FROM mapping_field WHERE mapping = ?",
          arguments: [mapping.id]
        ) { try "\($0.text(0))\u{1F}\($0.integer(1))\u{1F}\($0.integer(2))" }
        guard mapping.columns != nil, wanted.sorted() == found.sorted() else {
          return StoreProblem(
            .derived, table: "mapping_field", row: mapping.id,
            "the mapping of columns to fields of form '\(form.name)' was altered")
        }
      }
    }
    let stray = try db.number(
      sql: "SELECT count(*) FROM mapping_field WHERE mapping NOT IN (SELECT id FROM mapping)")
    return stray == 0
      ? nil
      : StoreProblem(.derived, table: "mapping_field", "mapping_field has rows without a mapping")
  }

  private static func waiverProblem(_ db: Database) throws -> StoreProblem? {
    let wrong = try Int64.fetchOne(
      db,
      sql: """
        WITH last AS (
          SELECT d.submission, d.rule, max(d.decision) AS decision FROM decided d
          GROUP BY d.submission, d.rule),
        held AS (
          SELECT l.submission, l.rule, l.decision FROM last l
          JOIN decision x ON x.id = l.decision WHERE x.kind = 'waive')
        SELECT submission FROM (SELECT * FROM held EXCEPT SELECT submission, rule, decision
          FROM waiver)
        UNION ALL
        SELECT submission FROM (SELECT submission, rule, decision FROM waiver EXCEPT SELECT *
          FROM held) LIMIT 1
        """)
    return wrong.map {
      StoreProblem(
        .derived, table: "waiver", row: $0, "the waived failures were altered, at submission \($0)")
    }
  }
}
