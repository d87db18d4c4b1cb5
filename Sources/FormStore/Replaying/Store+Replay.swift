import FormBytes
package import FormRules
import GRDB

/// The configuration with which submissions were first judged, for a replay.
package struct OriginalConfiguration: Sendable, Equatable {
  package var now: String
  package var parameters: String
  package var source: String?
  package var scenario: String?
  /// The kind of import that the submissions belong to.
  package var kind: ImportKind

  /// Compares the bytes of texts.
  package static func == (a: Self, b: Self) -> Bool {
    // Without copies of the bytes: the submissions of an intake are compared one by one.
    a.now == b.now && a.parameters.utf8.elementsEqual(b.parameters.utf8)
      && haveSameBytes(a.source, b.source) && haveSameBytes(a.scenario, b.scenario)
      && a.kind == b.kind
  }

  private static func haveSameBytes(_ a: String?, _ b: String?) -> Bool {
    switch (a, b) {
    case (let a?, let b?): a.utf8.elementsEqual(b.utf8)
    case (nil, nil): true
    default: false
    }
  }
}

extension OriginalConfiguration {
  /// The clock of a submission of an intake.
  fileprivate static func clock(
    at time: String, _ offsets: DayOffsets?
  ) throws(StoreError) -> String {
    guard let offsets else { return time }
    guard let instant = Instant(text: time) else {
      throw .altered("the time of a submission is damaged")
    }
    return offsets.clock(instant).description
  }

  /// The columns of `import i` and `run r` that it consists of.
  fileprivate static let columns = "r.now, r.parameters, i.source, r.scenario, i.kind"

  fileprivate init(_ row: StatementRow) throws(StoreError) {
    try self.init(
      // The clock of an intake is that of each submission.
      now: row.optionalText(0) ?? "", parameters: row.optionalText(1) ?? "{}",
      source: row.optionalText(2), scenario: row.optionalText(3), kind: row.value(4))
  }
}

/// The configuration that affects a run's verdicts, in addition to the rules and the records.
package struct JudgingConfiguration: Sendable, Equatable {
  /// The version of formrec.
  package var program: String
  /// The clock, or nil for the clock of each submission.
  package var now: String?
  /// A JSON object of parameters with sorted keys, or nil for the parameters of each import.
  package var parameters: String?

  package init(program: String, now: String?, parameters: String?) {
    self.program = program
    self.now = now
    self.parameters = parameters
  }

  /// Compares the bytes of the parameters.
  package static func == (a: Self, b: Self) -> Bool {
    a.program == b.program && a.now == b.now
      && a.parameters?.utf8Bytes == b.parameters?.utf8Bytes
  }
}

/// An earlier run whose verdicts a replay may reuse.
package struct EarlierRun: Sendable {
  package var configuration: JudgingConfiguration
  /// The number of records that it judged; 0 while it is unfinished.
  package var records: Int
  /// The number of times it skipped rules, by position in its plan.
  package var skips: [Int: SkipCounts] = [:]
}

extension Store {
  /// Returns the clock, parameters, source and scenario under which the imports of a form were
  /// first judged.
  ///
  /// Omits intakes, whose submissions have separate clocks and sources.
  package func importConfigurations(
    formID: Int64
  ) throws(StoreError) -> [Int64: OriginalConfiguration] {
    try readWithoutTransaction { db in
      try db.dictionary(
        sql: """
          SELECT \(OriginalConfiguration.columns), i.id FROM import i JOIN run r ON r.import = i.id
          WHERE i.form = ? AND i.kind <> 'intake'
          """, arguments: [formID]
      ) { try ($0.integer(5), OriginalConfiguration($0)) }
    }
  }

