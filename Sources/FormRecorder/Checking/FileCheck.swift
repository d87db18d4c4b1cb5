import FormCSV
package import FormRules
import FormStore

/// One record with its verdict.
package struct CheckedRecord: Sendable {
  /// Which data record of its file, from 1.
  package var record: Int
  /// The physical line on which it starts, from 1.
  package var line: Int
  /// Whether an error rejects it.
  package var isRejected = false
  /// What is wrong, in the order of the rules; warnings too.
  package var errors: [ReportedError] = []
}

/// What the check of a file came to.
package struct CheckSummary: Sendable {
  package fileprivate(set) var records = 0
  package fileprivate(set) var rejected = 0
  /// Errors of severity error.
  package fileprivate(set) var errors = 0
  /// Records with a warning, accepted or not.
  package fileprivate(set) var warned = 0
  /// The limits that were passed, in words.
  package fileprivate(set) var passedLimits: [String] = []
  package var accepted: Int { records - rejected }
}

/// Judges the records of files without a store: the same verdicts as an import's, in bounded memory.
package struct FileCheck: Sendable {
  package let plan: Plan
  /// The language of messages.
  package let localization: Localization
  /// The clock of the run.
  package var now: Instant
  package var input = InputOptions()
  package var source: String?
  package var given: [String: String] = [:]
  package var scenario: String?
  package var showsValues = false
  package var files = NamedFiles.unsaid

  /// - Throws: when the definitions do not say which form and rule set are meant, or these do not
  ///   fit, or nobody has messages in the language.
  package init(
    _ definitions: DefinitionSet, form: String?, rules: String?, now: Instant,
    in localization: Localization = .english
  ) throws(RecorderError) {
    plan = try definitions.bind(form: form, rules: rules)
    try localization.requireKnown(by: [plan])
    self.localization = localization
    self.now = now
  }

  /// The rules that are left out, a line each.
  package var leftOutNotes: [String] { plan.leftOutNotes(files: files, hasStore: false) }

  /// Judges a file, `-` being standard input; each is judged by itself, as each is its own import.
  ///
  /// - Parameters:
  ///   - note: called with what the user should know, such as columns that fill no field.
  ///   - body: called for each record, in order.
  package func check(
    _ path: String, note: (String) -> Void, _ body: (CheckedRecord) throws -> Void
  ) throws -> CheckSummary {
    let stream = try open(path)
    var reporter = ErrorReporter(plan, in: localization, showsValues: showsValues)
    var summary = CheckSummary()
    while try next(stream, path) {
      try reporter.forEachRecord(of: stream) { record in
        summary.count(record)
        try body(record)
      }
    }
    for line in stream.openingNotes + stream.closingNotes { note("\(path): \(line)") }
    let counts = RunCounts(
      records: summary.records, accepted: summary.accepted, rejected: summary.rejected,
      warned: summary.warned, errors: summary.errors)
    summary.passedLimits = plan.ruleSet.limits.compactMap { $0.violation(counts) }
    return summary
  }

  private func open(_ path: String) throws(RecorderError) -> RecordStream {
    do {
      let reader = try RecordInput.open(path, options: try input.readerOptions(plan.form))
      return try RecordStream(
        ReadAheadReader(reader), plan,
        JudgingSetup(plan, in: nil, files: files).conditions(
          now: now, given: given, source: source, scenario: scenario),
        map: input.map)
    } catch {
      throw RecorderError(error).inFile(path)
    }
  }

  private func next(_ stream: RecordStream, _ path: String) throws(RecorderError) -> Bool {
    do throws(RecorderError) {
      return try stream.next()
    } catch {
      throw error.inFile(path)
    }
  }
}

extension CheckSummary {
  fileprivate mutating func count(_ record: CheckedRecord) {
    records += 1
    if record.errors.isEmpty { return }
    if record.isRejected { rejected += 1 }
    errors += record.errors.count { $0.severity.rejects }
    if record.errors.contains(where: { $0.severity == .warning }) { warned += 1 }
  }
}
