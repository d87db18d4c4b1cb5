import GRDB

extension Store {
  /// Returns the corrections in which one of the submissions corrects or is corrected.
  package func corrections(
    _ ids: ClosedRange<Int64>
  ) throws(StoreError) -> [(submission: Int64, corrects: Int64)] {
    try read { db in
      try db.mapRows(
        sql: """
          SELECT submission, corrects FROM effective_correction WHERE submission BETWEEN ?1 AND ?2
          UNION SELECT submission, corrects FROM effective_correction WHERE corrects BETWEEN ?1 AND ?2
          ORDER BY submission
          """, arguments: [ids.lowerBound, ids.upperBound]
      ) { try (submission: $0.integer(0), corrects: $0.integer(1)) }
    }
  }

  /// Returns the sources of submissions of intakes that have one.
  package func intakeSources(_ ids: ClosedRange<Int64>) throws(StoreError) -> [Int64: String] {
    try texts(
      "SELECT submission, source FROM intake_submission "
        + "WHERE submission BETWEEN ? AND ? AND source IS NOT NULL", ids)
  }

  /// Returns the texts that a statement for a range of submissions selects, by submission.
  func texts(_ sql: String, _ ids: ClosedRange<Int64>) throws(StoreError) -> [Int64: String] {
    try read { db in
      try db.dictionary(sql: sql, arguments: [ids.lowerBound, ids.upperBound]) {
        try ($0.integer(0), $0.text(1))
      }
    }
  }

  /// Returns the imports selected by a filter as a table `imports`, and the runs that judged
  /// submissions of these imports as a table `runs`.
  ///
  /// - Parameter segments: The submissions selected by the filter.
  package func importAndRunTables(
    _ filter: SubmissionFilter, _ segments: [VerdictSegment]
  ) throws(StoreError) -> [TableContent] {
    let shown = Set(segments.map(\.importID))
    let imports = try table(
      TableShape(
        "imports",
        columns(
          """
          import INTEGER PRIMARY KEY, form TEXT, form_version INTEGER, rules TEXT,
          rules_version INTEGER, kind TEXT, state TEXT, file_name TEXT, source TEXT, batch TEXT,
          by TEXT, started_at TIMESTAMP, finished_at TIMESTAMP, sha256 TEXT, size INTEGER,
          records INTEGER, malformed INTEGER, blank_lines INTEGER, discard_reason TEXT,
          part_of INTEGER, reason TEXT, discarded_by TEXT, external_records INTEGER,
          external_accepted INTEGER
          """)),
      from: """
        import_view v
        JOIN import i ON i.id = v.import
        JOIN definition f ON f.id = i.form
        WHERE \(SubmissionFilter.condition) ORDER BY v.import
        """, filter.arguments
    ) { row in
      // Ids, runs, and sources of an intake select submissions instead of whole imports.
      let selectsImports =
        try filter.ids == nil && filter.runID == nil
        && (filter.source == nil || row.optionalText(5) != ImportKind.intake.rawValue)
      return try selectsImports || shown.contains(row.integer(0))
    }
    let runs = try filter.selectsWholeForms ? nil : runs(judging: segments, filter)
    return [
      imports,
      try table(
        TableShape(
          "runs",
          columns(
            """
            run INTEGER PRIMARY KEY, kind TEXT, form TEXT, form_version INTEGER, rules TEXT,
            rules_version INTEGER, import INTEGER, now TIMESTAMP, parameters TEXT, scenario TEXT, by TEXT,
            program TEXT, started_at TIMESTAMP, finished_at TIMESTAMP, records INTEGER,
            accepted INTEGER, rejected INTEGER, warned INTEGER, errors INTEGER,
            newly_accepted INTEGER, newly_rejected INTEGER, limits TEXT, head TEXT, reason TEXT,
            external_records INTEGER, external_accepted INTEGER
            """)),
        from: "run_view v WHERE (:form IS NULL OR v.form = :form) ORDER BY v.run",
        ["form": filter.form]
      ) { row in try runs?.contains(row.integer(0)) ?? true },
    ]
  }

  /// Returns the runs that judged some of the submissions, or only the filter's run if it has one.
  private func runs(
    judging segments: [VerdictSegment], _ filter: SubmissionFilter
  ) throws(StoreError) -> Set<Int64> {
    if let run = filter.runID { return [run] }
    return try read { db in
      var runs: Set<Int64> = []
      try db.forEachRow(
        sql: """
          \(SQLFragments.coveredRanges) SELECT first_submission, last_submission, run FROM covered
          """
      ) { row in
        let first = segments.firstIndex(endingNotBefore: try row.integer(0))
        if first < segments.count, try segments[first].ids.lowerBound <= row.integer(1) {
          runs.insert(try row.integer(2))
        }
      }
      return runs
    }
  }

  private func columns(_ list: String) -> [TableShape.Column] {
    list.split(separator: ",").map { column in
      let words = column.split(whereSeparator: \.isWhitespace)
      return TableShape.Column(String(words[0]), words.dropFirst().joined(separator: " "))
    }
  }

  private func table(
    _ shape: TableShape, from source: String, _ arguments: StatementArguments,
    where isIncluded: (StatementRow) throws -> Bool
  ) throws(StoreError) -> TableContent {
    try read { db in
      let names = shape.columns.map { "v.\"\($0.name)\"" }.joined(separator: ", ")
      var rows = TableRows(width: shape.columns.count)
      try db.forEachRow(sql: "SELECT \(names) FROM \(source)", arguments: arguments) { row in
        guard try isIncluded(row) else { return }
        rows.appendRow()
        for (index, column) in shape.columns.enumerated() where !row.isNull(Int32(index)) {
          rows[rows.count - 1, index] =
            try column.type.hasPrefix("INTEGER")
            ? .integer(row.integer(Int32(index))) : rows.text(row.text(Int32(index)))
        }
      }
      return TableContent(shape: shape, rows: rows)
    }
  }
}

/// The definition and all rows of a table.
package struct TableContent: Sendable {
  package let shape: TableShape
  package var rows: TableRows
}
