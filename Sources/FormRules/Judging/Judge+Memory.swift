extension Judge {
  /// The key of a judged record under a rule that remembers records, or nil if it has none.
  ///
  /// - Parameter record: The record's position in the last batch, from 0.
  package func key(
    ofRule position: Int, record: Int, _ batch: borrowing JudgedBatch, in bytes: Span<UInt8>
  ) -> Hash128? {
    var found: Hash128?
    forEachKey(ofRule: position, of: record..<record + 1, batch, in: bytes) { found = $1 }
    return found
  }

  /// Calls a closure with the position and key of each judged record that has a key under a rule
  /// that remembers records.
  ///
  /// - Parameter records: Positions in the last batch, from 0.
  package func forEachKey(
    ofRule position: Int, of records: Range<Int>, _ batch: borrowing JudgedBatch,
    in bytes: Span<UInt8>, _ body: (Int, Hash128) -> Void
  ) {
    guard let rule = plan.rules[position].statefulRule else { return }
    let field = plan.rules[position].subject
    var context = context(bytes, height: batch.count)
    for record in records {
      context.record = record
      let key =
        if let field {
          rule.key(context.value(of: field), context.text(of: field), context)
        } else {
          rule.key(.missing, bytes.extracting(0..<0), context)
        }
      if let key { body(record, key) }
    }
  }

  /// The keys of the records that a stateful rule evaluated in the last batch, with their
  /// positions; under `ComparedRecords.elsewhere` only.
  package func evaluatedKeys(ofRule position: Int) -> [(record: Int, key: Hash128)] {
    guard let rule = plan.rules[position].statefulRule else { return [] }
    return run[rule.memory].evaluated
  }

  /// Restricts evaluation to the rules that remember records, and those that decide about them.
  package mutating func evaluateOnlyStatefulRules() {
    restrict(
      to: JudgeFocus(plan.statefulRulePositions, of: plan)
        .without(scenario: run.conditions.scenario, of: plan))
  }

  /// Begins a batch.
  ///
  /// - Parameter repeated: The positions of repeated records with the positions of the rules that
  ///   find them repeated. Used only with `ComparedRecords.known`.
  package func beginBatch(repeated: [(record: Int, rules: [Int])]) {
    for position in plan.statefulRulePositions {
      guard let rule = plan.rules[position].statefulRule else { continue }
      run[rule.memory].evaluated.removeAll(keepingCapacity: true)
      if run.conditions.comparing == .known {
        run[rule.memory].repeated = Set(
          repeated.lazy.filter { $0.rules.contains(position) }.map(\.record))
      }
    }
  }

  /// Makes a rule that remembers records reject a record that is already stored.
  ///
  /// - Parameter key: The record's `Hash128.storedKey`.
  package func addStoredKey(_ key: Int64, rule position: Int) {
    guard let rule = plan.rules[position].statefulRule else { return }
    _ = run[rule.memory].stored.insert(Hash128(storedKey: key))
  }

  /// Makes a rule that remembers records reject the records whose keys are found by a search.
  package func compare(rule position: Int, with keys: any StoredKeys) {
    guard let rule = plan.rules[position].statefulRule else { return }
    run[rule.memory].storedKeys = keys
  }

  /// Makes a rule that remembers records reject the records whose keys are in a set. The keys must
  /// be created by `Hash128.init(storedKey:)`.
  package func compare(rule position: Int, with keys: HashSet128) {
    guard let rule = plan.rules[position].statefulRule else { return }
    run[rule.memory].compare(with: keys)
  }

  /// Removes the stored keys.
  package func removeStoredKeys() { run.removeStored() }
}
