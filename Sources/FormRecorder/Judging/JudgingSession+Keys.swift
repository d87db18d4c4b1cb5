import FormInput
package import FormRules
import FormStore

/// The keys of records, and the keys and values that records are compared with.
extension JudgingSession {
  /// For each `unique` rule, the keys of the records that it evaluated in the last batch, by their
  /// positions among the judged records. Used when keys are compared elsewhere.
  package var evaluatedKeys: [(rule: Int, keys: [(record: Int, key: Hash128)])] {
    plan.statefulRulePositions.map { ($0, judge.evaluatedKeys(ofRule: $0)) }
  }

  /// Restricts judging to `unique` rules and the rules that they depend on.
  func evaluateOnlyUnique() { judge.evaluateOnlyStatefulRules() }

  /// Reads the next records, and calls a closure with the key of each record that has one. Returns
  /// false at the end.
  func nextKeys(_ body: (Hash128) -> Void) throws(RecorderError) -> Bool {
    guard try read() else { return false }
    let bytes = input.records.bytes
    judge.judge(&batch, in: bytes.span)
    judge.forEachRecordKey(batch, in: bytes.span, body)
    return true
  }

  /// The key of a judged record, and the hash of its fields.
  func recordKey(_ record: Int) -> (hash: Hash128, content: UInt64)? {
    let bytes = input.records.bytes
    return judge.recordKey(record, batch, in: bytes.span)
  }

  /// The key of a judged record under a `unique` rule.
  func key(ofRule position: Int, record: Int) -> Hash128? {
    let bytes = input.records.bytes
    return judge.key(ofRule: position, record: record, batch, in: bytes.span)
  }

  /// Supplies the values for `exists` rules.
  func add(_ keys: HashSet128, of reference: StoredReference) {
    judge.run.add(keys, of: reference)
  }

  /// Supplies the stored values for `exists` rules.
  func add(_ references: [StoredReferenceKeys]) {
    for reference in references { add(reference.keys, of: reference.reference) }
  }

  /// Makes a `unique: ever` rule reject a value that is already stored.
  func addStoredKey(_ key: Int64, rule position: Int) {
    judge.addStoredKey(key, rule: position)
  }

  /// Makes a `unique: ever` rule reject the values whose keys are found by a search.
  func compare(rule position: Int, with keys: any StoredKeys) {
    judge.compare(rule: position, with: keys)
  }

  /// Makes `unique` rules compare with stored keys only, not with earlier records.
  func ignoreEarlierRecords() { judge.run.ignoreEarlierRecords() }
}
