/// What one run shares over its records: the clock, the given parameters, and what `unique` has
/// seen. It belongs to the thread that judges.
package final class RunState {
  /// What can be said about a run before it starts.
  package struct Conditions: Sendable {
    /// The clock, read once and recorded, so that a replay repeats.
    package var now: Instant
    /// Given parameters, by name, as text that has been checked against their types.
    package var given: [String: String]
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
    /// Where `unique` keeps what is too much for memory; nil means in memory all the same.
    package var spill: (any SpillStorage)?

    package init(
      now: Instant, given: [String: String] = [:], source: String = "", scenario: String? = nil,
      hashKey: (UInt64, UInt64) = (.random(in: .min ... .max), .random(in: .min ... .max)),
      files: (any FileAccess)? = nil, remote: RemoteChecks.Check? = RemoteChecks.registered,
      spill: (any SpillStorage)? = nil
    ) {
      self.now = now
      self.given = given
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
  /// The given parameters, in the order of the rule set.
  let given: [Literal]
  /// Memory that matching needs, for this thread.
  let patterns = PatternScratch()
  /// The bytes of `source()`.
  private(set) var source: [UInt8]
  /// What each `unique` rule has seen, by its slot.
  package let seen: [HashSet128]
  /// What each `unique` rule has seen of whole numbers, by its slot.
  let seenIntegers: [IntegerSet]
  /// What each `unique: ever` rule finds stored, by its slot.
  package private(set) var stored: [HashSet128]
  /// The values that rules `exists` compare with, as far as there are any.
  private var references: [(reference: StoredReference, keys: HashSet128)] = []
  /// What has been asked of services; nil when nobody asks.
  let remote: RemoteMemory?
  /// Set by a rule that could not tell; the judge counts it as skipped and clears it.
  package var isUndecided = false

  package init(_ conditions: Conditions, given: [Literal], uniqueSlots: Int) {
    self.conditions = conditions
    self.today = conditions.now.date
    self.given = given
    self.source = Array(conditions.source.utf8)
    let spill = conditions.spill
    seen = (0..<uniqueSlots).map { _ in HashSet128(spillingTo: spill) }
    seenIntegers = (0..<uniqueSlots).map { _ in
      IntegerSet(key: conditions.hashKey, spillingTo: spill)
    }
    stored = (0..<uniqueSlots).map { _ in HashSet128(spillingTo: spill) }
    remote = conditions.remote.map(RemoteMemory.init)
  }

  /// The keys of the values that stand stored; nil when the run has no store.
  func keys(of reference: StoredReference) -> HashSet128? {
    references.first { $0.reference == reference }?.keys
  }

  /// Supplies the keys of values that stand stored, made under the run's own hash key.
  package func add(_ keys: HashSet128, of reference: StoredReference) {
    references.append((reference, keys))
  }

  /// Makes every `unique: ever` rule find nothing stored.
  func removeStored() {
    stored = stored.map { _ in HashSet128(spillingTo: conditions.spill) }
  }

  /// Makes a `unique: ever` rule compare with a set of keys that others fill.
  func setStored(_ keys: HashSet128, slot: Int) { stored[slot] = keys }

  /// Whether rules `unique` compare with earlier records of the run.
  private(set) var comparesRecords = true

  /// Makes rules `unique` compare with what is stored only: the records have nothing to do with one
  /// another.
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
    (seen + stored + references.map(\.keys)).lazy.compactMap(\.error).first
      ?? seenIntegers.lazy.compactMap(\.error).first
  }
}

/// A constant, read by a type: the value, and the bytes that text is compared by.
public struct Literal: Sendable, Equatable {
  /// The value.
  public let value: Value
  /// Its text in UTF-8.
  public let bytes: [UInt8]

  package init(_ value: Value, bytes: [UInt8]) {
    self.value = value
    self.bytes = bytes
  }

  /// A text.
  package init(text: String) { self.init(.text, bytes: Array(text.utf8)) }
}
