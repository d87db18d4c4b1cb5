import FormInput
package import FormRules
import FormStore

/// The keys of records, and the keys and values that records are compared with.
extension RecordJudge {
  /// For each `unique` rule, the keys of the records that it evaluated in the last batch, by their
  /// positions among the judged records. Used when keys are compared elsewhere.
  package var evaluatedKeys: [(rule: Int, keys: [(record: Int, key: Hash128)])] {
    plan.statefulRulePositions.map { ($0, judge.evaluatedKeys(ofRule: $0)) }
  }

  /// Restricts judging to `unique` rules and the rules that they depend on.
  func evaluateOnlyUnique() { judge.evaluateOnlyStatefulRules() }

  /// Supplies the values for `exists` rules.
  func add(_ keys: HashSet128, of reference: StoredReference) {
    judge.run.add(keys, of: reference)
  }

  /// Supplies the stored values for `exists` rules.
  func add(_ references: [StoredReferenceKeys]) {
    for reference in references { add(reference.keys, of: reference.reference) }
  }

  /// Makes a `unique` rule reject a value that is already stored.
  ///
  /// - Parameter key: The value's `Hash128.storedKey`.
  func addStoredKey(_ key: Int64, rule position: Int) {
    judge.addStoredKey(key, rule: position)
  }

  /// Makes a `unique` rule reject the values whose keys are found by a search.
  func compare(rule position: Int, with keys: any StoredKeys) {
    judge.compare(rule: position, with: keys)
  }

  /// Makes `unique` rules compare with stored keys only, not with earlier records of the same
  /// import. Single submissions are independent of each other.
  func ignoreEarlierRecords() { judge.run.ignoreEarlierRecords() }
}
