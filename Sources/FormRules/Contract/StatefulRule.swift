/// A rule that compares each record with earlier records of the run. The rule itself has no state:
/// the keys of earlier records are stored in the run, in the slot that the rule reserves when it is
/// bound (`RuleParameters.allocateMemory()`). Therefore, any number of runs can share a plan.
package protocol StatefulRule: Rule {
  /// The slot of the rule in the memory of the run.
  var memory: MemorySlot { get }

  /// Whether it also compares with accepted records that were stored before the run.
  var comparesWithStored: Bool { get }

  /// Returns the key that is compared: equal records have equal keys, computed with the run's hash
  /// key. Nil if the record is not compared.
  func key(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> Hash128?
}
