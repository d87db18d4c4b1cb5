import FormBytes

extension Judge {
  /// The key of a judged record under a stateful rule, or nil if the record has none.
  ///
  /// - Parameter record: The record's position in the last batch, from 0.
  package func key(
    ofRule position: Int, record: Int, in bytes: Span<UInt8>
  ) -> Hash128? {
    var found: Hash128?
    forEachKey(ofRule: position, of: record..<record + 1, in: bytes) { found = $1 }
    return found
  }

  /// Calls a closure with the position and key of each judged record that has a key under a
  /// stateful rule.
  ///
  /// - Parameter records: Positions in the last batch, from 0.
  package func forEachKey(
    ofRule position: Int, of records: Range<Int>, in bytes: Span<UInt8>,
    _ body: (Int, Hash128) -> Void
  ) {
    let planRule = plan.rules[position]
    guard let rule = planRule.statefulRule else { return }
    let blank = plan.blank(of: planRule)
    var context = context(bytes)
    for record in records {
      context.record = record
      var (value, cell) = (Value.missing, Cell.missing)
      if let field = planRule.subject {
        (value, cell) = (context.value(of: field), context.cell(of: field))
        if !planRule.readsUnmodifiedValue {
          guard let read = planRule.read(value, cell, blank: blank, bytes: bytes) else { continue }
          (value, cell) = read
        }
      }
      if let key = rule.key(value, bytes.extracting(cell.range), in: context) { body(record, key) }
    }
  }

  /// The keys of the records that a stateful rule evaluated in the last batch, with their
  /// positions; under `ComparedRecords.elsewhere` only.
  package func evaluatedKeys(ofRule position: Int) -> [(record: Int, key: Hash128)] {
    plan.rules[position].statefulRule.map { run[$0.stateIndex].evaluated } ?? []
  }

  /// Restricts evaluation to the stateful rules and the rules that they depend on.
  package mutating func evaluateOnlyStatefulRules() {
    restrict(
      to: JudgeFocus(plan.statefulRulePositions, of: plan)
        .without(scenario: run.configuration.scenario, of: plan))
  }

  /// Sets the repeated records of a batch, with the positions of the rules that find them repeated.
  func setRepeated(_ repeated: [(record: Int, rules: [Int])]) {
    for position in plan.statefulRulePositions {
      guard let rule = plan.rules[position].statefulRule else { continue }
      run[rule.stateIndex].repeated = Set(
        repeated.lazy.filter { $0.rules.contains(position) }.map(\.record))
    }
  }

  /// Makes a stateful rule reject a record that is already stored.
  ///
  /// - Parameter key: The record's `Hash128.storedKey`.
  package func addStoredKey(_ key: Int64, rule position: Int) {
    guard let rule = plan.rules[position].statefulRule else { return }
    _ = run[rule.stateIndex].stored.insert(Hash128(storedKey: key))
  }

  /// Makes a stateful rule reject the records whose keys are found by a lookup.
  package func compare(rule position: Int, with keys: any StoredKeys) {
    guard let rule = plan.rules[position].statefulRule else { return }
    run[rule.stateIndex].storedKeys = keys
  }
}
