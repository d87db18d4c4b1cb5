import FormBytes

extension Judge {
  /// Whether each record of the last batch contains a masked payment card number. Empty if none
  /// does.
  package var masked: [Bool] { state.masked }

  /// Finds the records with masked payment card numbers, for which the rules that need the full
  /// number are skipped.
  mutating func findMasked(_ cells: Span<Cell>, _ bytes: Span<UInt8>) {
    for record in 0..<recordCount {
      let isMasked = plan.cardFields.contains { field in
        let cell = cells[record * plan.fields.count + field]
        return MaskedCard.isMasked(bytes.extracting(cell.range))
      }
      guard isMasked else { continue }
      if state.masked.isEmpty { state.masked = Array(repeating: false, count: recordCount) }
      state.masked[record] = true
    }
  }
}
