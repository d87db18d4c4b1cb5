import FormRules
import FormStore

/// The keys of other records under rules `unique` that compare within an import, from which
/// corrections must differ: those of the corrected import, without the records that the corrections
/// replace.
///
/// The import is read once, regardless of the number of corrections.
struct ConflictingKeys {
  let plan: Plan
  let store: Store
  let setup: JudgingSetup

  /// Adds the keys that corrections share with other records to a judge.
  ///
  /// - Parameters:
  ///   - keys: The keys of the corrections, by rule position.
  ///   - importID: The import of the corrected submissions.
  ///   - replaced: The submissions that the corrections replace, and the corrections themselves.
  ///   - unstored: The other current records of the import that a dry run would store.
  func add(
    to judge: RecordJudge, keys: [Int: Set<Hash128>], of importID: Int64?, replaced: Set<Int64>,
    and unstored: [UnstoredRecords] = []
  ) throws {
    guard let importID, !plan.runComparingPositions.isEmpty else { return }
    try addRecords(to: judge, keys: keys, of: importID, replaced: replaced)
    var known: StoredRecordJudge?
    for records in unstored {
      let reader = try makeJudge(records.columns, reusing: &known)
      try forEachKey(of: records.parsed, judgedBy: reader) { _, position, hash in
        if keys[position]?.contains(hash) == true {
          judge.addStoredKey(hash.storedKey, rule: position)
        }
      }
    }
  }

  /// Adds the keys that stored corrections, which are a separate import, share with the other
  /// records of their original import as it was when the corrections were judged.
  func add(
    to judge: RecordJudge, corrections importID: Int64, of corrected: Int64
  ) throws {
    var keys: [Int: Set<Hash128>] = [:]
    let spans = try store.spans(ofImport: importID)
    var replaced: Set<Int64> = []
    var known: StoredRecordJudge?
    for span in spans {
      replaced.formUnion(try store.corrections(span).map(\.corrects))
      try forEachKey(span, of: importID, in: &known) { _, position, hash in
        keys[position, default: []].insert(hash)
      }
    }
    try addRecords(
      to: judge, keys: keys, of: corrected, replaced: replaced, before: spans.first?.lowerBound)
  }

  /// - Parameter limit: The first submission that did not exist yet.
  private func addRecords(
    to judge: RecordJudge, keys: [Int: Set<Hash128>], of importID: Int64,
    replaced: Set<Int64>, before limit: Int64? = nil
  ) throws {
    var known: StoredRecordJudge?
    try store.forEachCurrentPart(
      ofImport: importID, without: replaced, before: limit ?? .max
    ) { ids, importID, isCurrent in
      try forEachKey(ids, of: importID, in: &known) { id, position, hash in
        if keys[position]?.contains(hash) == true, isCurrent(id) {
          judge.addStoredKey(hash.storedKey, rule: position)
        }
      }
    }
  }

  /// Calls a closure with the keys of submissions under rules that compare within an import.
  ///
  /// - Parameter known: The judge of the previous call, which is used again. Nil before the first
  ///   call.
  private func forEachKey(
    _ ids: ClosedRange<Int64>, of importID: Int64, in known: inout StoredRecordJudge?,
    _ body: (_ submission: Int64, _ position: Int, Hash128) -> Void
  ) throws {
    let judge = try makeJudge(try store.columns(ofImport: importID), reusing: &known)
    var parsed = ParsedBatch()
    var rest: ClosedRange? = ids
    while try parsed.read(&rest, from: store) { try forEachKey(of: parsed, judgedBy: judge, body) }
  }

  private func forEachKey(
    of parsed: ParsedBatch, judgedBy judge: StoredRecordJudge,
    _ body: (_ submission: Int64, _ position: Int, Hash128) -> Void
  ) throws(RecorderError) {
    try judge.judge(parsed)
    for position in plan.runComparingPositions {
      judge.forEachKey(ofRule: position, parsed) { record, hash in
        body(parsed.judgedIDs[record], position, hash)
      }
    }
  }

  /// - Parameter known: The judge of the previous call, which is used again. Nil before the first
  ///   call.
  private func makeJudge(
    _ columns: [ImportColumn], reusing known: inout StoredRecordJudge?
  ) throws -> StoredRecordJudge {
    // Only types are judged, so the clock and parameters are irrelevant.
    let configuration = setup.configuration(
      at: RunClock(Instant(seconds: 0)), parameters: plan.sampleParameters, source: nil,
      scenario: nil)
    let unevaluated = plan.otherThanTypesAndUnique
    let judge: StoredRecordJudge
    if let known, try known.restart(configuration, columns: columns, without: unevaluated) {
      judge = known
    } else {
      judge = try StoredRecordJudge(plan, configuration, columns: columns, without: unevaluated)
      known = judge
    }
    judge.ignoreEarlierRecords()
    return judge
  }
}

extension Plan {
  /// The `unique` rules that compare within an import only.
  var runComparingPositions: [Int] {
    let ever = Set(storeComparingPositions)
    return statefulRulePositions.filter { !ever.contains($0) }
  }

  /// All rules except types and `unique`. Keys need no others.
  var otherThanTypesAndUnique: Set<Int> {
    let types = rules.indices.filter {
      if case .type = rules[$0].kind { true } else { false }
    }
    return Set(rules.indices).subtracting(types + statefulRulePositions)
  }
}
