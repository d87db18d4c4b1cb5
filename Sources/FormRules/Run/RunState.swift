/// What one run shares over its records: the clock, the run parameters, and what rules remember.
/// It belongs to the thread that judges.
package final class RunState {
  /// What can be said about a run before it starts.
  package struct Conditions: Sendable {
    /// The clock, read once and recorded, so that a replay repeats.
    package var now: Instant
    /// Run parameters, by name, as text that has been checked against their types.
    package var parameters: [String: String]
    /// Who sent the records; empty when it is not known.
    package var source: String
    /// The scenario, if any: rules for other scenarios are left out.
    package var scenario: String?
    /// The key of the hash behind `unique`.
    package var hashKey: (UInt64, UInt64)
    /// The files that fields name by path; nil leaves out the rules that look at them.
    package var files: (any FileAccess)?
    /// What asks services about values; nil leaves out the rules that need one.
    package var remote: RemoteChecks.Check?
    /// What asks them about all values of a batch together; goes before `remote`.
    package var services: RemoteMemory?
    /// Whether every question is put however many had no answer: where answers are there already.
    var requestsAfterFailures = false
    /// What rules that remember compare a record with.
    package var comparing = RecordComparing.withEarlier
    /// Where `unique` keeps what is too much for memory; nil means in memory all the same.
    package var spill: (any SpillStorage)?

    package init(
      now: Instant, parameters: [String: String] = [:], source: String = "",
      scenario: String? = nil,
      hashKey: (UInt64, UInt64) = (.random(in: .min ... .max), .random(in: .min ... .max)),
      files: (any FileAccess)? = nil, remote: RemoteChecks.Check? = RemoteChecks.registered,
      spill: (any SpillStorage)? = nil
    ) {
      self.now = now
      self.parameters = parameters
      self.source = source
      self.scenario = scenario
      self.hashKey = hashKey
      self.files = files
      self.remote = remote
      self.spill = spill
    }
  }

  package private(set) var conditions: Conditions
  /// The day of the clock, in UTC.
  private(set) var today: CalendarDate
  /// The run parameters, in the order of the rule set.
  let parameters: [Literal]
  /// Memory that matching needs, for this thread.
  let patterns = PatternScratch()
  /// The bytes of `source()`.
  private(set) var source: [UInt8]
  /// What rules that remember have seen, by their slots.
  private let memories: [RecordMemory]
  /// The values that rules `exists` compare with, as far as there are any.
  private var references: [(reference: StoredReference, keys: HashSet128)] = []
  /// What identifies a record in the outside world; nil when the form does not say.
  let recordKey: RecordKey?
  /// What has been asked of services; nil when nobody asks.
  package let remote: RemoteMemory?

  package init(
    _ conditions: Conditions, parameters: [Literal], memories: Int = 0, recordKey: RecordKey? = nil
  ) {
    self.recordKey = recordKey
    self.conditions = conditions
    self.today = conditions.now.date
    self.parameters = parameters
    self.source = Array(conditions.source.utf8)
    self.memories = (0..<memories).map { _ in RecordMemory(conditions) }
    remote =
      conditions.services
      ?? conditions.remote.map {
        RemoteMemory($0, requestsAfterFailures: conditions.requestsAfterFailures)
      }
  }

  /// The keys of the values that stand stored; nil when the run has no store.
  func keys(of reference: StoredReference) -> HashSet128? {
    references.first { $0.reference == reference }?.keys
  }

  /// Supplies the keys of values that stand stored, made under the run's own hash key.
  package func add(_ keys: HashSet128, of reference: StoredReference) {
    references.removeAll { $0.reference == reference }
    references.append((reference, keys))
  }

  /// What the rule of that slot has seen.
  subscript(_ slot: MemorySlot) -> RecordMemory { memories[slot.index] }

  /// Makes every rule find nothing stored.
  func removeStored() { for memory in memories { memory.removeStored() } }

  /// Whether rules that remember compare with earlier records of the run.
  private(set) var comparesRecords = true

  /// Makes them compare with what is stored only: the records have nothing to do with one another.
  package func leaveOutEarlierRecords() { comparesRecords = false }

  /// Sets the clock and the source of the records that are judged next.
  package func receive(now: Instant, source: String) {
    conditions.now = now
    conditions.source = source
    today = now.date
    self.source = Array(source.utf8)
  }

  /// What went wrong with `conditions.spill`; after that verdicts do not hold.
  package var spillError: SpillError? {
    memories.lazy.compactMap(\.error).first
      ?? references.lazy.compactMap(\.keys.error).first
  }
}
