import FormBytes

extension Judge {
  /// Whether each record of the last batch contains a masked payment card number. Empty if none
  /// does.
  package var masked: [Bool] { state.masked }

  /// Finds the records with masked payment card numbers, for which the rules that need the full
  /// number are skipped.
  mutating func findMasked(_ cells: Span<Cell>, _ bytes: Span<UInt8>) {
    for record in 0..<recordCount {
      let isMasked = maskedFields.contains { field in
        let cell = cells[record * plan.fields.count + field]
        return MaskedCard.isMasked(bytes.extracting(cell.range))
      }
      guard isMasked else { continue }
      if state.masked.isEmpty { state.masked = Array(repeating: false, count: recordCount) }
      state.masked[record] = true
    }
  }

  /// Whether a rule cannot be evaluated for a record, because it reads a masked number.
  func isMasked(_ record: Int, rule position: Int) -> Bool {
    !state.masked.isEmpty && state.masked[record] && cardRules.contains(position)
  }
}

extension [PlanRule] {
  /// The positions of the rules whose results depend on the values of some fields: they read one,
  /// or need a rule that does. A requirement does not, because masked values are no blanks.
  package func readers(of fields: Set<Int>) -> Set<Int> {
    var found: Set<Int> = []
    for position in indices where !self[position].kind.isRequired {
      let rule = self[position]
      if !rule.reads.fields.isDisjoint(with: fields) || !found.isDisjoint(with: rule.needs) {
        found.insert(position)
      }
    }
    return found
  }
}
