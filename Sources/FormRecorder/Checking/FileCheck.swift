import FormCSV
public import FormRules
import FormStore

/// One record with its verdict.
public struct CheckedRecord: Sendable {
  /// Which data record of its file, from 1.
  public var record: Int
  /// The physical line on which it starts, from 1.
  public var line: Int
  /// Whether an error rejects it.
  public var isRejected = false
  /// What is wrong, in the order of the rules; warnings too.
  public var errors: [ReportedError] = []
}

/// What the check of a file came to.
public struct CheckSummary: Sendable {
  /// How many records there were.
  public fileprivate(set) var records = 0
  /// How many of them were rejected.
  public fileprivate(set) var rejected = 0
  /// Errors of severity error.
  public fileprivate(set) var errors = 0
  /// Records with a warning, accepted or not.
  public fileprivate(set) var warned = 0
  /// The limits that were passed, in words.
  public fileprivate(set) var passedLimits: [String] = []
  /// How many of them were accepted.
  public var accepted: Int { records - rejected }
}

/// Judges the records of files without a store: the same verdicts as an import's, in bounded memory.
public struct FileCheck: Sendable {
  /// What it judges by.
  public let plan: Plan
  /// The language of messages.
  public let localization: Localization
  /// The clock of the run.
  public var now: Instant
  /// How files are written.
  public var input = InputOptions()
  /// Who sent the records.
  public var source: String?
  /// Given parameters, by name.
  public var given: [String: String] = [:]
  /// The scenario, if any.
  public var scenario: String?
  /// Whether errors have the values that they are about.
  public var showsValues = false
  /// Where the files are that fields name by path.
  public var files = NamedFiles.unsaid

  /// A check by definitions.
  ///
  /// - Throws: when the definitions do not say which form and rule set are meant, or these do not
  ///   fit, or nobody has messages in the language.
  public init(
    _ definitions: DefinitionSet, form: String?, rules: String?, now: Instant,
    in localization: Localization = .english
  ) throws(RecorderError) {
    plan = try definitions.bind(form: form, rules: rules)
    try localization.requireKnown(by: [plan])
    self.localization = localization
    self.now = now
  }

  /// The rules that are left out, a line each.
  public var leftOutNotes: [String] { plan.leftOutNotes(files: files, hasStore: false) }

  /// Judges a file, `-` being standard input; each is judged by itself, as each is its own import.
  ///
  /// - Parameters:
  ///   - note: called with what the user should know, such as columns that fill no field.
  ///   - body: called for each record, in order.
  public func check(
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
    for line in stream.mapping.notes(stream.notes.format) { note("\(path): \(line)") }
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