  /// Returns the clock, parameters, source and scenario under which submissions of an import were
  /// first judged, as ranges of ids in order.
  ///
  /// Submissions of an intake have separate clocks and sources.
  package func originalConfigurations(
    ofImport id: Int64, _ ids: ClosedRange<Int64>
  ) throws(StoreError) -> [(ids: ClosedRange<Int64>, configuration: OriginalConfiguration)] {
    try readWithoutTransaction { db in
      guard
        let configuration = try db.firstRow(
          sql: """
            SELECT \(OriginalConfiguration.columns) FROM import i JOIN run r ON r.import = i.id
            WHERE i.id = ?
            """, arguments: [id], OriginalConfiguration.init)
      else {
        throw StoreError.unknown("import \(id) has no run")
      }
      guard configuration.kind == .intake else { return [(ids, configuration)] }
      let offsets = try IntakeStart.offsets(db, ofIntake: id)
      var parts: [(ids: ClosedRange<Int64>, configuration: OriginalConfiguration)] = []
      try db.forEachRow(
        sql: """
          SELECT submission, at, source FROM intake_submission
          WHERE submission BETWEEN ? AND ? ORDER BY submission
          """, arguments: [ids.lowerBound, ids.upperBound]
      ) { row in
        var received = configuration
        received.now = try OriginalConfiguration.clock(at: row.text(1), offsets)
        received.source = try row.optionalText(2)
        let id = try row.integer(0)
        if let last = parts.last, last.configuration == received, last.ids.upperBound + 1 == id {
          parts[parts.count - 1].ids = last.ids.lowerBound...id
        } else {
          parts.append((id...id, received))
        }
      }
      return parts
    }
  }

  /// Returns whether any submission in a range is rejected.
  package func hasRejected(_ ids: ClosedRange<Int64>) throws(StoreError) -> Bool {
    try readWithoutTransaction { db in
      try db.hasRow(
        sql: "SELECT 1 FROM submission_status WHERE submission BETWEEN ? AND ? AND rejected = 1",
        arguments: [ids.lowerBound, ids.upperBound])
    }
  }

  /// Returns the kind of an import, or nil if it does not exist.
  package func importKind(_ id: Int64) throws(StoreError) -> ImportKind? {
    try readWithoutTransaction { db in
      try db.firstRow(sql: "SELECT kind FROM import WHERE id = ?", arguments: [id]) {
        try $0.value(0)
      }
    }
  }

  /// Returns the configuration and skips of the existing runs in a range.
  ///
  /// Executes two statements, regardless of the number of runs.
  package func earlierRuns(
    _ numbers: ClosedRange<Int64>
  ) throws(StoreError) -> [Int64: EarlierRun] {
    try readWithoutTransaction { db in
      let arguments: StatementArguments = [numbers.lowerBound, numbers.upperBound]
      var found = try db.dictionary(
        sql: """
          SELECT r.id, coalesce(e.program, r.program), r.now, r.parameters, r.kind, coalesce(e.records, 0)
          FROM run r LEFT JOIN run_end e ON e.run = r.id WHERE r.id BETWEEN ? AND ?
          """, arguments: arguments
      ) { row in
        // A run other than a replay has the clock and parameters of its submissions.
        let isReplay = try row.value(4) == RunKind.replay
        let configuration = try JudgingConfiguration(
          program: row.text(1), now: isReplay ? row.optionalText(2) : nil,
          parameters: isReplay ? row.optionalText(3) : nil)
        return try (row.integer(0), EarlierRun(configuration: configuration, records: row.count(5)))
      }
      try db.forEachRow(
        sql: "SELECT run, rule, reasons FROM run_rule WHERE run BETWEEN ? AND ? AND skipped > 0",
        arguments: arguments
      ) { row in
        let (run, rule) = try (row.integer(0), Int(row.integer(1)))
        found[run]?.skips[rule, default: SkipCounts()] += SkipCounts(json: try row.optionalText(2))
      }
      return found
    }
  }

  /// Returns the reader's errors for malformed records, by submission.
  package func readerFaults(
    _ ids: ClosedRange<Int64>
  ) throws(StoreError) -> [Int64: StoredFault] {
    try readWithoutTransaction { db in
      try db.dictionary(
        sql: """
          SELECT m.submission, e.code, e.arguments
          FROM malformed m
          JOIN span p ON p.first_submission = \(SQLFragments.rangeStart(of: "m.submission"))
          JOIN run r ON r.import = p.import
          JOIN error e ON e.run = r.id AND e.submission = m.submission AND e.rule = 0
          WHERE m.submission BETWEEN ? AND ?
          """, arguments: [ids.lowerBound, ids.upperBound]
      ) { try ($0.integer(0), StoredFault(code: $0.text(1), arguments: $0.optionalText(2))) }
    }
  }
}

/// The reader's error for a malformed record.
package struct StoredFault: Sendable {
  package let code: String
  /// The arguments of the message as JSON.
  package let arguments: String?
}
