import FormRules
import FormStore

/// Judges records again whose `unique: ever` keys another import claimed while this import was
/// unfinished.
///
/// Each record is judged twice, with these keys and without. The difference is the effect of the
/// lost keys, regardless of other changes since the record was first judged.
struct ClaimReevaluation {
  /// The number of lost keys after which a batch ends.
  static let batchSize = 10_000

  private let store: Store
  private let plan: Plan
  private let run: Int64
  private let without: StoredJudgingSession
  private let with: StoredJudgingSession

  /// - Parameter writer: A writer that has begun its last transaction.
  init(
    _ pass: InputPass, _ request: ImportRequest, _ writer: ImportWriter, store: Store
  ) throws(RecorderError) {
    self.store = store
    plan = pass.plan
    run = writer.run
    let columns = try mappingErrors { try store.columns(ofImport: writer.importID) }
    // Services answered when the record was first judged. Their answers are the same in both
    // sessions.
    pass.setup.services?.mode = .onlyRecorded
    pass.setup.services?.recorded = [:]
    func session() throws(RecorderError) -> StoredJudgingSession {
      let session = try StoredJudgingSession(pass.plan, pass.conditions, columns: columns)
      session.ignoreEarlierRecords()
      session.add(try pass.setup.references(through: pass.knownEvent))
      return session
    }
    without = try session()
    with = try session()
  }

  /// Returns lost keys in batches. The keys of a submission are in one batch.
  ///
  /// - Parameters:
  ///   - lost: The lost keys, in the order of submissions.
  ///   - size: The number of keys after which a batch ends.
  static func batches(
    _ lost: [LostClaim], size: Int = batchSize
  ) -> [ArraySlice<LostClaim>] {
    var batches: [ArraySlice<LostClaim>] = []
    var rest = lost[...]
    while let last = rest.prefix(size).last {
      let end = rest.firstIndex { $0.submission > last.submission } ?? rest.endIndex
      batches.append(rest[..<end])
      rest = rest[end...]
    }
    return batches
  }

  /// Returns the new errors of the records that lost keys. Records whose errors do not change are
  /// omitted.
  ///
  /// - Parameter lost: The lost keys, in the order of submissions.
  func reevaluate(_ lost: ArraySlice<LostClaim>) throws(RecorderError) -> [ReevaluatedRecord] {
    with.removeStoredKeys()
    for claim in lost {
      guard let position = plan.position(ofRule: claim.rule) else { continue }
      with.addStoredKey(claim.hash, rule: position)
    }
    var reevaluated: [ReevaluatedRecord] = []
    var ranges: [ClosedRange<Int64>] = []
    for claim in lost where ranges.last?.upperBound != claim.submission {
      ranges.append(claim.submission...claim.submission)
    }
    var parsed = ParsedBatch()
    for range in ranges.joined() {
      var rest: ClosedRange? = range
      while try parsed.read(&rest, from: store) { reevaluated += try reevaluate(parsed) }
    }
    return reevaluated
  }

  private func reevaluate(_ parsed: ParsedBatch) throws(RecorderError) -> [ReevaluatedRecord] {
    guard let first = parsed.rows.ids.first, let last = parsed.rows.ids.last else { return [] }
    try without.judge(parsed)
    try with.judge(parsed)
    let errors = try mappingErrors { try store.errors(run: run, first...last) }
    guard errors.allSatisfy({ plan.rules.indices.contains($0.rule) }) else {
      throw RecorderError(StoreError.damaged("an error refers to a rule that is not in its plan"))
    }
    let stored = Dictionary(grouping: errors, by: \.submission)
    let earlier = Dictionary(grouping: without.errors, by: \.record)
    let later = Dictionary(grouping: with.errors, by: \.record)
    return parsed.judgedIDs.enumerated().compactMap { index, id in
      let before = stored[id] ?? []
      let record = Int32(index)
      let after = self.errors(
        before, of: id, earlier: earlier[record] ?? [], later: later[record] ?? [])
      guard after != before else { return nil }
      return ReevaluatedRecord(
        submission: id, before: before, after: after,
        isRejected: after.contains { plan.rules[$0.rule].severity.rejects })
    }
  }

  /// The errors of a record after the changes that the lost keys cause.
  private func errors(
    _ stored: [StoredError], of id: Int64, earlier: [JudgedError], later: [JudgedError]
  ) -> [StoredError] {
    let before = Set(earlier.map { Int($0.rule) })
    let after = Set(later.map { Int($0.rule) })
    let kept = stored.filter { !before.contains($0.rule) || after.contains($0.rule) }
    let known = Set(kept.map(\.rule)).union(before)
    let new = later.filter { !known.contains(Int($0.rule)) }.map { error in
      StoredError(
        submission: id, rule: Int(error.rule),
        code: plan.rules[Int(error.rule)].storedCode(error.code), arguments: error.arguments.json)
    }
    return (kept + new).sorted { $0.rule < $1.rule }
  }

  /// The number of skips that the lost keys cause, for each rule by position.
  var skips: [SkipCounts] {
    zip(with.skips, without.skips).map { with, without in
      var skips = SkipCounts()
      for reason in SkipReason.allCases { skips[reason] = max(0, with[reason] - without[reason]) }
      return skips
    }
  }
}
