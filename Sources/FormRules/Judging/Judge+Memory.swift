extension Judge {
  /// The key of a judged record under a rule that remembers, or nil when there is none.
  ///
  /// - Parameters:
  ///   - record: its place in the batch that was judged last, from 0.
  package func uniqueKey(
    ofRule position: Int, record: Int, _ batch: borrowing JudgedBatch, in bytes: Span<UInt8>
  ) -> Hash128? {
    guard let rule = plan.rules[position].remembering else { return nil }
    var context = context(bytes, height: batch.count)
    context.record = record
    guard let field = plan.rules[position].subject else {
      return rule.key(.missing, bytes.extracting(0..<0), context)
    }
    return rule.key(context.value(of: field), context.text(of: field), context)
  }

  /// Makes a rule that remembers refuse a record that was stored before.
  ///
  /// - Parameter owner: the `recordKey` of the stored record, if it has one: a later delivery of it
  ///   is not refused.
  package func addStoredKey(_ hash: Hash128, rule position: Int, owner: Hash128? = nil) {
    guard let rule = plan.rules[position].remembering else { return }
    _ = run[rule.memory].stored.insert(hash)
    if let owner { _ = run[rule.memory].owned.insert(hash.paired(with: owner)) }
  }

  /// Makes a rule that remembers refuse the records whose keys are in a set.
  package func compare(rule position: Int, with keys: HashSet128) {
    guard let rule = plan.rules[position].remembering else { return }
    run[rule.memory].compare(with: keys)
  }

  /// Forgets the values that were stored before.
  package func removeStoredKeys() { run.removeStored() }
}
