import FormInput
import FormRules
import FormStore

/// Evaluates the rules `unique: ever` of an import again when it finishes, because other deliveries
/// took effect, or released keys, after it began.
///
/// All records are evaluated, because a record is compared with those before it. Only the records
/// for which one of these rules has another result get new errors: of these rules and of those that
/// depend on them. All other errors stay, regardless of other changes since the record was first
/// judged.
final class ClaimReevaluation {
  private let store: Store
  private let plan: Plan
  private let setup: JudgingSetup
  private let runID: Int64
  private let judge: StoredRecordJudge
  private let spans: [ClosedRange<Int64>]
  /// The rules `unique: ever`, and these and the rules that depend on them.
  private let rules, affected: Set<Int>

  /// The number of changed records after which they are written.
  private static let batchSize = 10_000

  /// - Parameter writer: A writer whose records have superseded earlier deliveries.
  init(
    _ opened: OpenedImport, _ writer: ImportWriter, in store: Store, formID: Int64
  ) throws(RecorderError) {
    self.store = store
    plan = opened.plan
    setup = opened.setup
    runID = writer.runID
    rules = Set(plan.storeComparingPositions)
    affected = plan.rulesAffected(by: rules)
    let (columns, spans) = try mappingErrors {
      try (
        store.columns(ofImport: writer.importID), store.spans(ofImport: writer.importID).joined()
      )
    }
    self.spans = spans
    judge = try StoredRecordJudge(
      plan, opened.configuration, columns: columns,
      without: Set(plan.rules.indices).subtracting(plan.rulesNeeded(for: affected)))
    judge.add(try setup.references(through: opened.knownEvent))
    setup.services?.mode = .onlyRecorded
    try StoredClaims(plan, formID: formID, in: store, except: .submissions { _ in false })?.refresh(
      judge)
  }

  /// Calls a closure with the records whose errors change, in batches, in the order of submissions.
  func run(_ body: ([ReevaluatedRecord]) throws -> Void) throws {
    var changed: [ReevaluatedRecord] = []
    var parsed = ParsedBatch()
    for span in spans {
      var rest: ClosedRange? = span
      while try parsed.read(&rest, from: store) {
        try evaluate(parsed, &changed)
        guard changed.count >= Self.batchSize else { continue }
        try body(changed)
        changed.removeAll()
      }
    }
    if !changed.isEmpty { try body(changed) }
  }

  private func evaluate(_ parsed: ParsedBatch, _ changed: inout [ReevaluatedRecord]) throws {
    guard let first = parsed.rows.ids.first, let last = parsed.rows.ids.last else { return }
    if let services = setup.services {
      services.recorded = try parsed.recordedAnswers(in: store)
    }
    try judge.judge(parsed)
    let errors = try store.errors(runID: runID, first...last)
    guard errors.allSatisfy({ plan.rules.indices.contains($0.rule) }) else {
      throw StoreError.altered("an error refers to a rule that is not in its plan")
    }
    let stored = Dictionary(grouping: errors, by: \.submission)
    let judged = Dictionary(grouping: judge.errors, by: \.record)
    var accepted: [Int: Int] = [:]
    for (index, id) in parsed.judgedIDs.enumerated() {
      let before = stored[id] ?? []
      let now = (judged[Int32(index)] ?? []).filter { affected.contains(Int($0.rule)) }
      let failed = rules.intersection(now.map { Int($0.rule) })
      guard failed != rules.intersection(before.map(\.rule)) else { continue }
      let after =
        before.filter { !affected.contains($0.rule) } + now.map { storedError($0, of: id) }
      if isRejected(before), !isRejected(after) { accepted[index] = changed.count }
      changed.append(
        ReevaluatedRecord(
          submission: id, before: before, after: after.sorted { $0.rule < $1.rule }, claims: []))
    }
    if accepted.isEmpty { return }
    for position in rules.sorted() {
      judge.forEachKey(ofRule: position, parsed) { record, hash in
        guard let index = accepted[record] else { return }
        changed[index].claims.append((position, hash.storedKey))
      }
    }
  }

  private func storedError(_ error: JudgedError, of id: Int64) -> StoredError {
    StoredError(
      submission: id, rule: Int(error.rule),
      code: plan.rules[Int(error.rule)].storedCode(error.code), arguments: error.arguments.json)
  }

  /// Whether errors reject their record.
  func isRejected(_ errors: [StoredError]) -> Bool {
    errors.contains { plan.rules[$0.rule].severity.rejects }
  }

  /// The number of skips of the rules that were evaluated again.
  var skips: [Int: SkipCounts] {
    let skips = judge.skips
    return Dictionary(uniqueKeysWithValues: affected.map { ($0, skips[$0]) })
  }
}

extension ParsedBatch {
  /// The recorded answers of services, by the position of the record among the judgeable ones.
  func recordedAnswers(in store: Store) throws -> [Int: [Hash128: AnswerOutcome]] {
    guard let first = rows.ids.first, let last = rows.ids.last else { return [:] }
    let answers = try store.lastAnswers(first...last)
    if answers.isEmpty { return [:] }
    return Dictionary(
      judgedIDs.enumerated().compactMap { position, id in answers[id].map { (position, $0) } }
    ) { $1 }
  }
}
