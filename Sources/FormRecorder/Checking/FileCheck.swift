package import FormInput
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
  /// Its keys under rules `unique`, when these are compared elsewhere: for each rule that was asked
  /// about it the position and the key.
  package var keys: [(rule: Int, key: Hash128)] = []
  /// What stands in it, if something is wrong with it and that was asked for.
  package var content: Content?

  /// What stands in a record.
  package enum Content: Sendable {
    /// Its cells, a JSON array in the order of the columns.
    case cells([UInt8])
    /// Its bytes, and what is wrong with them: they could not be taken apart.
    case malformed([UInt8], RecordFault)
  }
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
  /// How many errors each rule made, of any severity; the reader's codes are rules too.
  public fileprivate(set) var byRule: [String: Int] = [:]
  /// The limits that were passed, in words.
  public fileprivate(set) var passedLimits: [String] = []
  /// The columns of the input.
  package fileprivate(set) var columns: [String] = []
  /// Its size in bytes and SHA-256, hexadecimal; of a whole, when that was asked for.
  package fileprivate(set) var digest: (size: Int, sha256: String)?
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
  /// Run parameters, by name.
  public var parameters: [String: String] = [:]
  /// The scenario, if any.
  public var scenario: String?
  /// Whether errors have the values that they are about, but for those of sensitive fields and numbers of
  /// payment cards.
  public var showsValues = false
  /// Whether they have these too.
  public var showsSensitive = false
  /// Where the files are that fields name by path.
  public var files = NamedFiles.unspecified
  /// What is asked for rules `remote`.
  public var services: RemoteServices?
  /// Whether records with errors come with what stands in them.
  package var showsContent = false
  /// Whether the summary has the input's digest; a part has none.
  package var digests = false
  /// What rules `unique` compare with.
  package var comparing = RecordComparing.withEarlier
  /// `known`: which records are repeated.
  package var repeated: KnownRepeats?
  /// The key of the hash behind `unique`: one for all parts of a whole. Random unless it is said.
  package var hashKey: (UInt64, UInt64)?
  /// What rules `exists` compare with.
  package var references: [ReferenceValues] = []
  /// The forms that the definitions have beside the plan's.
  let forms: [Form]

  /// A check by definitions.
  ///
  /// - Throws: when the definitions do not say which form and rule set are meant, or these do not
  ///   fit, or nobody has messages in the language.
  public init(
    _ definitions: DefinitionSet, form: String?, rules: String?, now: Instant,
    in localization: Localization = .english
  ) throws(RecorderError) {
    plan = try definitions.bind(form: form, rules: rules)
    forms = definitions.forms
    try localization.requireKnown(by: [plan])
    self.localization = localization
    self.now = now
  }

  /// The rules that are left out, a line each.
  public var leftOutNotes: [String] {
    let answered = plan.storedReferences.allSatisfy { file(of: $0) != nil }
    return plan.leftOutNotes(files: files, hasStore: answered, services: services?.memory())
  }

  /// - Throws: what keeps a whole from being judged: `exists` without the values, and rules `unique`
  ///   that depend on one another.
  package func requireWhole() throws(RecorderError) {
    for reference in plan.storedReferences where file(of: reference) == nil {
      throw RecorderError(
        .usage,
        "a rule looks up \(reference.form).\(reference.field); say --reference "
          + "\(reference.form).\(reference.field)=FILE")
    }
    if comparing == .elsewhere, let (first, second) = plan.uniqueChain {
      throw RecorderError(
        .failed,
        "whether rule '\(second)' is asked depends on rule '\(first)', and both are 'unique': their "
          + "keys cannot be compared elsewhere")
    }
  }

  private func file(of reference: StoredReference) -> ReferenceValues? {
    references.first { $0.form == reference.form && $0.field == reference.field }
  }

  /// The keys of the values that rules `exists` compare with.
  private func addReferences(
    to stream: JudgingSession, _ hashKey: (UInt64, UInt64)
  ) throws(RecorderError) {
    for values in references
    where !plan.storedReferences.contains(where: {
      $0.form == values.form && $0.field == values.field
    }) {
      throw RecorderError(
        .usage, "--reference \(values.form).\(values.field): no rule looks that up")
    }
    for reference in plan.storedReferences {
      guard let values = file(of: reference) else { continue }
      let theirs = forms.first { $0.name == reference.form }.flatMap { form in
        form.fieldIndex(reference.field).map { form.fields[$0].type }
      }
      let own = plan.rules.first { $0.demands.contains(.stored(reference)) }?.field
      guard let type = theirs ?? own.map({ plan.form.fields[$0].type }) else { continue }
      stream.add(
        try values.keys(type, ignoringCase: reference.ignoresCase, hashKey: hashKey),
        of: reference)
    }
  }

  /// Judges a file, `-` being standard input; each is judged by itself, as each is its own import.
  ///
  /// - Parameters:
  ///   - note: called with what the user should know, such as columns that fill no field.
  ///   - body: called for each record, in order.
  public func check(
    _ path: String, note: (String) -> Void, progress: (CheckSummary) throws -> Void = { _ in },
    _ body: (CheckedRecord) throws -> Void
  ) throws -> CheckSummary {
    let digest = digests && input.part == nil ? StreamDigest() : nil
    let stream = try open(path, digest)
    var reporter = ErrorReporter(
      plan, in: localization, showsValues: showsValues, showsSensitive: showsSensitive, showsContent
    )
    var summary = CheckSummary()
    while try next(stream, path) {
      try reporter.forEachRecord(of: stream) { record in
        summary.count(record)
        try body(record)
      }
      try progress(summary)
    }
    for line in stream.openingNotes + stream.closingNotes { note("\(path): \(line)") }
    summary.columns = stream.mapping.columns.map(\.header)
    summary.digest = digest.map { ($0.size, $0.hexadecimal) }
    let counts = RunCounts(
      records: summary.records, accepted: summary.accepted, rejected: summary.rejected,
      warned: summary.warned, errors: summary.errors)
    // Those are bounds on a whole.
    if input.part == nil {
      summary.passedLimits = plan.ruleSet.limits.compactMap { $0.violation(counts) }
    }
    return summary
  }

  private func open(
    _ path: String, _ digest: StreamDigest?
  ) throws(RecorderError) -> JudgingSession {
    do {
      let reader = try RecordInput.open(path, options: try input.readerOptions(plan.form), digest)
      var conditions = try JudgingSetup(
        plan, in: nil, files: files, services: plan.hasRemote ? services?.memory() : nil
      ).conditions(
        now: now, parameters: parameters, source: source, scenario: scenario)
      conditions.comparing = comparing
      if let hashKey { conditions.hashKey = hashKey }
      let stream = try JudgingSession(
        ReadAheadReader(reader), plan, conditions, map: input.map,
        after: (input.part?.firstRecord ?? 1) - 1)
      if comparing == .elsewhere { stream.askOnlyUnique() }
      stream.repeated = repeated?.of(file: path)
      try addReferences(to: stream, conditions.hashKey)
      return stream
    } catch {
      throw RecorderError(error).inFile(path)
    }
  }

  private func next(_ stream: JudgingSession, _ path: String) throws(RecorderError) -> Bool {
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
    for error in record.errors { byRule[error.rule, default: 0] += 1 }
    errors += record.errors.count { $0.severity.rejects }
    if record.errors.contains(where: { $0.severity == .warning }) { warned += 1 }
  }
}
