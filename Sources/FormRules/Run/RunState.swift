/// The state that the records of a run share: the clock, the run parameters, and the state of
/// stateful rules. It belongs to the judging thread.
package final class RunState {
  /// The configuration of a run, fixed before it starts.
  package struct Configuration: Sendable {
    /// The clock, which is read once and recorded, so that a replay gives the same results.
    package var clock: RunClock
    /// Run parameters by name, as text that has been checked against their types.
    package var parameters: [String: String]
    /// The sender of the records, or an empty string if unknown.
    package var source: String
    /// The scenario, if any. Rules for other scenarios are skipped.
    package var scenario: String?
    /// The key of the hash function for `unique`.
    package var hashKey: HashKey
    /// The files that fields name by path, or nil to skip the rules that read them.
    package var files: (any FileAccess)?
    /// The answers of services, or nil if there are none. Rules that need one then fail.
    package var services: ServiceAnswers?
    /// The counts over all records for rules that need them, or nil if records are judged
    /// individually. They are created with the same hash key.
    package var counted: CountedRecords?
    /// The records that stateful rules compare a record with.
    package var comparing = ComparedRecords.withEarlier
    /// The fields, besides the plan's own, whose stored cells may contain masked payment card
    /// numbers, by position: an earlier plan had a rule `paymentCard` for them.
    package var maskedFields: Set<Int> = []
    /// The storage for `unique` keys that do not fit in memory, or nil to keep them in memory.
    package var spill: (any SpillStorage)?

    package init(
      now: Instant, parameters: [String: String] = [:], source: String = "",
      scenario: String? = nil, hashKey: HashKey = .random
    ) {
      clock = RunClock(now)
      self.parameters = parameters
      self.source = source
      self.scenario = scenario
      self.hashKey = hashKey
    }
  }

  package private(set) var configuration: Configuration
  /// The day of the clock.
  private(set) var today: CalendarDate
  /// The run parameters, in the order of the rule set.
  let parameters: [Literal]
  /// The memory for pattern matching on this thread.
  let patterns = PatternScratch()
  /// Whether the result of a condition depends on a text that was too complex for a pattern; set by
  /// conditions, and cleared by the rule that evaluates one.
  var wasTooComplex = false
  /// The bytes of `source()`.
  private(set) var source: [UInt8]
  /// The states of stateful rules, by index.
  private let ruleStates: [RuleState]
  /// The stored values for `exists` rules that have been supplied.
  private var references: [(reference: StoredReference, keys: HashSet128)] = []
  /// The answers of services, or nil if there are none.
  package var services: ServiceAnswers? { configuration.services }
  /// The key of records, or nil if the form has none.
  let recordKey: RecordKey?
  /// The splitters of the fields that are lists, by position; empty if there are none.
  private let lists: [ListItems?]
  /// The hashes of the groups of the batch's records, by the fields of the group: rules `depends`
  /// with the same fields share them. The hash is zero if the record has no group.
  var groupHashes: [[Int]: [Hash128]] = [:]
  /// The position of the rule that is being evaluated.
  var rule = 0

  package init(
    _ configuration: Configuration, parameters: [Literal], stateCount: Int = 0,
    recordKey: RecordKey? = nil, fields: [Field] = []
  ) {
    self.recordKey = recordKey
    let lists = fields.enumerated().map { ListItems($1.type, ofField: $0) }
    self.lists = lists.allSatisfy { $0 == nil } ? [] : lists
    self.configuration = configuration
    self.today = configuration.clock.today
    self.parameters = parameters
    self.source = Array(configuration.source.utf8)
    ruleStates = (0..<stateCount).map { _ in RuleState(configuration) }
  }

  /// The splitter of a field's lists, or nil if the field is no list.
  func items(of field: Int) -> ListItems? { lists.indices.contains(field) ? lists[field] : nil }

  /// The keys of the stored values, or nil if the run has no store.
  func keys(of reference: StoredReference) -> HashSet128? {
    references.first { $0.reference == reference }?.keys
  }

  /// Supplies the keys of stored values, which must be created with the run's own hash key.
  package func add(_ keys: HashSet128, of reference: StoredReference) {
    references.removeAll { $0.reference == reference }
    references.append((reference, keys))
  }

  /// The state of the rule with this index.
  subscript(_ index: StateIndex) -> RuleState { ruleStates[index.index] }

  /// The counts for the rule that is being evaluated.
  var counts: (any RuleCounts)? { configuration.counted?.byRule[rule] }

  /// Whether `unique` and similar rules compare with earlier records of the run.
  private(set) var comparesRecords = true

  /// Makes these rules compare with stored records only, because the records are independent of
  /// each other.
  package func ignoreEarlierRecords() { comparesRecords = false }

  /// Sets the clock and source of the records that are judged next.
  package func set(_ clock: RunClock, source: String) {
    configuration.clock = clock
    configuration.source = source
    today = clock.today
    self.source = Array(source.utf8)
  }

  /// Discards what belongs to the preceding batch.
  func beginBatch() {
    groupHashes.removeAll(keepingCapacity: true)
    services?.beginBatch()
    for state in ruleStates { state.beginBatch() }
  }

  /// The error of `configuration.spill`, if any. Verdicts after it are invalid.
  package var spillError: SpillError? {
    ruleStates.lazy.compactMap(\.error).first
      ?? references.lazy.compactMap(\.keys.error).first ?? configuration.counted?.error
  }
}
