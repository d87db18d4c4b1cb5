/// The records that stateful rules such as `unique` compare with. If only a part of an input is
/// judged, earlier records may not be available.
package enum ComparedRecords: Sendable {
  /// The earlier records of the run.
  case withEarlier
  /// None: the rules do not fail, and the caller compares the keys of the evaluated records
  /// (`RecordJudge.evaluatedKeys`).
  case elsewhere
  /// None: the rules are skipped.
  case never
  /// The repeated records are known in advance.
  case known
}

/// The index of a stateful rule's state in a run.
package struct StateIndex: Sendable, Equatable {
  let index: Int
}

/// The state of one stateful rule in one run: the keys of the records that it has evaluated, 16 to
/// 24 bytes per record. It belongs to the judging thread.
final class RuleState {
  /// The keys of records.
  let keys: HashSet128
  /// Single values that are integers, which need less memory.
  let integers: IntegerSet
  /// The keys of stored records, in the form in which the store keeps them
  /// (`Hash128.init(storedKey:)`). A rule that compares only within its import receives some when
  /// corrections are judged: those of the other records of the original import.
  let stored: HashSet128
  /// The lookup for further keys.
  var storedKeys: (any StoredKeys)?
  let comparing: ComparedRecords
  /// For `elsewhere`: the keys of the batch's records to compare, with their positions, ascending.
  var evaluated: [(record: Int, key: Hash128)] = []
  /// For `known`: the positions of the batch's repeated records.
  var repeated: Set<Int> = []

  init(_ configuration: RunState.Configuration) {
    comparing = configuration.comparing
    keys = HashSet128(spillingTo: configuration.spill)
    integers = IntegerSet(key: configuration.hashKey, spillingTo: configuration.spill)
    stored = HashSet128(spillingTo: configuration.spill)
  }

  /// Discards what belongs to the preceding batch.
  func beginBatch() {
    evaluated.removeAll(keepingCapacity: true)
    repeated.removeAll(keepingCapacity: true)
  }

  /// Whether records are compared only with earlier records of the run.
  var comparesWithinRun: Bool { stored.isEmpty && storedKeys == nil }

  /// Whether another stored record has the key.
  func isStored(_ key: Hash128, _ record: borrowing RecordContext) -> Bool {
    if !stored.isEmpty, stored.contains(Hash128(storedKey: key.storedKey)) { return true }
    guard let storedKeys, storedKeys.mayContain(key) else { return false }
    let owner = storedKeys.needsOwner ? record.run.recordKey?.hash(record) : nil
    return storedKeys.contains(key, record: record.record, owner: owner)
  }

  /// The error of the spill storage, if any.
  var error: SpillError? {
    keys.error ?? integers.error ?? stored.error ?? storedKeys?.error
  }
}
