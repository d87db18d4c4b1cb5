import GRDB

extension Store {
  /// Runs a body whose reads all see the store as it is at the first of them. A writer beside it is
  /// not kept waiting.
  package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    try queue.inDatabase { try $0.beginTransaction(.deferred) }
    defer { queue.inDatabase { try? $0.rollback() } }
    return try body()
  }

  /// The corrections that have one of the submissions on either side.
  package func corrections(
    _ ids: ClosedRange<Int64>
  ) throws(StoreError) -> [(submission: Int64, corrects: Int64)] {
    try read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT submission, corrects FROM correction WHERE submission BETWEEN ?1 AND ?2
          UNION SELECT submission, corrects FROM correction WHERE corrects BETWEEN ?1 AND ?2
          ORDER BY submission
          """)
      try statement.setArguments([ids.lowerBound, ids.upperBound])
      return try statement.mapSteps { (submission: $0.integer(0), corrects: $0.integer(1)) }
    }
  }

  /// Who sent submissions of intakes, where that is known.
  package func intakeSources(_ ids: ClosedRange<Int64>) throws(StoreError) -> [Int64: String] {
    try read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT submission, source FROM intake_submission
          WHERE submission BETWEEN ? AND ? AND source IS NOT NULL
          """)
      try statement.setArguments([ids.lowerBound, ids.upperBound])
      var sources: [Int64: String] = [:]
      try statement.forEachStep { sources[$0.integer(0)] = $0.text(1) }
      return sources
    }
  }

  /// The imports that a filter means, as a table `imports`.
  package func importTable(
    _ filter: SubmissionFilter
  ) throws(StoreError) -> (shape: TableShape, rows: TableRows) {
    try table(
      TableShape(
        "imports",
        columns(
          """
          import INTEGER PRIMARY KEY, form TEXT, form_version INTEGER, rules TEXT,
          rules_version INTEGER, kind TEXT, state TEXT, file_name TEXT, source TEXT, batch TEXT,
          by TEXT, started_at TIMESTAMP, finished_at TIMESTAMP, sha256 TEXT, size INTEGER,
          records INTEGER, malformed INTEGER, blank_lines INTEGER, discard_reason TEXT
          """)),
      from: """
        import_view v
        JOIN import i ON i.id = v.import
        JOIN definition f ON f.id = i.form
        WHERE \(SubmissionFilter.condition) ORDER BY v.import
        """, filter.arguments)
  }

  /// The runs of a form, or of all, as a table `runs`.
  package func runTable(
    form: String?
  ) throws(StoreError) -> (shape: TableShape, rows: TableRows) {
    try table(
      TableShape(
        "runs",
        columns(
          """
          run INTEGER PRIMARY KEY, kind TEXT, form TEXT, form_version INTEGER, rules TEXT,
          rules_version INTEGER, import INTEGER, now TIMESTAMP, parameters TEXT, scenario TEXT, by TEXT,
          program TEXT, started_at TIMESTAMP, finished_at TIMESTAMP, records INTEGER,
          accepted INTEGER, rejected INTEGER, warned INTEGER, errors INTEGER,
          newly_accepted INTEGER, newly_rejected INTEGER, limits TEXT, head TEXT
          """)),
      from: "run_view v WHERE (:form IS NULL OR v.form = :form) ORDER BY v.run", ["form": form])
  }

  private func columns(_ list: String) -> [TableShape.Column] {
    list.split(separator: ",").map { column in
      let words = column.split(whereSeparator: \.isWhitespace)
      return TableShape.Column(String(words[0]), words.dropFirst().joined(separator: " "))
    }
  }

  private func table(
    _ shape: TableShape, from source: String, _ arguments: StatementArguments
  ) throws(StoreError) -> (shape: TableShape, rows: TableRows) {
    try read { db in
      let names = shape.columns.map { "v.\"\($0.name)\"" }.joined(separator: ", ")
      let statement = try db.makeStatement(sql: "SELECT \(names) FROM \(source)")
      try statement.setArguments(arguments)
      var rows = TableRows(width: shape.columns.count)
      try statement.forEachStep { row in
        rows.appendRow()
        for (index, column) in shape.columns.enumerated() where !row.isNull(Int32(index)) {
          rows[rows.count - 1, index] =
            column.type.hasPrefix("INTEGER")
            ? .integer(row.integer(Int32(index))) : rows.text(row.text(Int32(index)))
        }
      }
      return (shape, rows)
    }
  }
}
