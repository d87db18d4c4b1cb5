import FormInput
public import FormRules
import FormStore

/// Judges the records of files without a store, with the same verdicts as an import and in bounded
/// memory.
public struct FileCheck: Sendable {
  /// The plan under which records are judged.
  public let plan: Plan
  /// The language of messages.
  public let localization: Localization
  /// The clock of the run.
  public var now: Instant
  /// The time zone of `today()`, or nil for the zone of the form.
  public var zone: NamedZone?
  /// The offset of `now` from UTC, in seconds. It determines `today()` if neither the check nor the
  /// form has a zone.
  public var offset = 0
  /// The format of the files.
  public var input = InputOptions()
  /// The sender of the records. If a source with this name is defined, its settings apply.
  public var source: String?
  /// Run parameters by name.
  public var parameters: [String: String] = [:]
  /// The scenario, if any.
  public var scenario: String?
  /// Whether errors include the values that they concern, except those of sensitive fields and
  /// payment card numbers.
  public var showsValues = false
  /// Whether errors also include the values of sensitive fields and payment card numbers.
  public var showsSensitive = false
  /// The location of the files that fields name by path.
  public var files = NamedFilePolicy.unspecified
  /// The client for `remote` rules.
  public var services: Services?
  /// Whether records with errors include their content.
  package var showsContent = false
  /// Whether the summary includes the input's digest. A part of a file has no digest.
  package var computesDigest = false
  /// The keys that `unique` rules compare with.
  package var comparing = ComparedRecords.withEarlier
  /// The repeated records, if they are known in advance.
  package var repeated: RepeatedRecords?
  /// The counts over all records, if they were computed in advance.
  package var counts: CountsFile?
  /// The hash key for `unique` and for counts, which must be the same for all parts of an input.
  /// Random by default.
  package var hashKey: HashKey?
  /// The values that `exists` rules compare with.
  package var references: [ReferenceValues] = []
  /// All forms and sources of the definitions.
  let forms: [Form]
  private let sources: [Source]

  /// Creates a check from definitions.
  ///
  /// - Throws: If the form or the rule set is ambiguous, if the rule set does not fit the form, or
  ///   if no messages exist in the language.
  public init(
    _ definitions: DefinitionSet, form: String?, rules: String?, now: Instant,
    in localization: Localization = .english
  ) throws(RecorderError) {
    plan = try definitions.bind(form: form, rules: rules)
    forms = definitions.forms
    sources = definitions.filedSources.map(\.source)
    try localization.requireKnown(by: [plan])
    self.localization = localization
    self.now = now
  }

  /// The definition of the source, if it has the form.
  var sourceDefinition: Source? {
    sources.first { $0.name == source && $0.form(named: plan.form.name) != nil }
  }

  private var sourceForm: SourceForm? { sourceDefinition?.form(named: plan.form.name) }

  /// The format of the files, with what the definition of the source specifies.
  var adoptedInput: InputOptions {
    var input = input
    if let sourceForm { input.adopt(sourceForm) }
    return input
  }

  /// The limits of the rule set and the source.
  var limits: [Limit] {
    plan.ruleSet.limits + [sourceForm?.expected?.records].compactMap(\.self)
  }

  /// Notes about the omitted rules, one line each.
  public var exclusionNotes: [RecorderNote] {
    let answered = plan.storedReferences.allSatisfy { file(of: $0) != nil }
    return plan.exclusionNotes(files: files, hasStore: answered, services: services)
  }

  /// - Throws: If the input cannot be judged in parts: a rule compares each record with all
  ///   records, the values for an `exists` rule are missing, or `unique` rules depend on one
  ///   another.
  package func requireWhole() throws(RecorderError) {
    if counts == nil { try plan.requireNoCounts(for: "parts of an input") }
    for reference in plan.storedReferences where file(of: reference) == nil {
      throw RecorderError(
        .usage, "a rule looks up \(reference.name)", .supplyReference(reference.name))
    }
    if comparing == .elsewhere, let (first, second) = plan.statefulRuleChain {
      throw RecorderError(
        .refused,
        "whether rule '\(second)' is evaluated depends on rule '\(first)', and both are 'unique': "
          + "their keys cannot be compared outside of this check")
    }
  }

  private func file(of reference: StoredReference) -> ReferenceValues? {
    references.first { $0.name == reference.name }
  }

  /// Adds the keys of the values that `exists` rules compare with.
  private func addReferences(
    to judge: InputJudge, _ hashKey: HashKey
  ) throws(RecorderError) {
    for values in references
    where !plan.storedReferences.contains(where: { $0.name == values.name }) {
      throw RecorderError(.usage, "the reference values \(values.name): no rule uses them")
    }
    for case .stored(let reference, let compared) in plan.externalInputs {
      guard let values = file(of: reference) else { continue }
      let form = form(of: reference, compared)
      judge.add(try values.keys(of: reference, in: form, hashKey: hashKey), of: reference)
    }
  }

