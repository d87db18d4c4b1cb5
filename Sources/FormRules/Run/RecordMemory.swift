/// What rules that remember compare a record with: in a part of a whole, the records before it are
/// elsewhere.
package enum RecordComparing: Sendable {
  /// With the earlier records of the run.
  case withEarlier
  /// With nothing: nothing fails, and somebody else compares the keys of the records that are asked
  /// about (`JudgingSession.keys`).
  case elsewhere
  /// With nothing: the rules are left out.
  case never
  /// It is known already which records are repeated.
  case known
}

/// A place in what a run remembers, for one rule.
package struct MemorySlot: Sendable, Equatable {
  let index: Int
}

/// What one rule has seen in one run, 16 to 24 bytes a record. It belongs to the thread that judges.
final class RecordMemory {
  /// The keys of records.
  let keys: HashSet128
  /// Single values that are whole numbers, which need less memory.
  let integers: IntegerSet
  /// The keys of records that were stored before, as far as the store keeps them
  /// (`Hash128.init(storedKey:)`). A rule that compares with its import only is given
  /// some when corrections are judged: those of the other records of the import that they are of.
  private(set) var stored: HashSet128
  /// Where keys are looked up that are too many to be read.
  var storedKeys: (any StoredKeys)?
  let comparing: RecordComparing
  /// `elsewhere`: the keys of the batch's records that are compared, with their places, ascending.
  var asked: [(record: Int, key: Hash128)] = []
  /// `known`: the places of the batch's records that are repeated.
  var repeated: Set<Int> = []

  private let spill: (any SpillStorage)?

  init(_ conditions: RunState.Conditions) {
    comparing = conditions.comparing
    spill = conditions.spill
    keys = HashSet128(spillingTo: spill)
    integers = IntegerSet(key: conditions.hashKey, spillingTo: spill)
    stored = HashSet128(spillingTo: spill)
  }

  /// Compares with a set of keys that others fill.
  func compare(with stored: HashSet128) { self.stored = stored }

  /// Compares with nothing stored any more.
  func removeStored() { stored = HashSet128(spillingTo: spill) }

  /// Whether another record that was stored has the key.
  func isStored(_ key: Hash128, _ record: borrowing RecordContext) -> Bool {
    if let storedKeys {
      // What identifies the record is made only where it matters.
      guard storedKeys.contains(key, except: nil) else { return false }
      guard let own = record.run.recordKey?.hash(record) else { return true }
      return storedKeys.contains(key, except: own)
    }
    return stored.contains(Hash128(storedKey: key.storedKey))
  }

  /// What went wrong with the storage.
  var error: SpillError? {
    keys.error ?? integers.error ?? stored.error ?? storedKeys?.error
  }
}
