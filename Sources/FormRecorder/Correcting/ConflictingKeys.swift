import FormRules
import FormStore

/// The `unique` keys of other records, from which corrections must differ.
///
/// These are the keys of the corrected import, without the records that the corrections replace.
/// For `unique: ever`, they are the keys of all current accepted submissions.
///
/// If a rule compares within the import, the import is read once, regardless of the number of
/// corrections.
struct ConflictingKeys {
  let plan: Plan
  let store: Store
  let form: Int64
  let setup: JudgingSetup

  /// Adds the keys that corrections share with other records to a judge.
  ///
  /// - Parameters:
  ///   - keys: The keys of the corrections, by rule position.
  ///   - importID: The import of the corrected submissions.
  ///   - replaced: The submissions that the corrections replace, and the corrections themselves.
  func add(
    to judge: some ClaimJudge, keys: [Int: Set<Hash128>], of importID: Int64?, replaced: Set<Int64>
  ) throws {
    for position in plan.storeComparingPositions {
      for hash in keys[position] ?? []
      where try store.isClaimed(hash, form: form, rule: plan.rules[position].id, exceptBy: replaced)
      {
        judge.addStoredKey(hash.storedKey, rule: position)
      }
    }
    guard let importID, !plan.runComparingPositions.isEmpty else { return }
    try addRecords(to: judge, keys: keys, of: importID, replaced: replaced)
  }

  /// Adds the keys that stored corrections, which are a separate import, share with the other
  /// records of their original import.
  func add(
    to judge: some ClaimJudge, corrections importID: Int64, of corrected: Int64
  ) throws {
    var keys: [Int: Set<Hash128>] = [:]
    let spans = try store.spans(ofImport: importID)
    var replaced: Set<Int64> = []
    for span in spans {
      replaced.formUnion(try store.corrections(span).map(\.corrects))
      try forEachKey(span, of: importID) { _, position, hash in
        keys[position, default: []].insert(hash)
      }
    }
    try addRecords(to: judge, keys: keys, of: corrected, replaced: replaced, except: spans)
  }

  /// - Parameter spans: The submissions of the corrections themselves.
  private func addRecords(
    to judge: some ClaimJudge, keys: [Int: Set<Hash128>], of importID: Int64,
    replaced: Set<Int64>, except spans: [ClosedRange<Int64>] = []
  ) throws {
    func add(_ ids: ClosedRange<Int64>, of importID: Int64) throws {
      let corrected = Set(try store.corrections(ids).map(\.corrects))
      try forEachKey(ids, of: importID) { id, position, hash in
        if keys[position]?.contains(hash) == true, !replaced.contains(id), !corrected.contains(id),
          !spans.overlap(id...id)
        {
          judge.addStoredKey(hash.storedKey, rule: position)
        }
      }
    }
    for span in try store.spans(ofImport: importID) { try add(span, of: importID) }
    for latest in try store.latestCorrections(ofImport: importID)
    where !replaced.contains(latest) && !spans.overlap(latest...latest) {
      guard let submission = try store.submission(latest) else { continue }
      try add(latest...latest, of: submission.importID)
    }
  }

  /// Calls a closure with the keys of submissions under rules that compare within an import.
  private func forEachKey(
    _ ids: ClosedRange<Int64>, of importID: Int64,
    _ body: (_ submission: Int64, _ position: Int, Hash128) -> Void
  ) throws {
    let session = try StoredJudgingSession(
      plan,
      // Only types are judged, so the clock and parameters are irrelevant.
      setup.conditions(
        at: RunClock(Instant(seconds: 0)), parameters: plan.sampleParameters, source: nil,
        scenario: nil),
      columns: try store.columns(ofImport: importID), without: plan.otherThanTypesAndUnique)
    session.ignoreEarlierRecords()
    var parsed = ParsedBatch()
    var rest: ClosedRange? = ids
    while try parsed.read(&rest, from: store) {
      try session.judge(parsed)
      for position in plan.runComparingPositions {
        session.forEachKey(ofRule: position, parsed) { record, hash in
          body(parsed.judgedIDs[record], position, hash)
        }
      }
    }
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