  /// The fields of a reference as its form reads them, without its requirements for records. A
  /// field of an unknown form has the type of the field that is compared with it.
  private func form(of reference: StoredReference, _ compared: [Int]) -> Form {
    let other = forms.first { $0.name == reference.form }
    let fields = zip(reference.fields, compared).map { name, own in
      var field =
        other?.fieldIndex(name).flatMap { other?.fields[$0] }
        ?? Field(name: name, type: plan.form.fields[own].type)
      (field.required, field.shownWhen, field.computation) = (false, nil, nil)
      return field
    }
    var form = Form(name: reference.form, fields: fields)
    form.file = other?.file ?? form.file
    // The file has a header, like an export, and need not have other columns.
    (form.file.header, form.file.match) = (nil, .name)
    return form
  }

  /// Judges a file; `-` means standard input. Each file is judged independently, just as each is a
  /// separate import.
  ///
  /// - Parameters:
  ///   - note: Called with notes for the user, such as columns that map to no field.
  ///   - progress: Called with the summary so far.
  ///   - body: Called for each record, in order.
  /// - Throws: `RecorderError` if the file cannot be read to its end, and any error of `progress`
  ///   and `body`.
  public func check(
    _ path: String, note: (RecorderNote) -> Void,
    progress: (CheckSummary) throws -> Void = { _ in },
    _ body: (CheckedRecord) throws -> Void
  ) throws -> CheckSummary {
    let digest = computesDigest && input.part == nil ? StreamDigest() : nil
    let judge = try open(path, digest)
    var reporter = ErrorReporter(
      plan, in: localization, showsValues: showsValues, showsSensitive: showsSensitive,
      showsContent: showsContent)
    var summary = CheckSummary()
    while try next(judge, path) {
      try reporter.forEachRecord(of: judge) { record in
        summary.count(record)
        try body(record)
      }
      try progress(summary)
    }
    for line in judge.input.openingNotes + judge.input.closingNotes { note(line.inFile(path)) }
    summary.columns = judge.input.mapping.columns.map(\.header)
    summary.digest = digest.map { ($0.size, $0.hexadecimal) }
    // Limits apply to a whole input only.
    if input.part == nil {
      for line in limits.changeNotes(hasStore: false) { note(line.inFile(path)) }
      summary.exceededLimits = limits.compactMap { $0.violation(summary.counts, after: nil) }
      // Earlier imports are not available.
      let missing = try plan.missingColumnsViolation(judge.input) { nil }
      summary.exceededLimits += [missing].compactMap { $0 }
    }
    return summary
  }

  private func open(
    _ path: String, _ digest: StreamDigest?
  ) throws(RecorderError) -> InputJudge {
    var opener = try InputOpener(path, adoptedInput, under: plan)
    if counts == nil, !plan.countingRulePositions.isEmpty {
      opener.rereadable = try RereadableFile(path)
    }
    return try mappingErrors {
      var configuration = try configuration()
      try configuration.countRecords(for: plan, mayQuote: mayQuote) { [opener] configuration in
        if let counts {
          try counts.add(to: configuration, for: plan)
        } else {
          try opener.count(configuration)
        }
      }
      let judge = try opener.makeJudge(configuration, digest)
      if comparing == .elsewhere { judge.evaluateOnlyUnique() }
      judge.repeated = repeated?.of(file: path)
      try addReferences(to: judge, configuration.hashKey)
      return judge
    }
  }

  /// Whether errors may contain the values of a field, by its position; nil if they must not
  /// contain any.
  var mayQuote: ((Int) -> Bool)? {
    showsValues ? { showsSensitive || plan.mayQuote(field: $0) } : nil
  }

  /// The configuration of the run, without counts.
  func configuration() throws -> RunState.Configuration {
    var configuration = try JudgingSetup(
      plan, in: nil, files: files, services: services?.answers(for: plan)
    ).configuration(
      at: RunClock(now, in: zone ?? plan.form.zone, offset: offset).requireTimestamp(),
      parameters: parameters, source: source, scenario: scenario)
    configuration.comparing = comparing
    if let hashKey { configuration.hashKey = hashKey }
    return configuration
  }

  private func next(_ judge: InputJudge, _ path: String) throws(RecorderError) -> Bool {
    do throws(RecorderError) {
      return try judge.next()
    } catch {
      throw error.inFile(path)
    }
  }
}
