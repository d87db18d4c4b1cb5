import FormRules
import FormStore

/// What judging by a plan depends on beside the records, put together in this one place: the files
/// that fields name, the store's hash key, the stored values that rules compare with.
struct JudgingSetup {
  let plan: Plan
  /// Nil where nothing is stored.
  let store: Store?
  /// What services are asked and have said; nil when nobody asks.
  let services: RemoteMemory?
  private let files: (any FileAccess)?
  private let hashKey: (UInt64, UInt64)?
  private let references: [StoredReferenceKeys]

  /// - Throws: when a rule looks at files and nobody said where they are, or compares with a form
  ///   that is not there.
  init(
    _ plan: Plan, in store: Store?, files: NamedFiles, services: RemoteMemory? = nil
  ) throws(RecorderError) {
    self.plan = plan
    self.store = store
    self.services = services
    self.files = try plan.access(to: files)
    hashKey = try explaining { try store?.hashKey() }
    references =
      try store.map { store throws(RecorderError) in
        try plan.references(in: store)
      } ?? []
  }

  /// The conditions of a run.
  func conditions(
    now: Instant, given: [String: String], source: String?, scenario: String?
  ) -> RunState.Conditions {
    var conditions = RunState.Conditions(
      now: now, given: given, source: source ?? "", scenario: scenario, files: files,
      spill: SpillFile())
    if let hashKey { conditions.hashKey = hashKey }
    conditions.services = services
    return conditions
  }

  /// The stored values that rules `exists` compare with: those of submissions that stood by an event,
  /// or of all that stand.
  func references(through event: Int64? = nil) throws(RecorderError) -> [StoredReferenceKeys] {
    guard let hashKey else { return [] }
    for one in references { try one.read(through: event, hashKey: hashKey) }
    return references
  }
}

/// The keys that rules `unique: ever` find claimed, kept up to date while an import goes on.
///
/// It belongs to the thread that judges, and has a connection of its own. What it reads is what the
/// import's transaction rests on, because the import holds the writer lock meanwhile.
final class StoredClaims {
  private let store: Store
  private let form: Int64
  private let rules: [(position: Int, id: String)]
  private var state: ClaimState?

  /// Nil when the plan has no rule `unique: ever`.
  init?(_ plan: Plan, form: Int64, database: String) throws(RecorderError) {
    rules = plan.everUniquePositions.map { ($0, plan.rules[$0].id) }
    if rules.isEmpty { return nil }
    self.form = form
    store = try explaining { try Store(readingAt: database) }
  }

  /// Brings what a judge compares with up to date: the claims of all submissions that stand.
  func refresh(_ judge: some ClaimJudge) throws(RecorderError) {
    try explaining {
      let now = try store.claimState()
      var known: Int64 = 0
      if let state, state.releases == now.releases {
        known = state.lastEvent
      } else if state != nil {
        judge.removeStoredKeys()
      }
      state = now
      guard known < now.lastEvent else { return }
      for rule in rules {
        try store.claims(form: form, rule: rule.id, after: known) {
          judge.addStoredKey($0, rule: rule.position, owner: $1)
        }
      }
    }
  }
}

/// What compares with stored keys.
protocol ClaimJudge: AnyObject {
  /// Makes a rule `unique: ever` refuse a value that was stored before, by the record with the key
  /// `owner`, if it has one.
  func addStoredKey(_ hash: Hash128, rule position: Int, owner: Hash128?)
  /// Forgets these.
  func removeStoredKeys()
}
