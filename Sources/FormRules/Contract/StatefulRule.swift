/// A rule that compares each record with earlier records of the run. The rule itself does not
/// change: its state, the keys of earlier records, belongs to the run (`RuleState`), at the index
/// that the rule reserves when it is bound (`RuleParameters.reserveStateIndex()`). Therefore, any
/// number of runs can share a plan.
package protocol StatefulRule: Rule {
  /// The index of the rule's state.
  var stateIndex: StateIndex { get }

  /// Whether it also compares with accepted records that were stored before the run.
  var comparesWithStored: Bool { get }

  /// Returns the key that is compared: equal records have equal keys, computed with the run's hash
  /// key. Nil if the record is not compared.
  func key(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> Hash128?
}
