/// A rule that remembers the records of a run and compares each with those before it. The rule itself
/// keeps nothing: what it saw stands with the run, at the place that it took when it was bound
/// (`RuleParameters.takeMemory`). So a plan may be used by any number of runs.
package protocol RememberingRule: Rule {
  /// Its place in what the run remembers.
  var memory: MemorySlot { get }

  /// Whether it compares with accepted records too that were stored before the run.
  var comparesWithStored: Bool { get }

  /// What stands for a record among others: equal for equal ones, under the run's hash key. Nil when
  /// the record is not compared.
  func key(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> Hash128?
}
