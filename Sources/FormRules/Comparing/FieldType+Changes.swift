import FormBytes

extension FieldType {
  /// Returns the changes of the texts that a field accepts if its type changes. Certain only if the
  /// values of the texts that both types accept are equal.
  package func changes(to new: FieldType) -> Set<AcceptanceChange> {
    switch (self, new) {
    case _ where self == new: return []
    case (.integer, .decimal(let format)):
      return format == DecimalFormat(scale: format.scale) ? [.looser] : [.unknown]
    case (.decimal, .integer): return new.changes(to: self).reversed
    case (.decimal(let old), .decimal(var new)):
      let scales = (old.scale ?? Int.max, new.scale ?? Int.max)
      new.scale = old.scale
      guard old == new else { return [.unknown] }
      return scales.0 < scales.1 ? [.looser] : [.stricter]
    case (.boolean(let old), .boolean(let new)):
      return Self.changes(from: old, to: new)
    case (.date, .date), (.time, .time), (.datetime, .datetime):
      let (old, new) = (formatPatterns, new.formatPatterns)
      // The first format that fits determines the value.
      if !old.isEmpty, new.starts(with: old) { return [.looser] }
      return !new.isEmpty && old.starts(with: new) ? [.stricter] : [.unknown]
    default: return [.unknown]
    }
  }

  private static func changes(
    from old: BooleanWords, to new: BooleanWords
  ) -> Set<AcceptanceChange> {
    let (yes, no) = (Set(old.yes.folded), Set(old.no.folded))
    let (newYes, newNo) = (Set(new.yes.folded), Set(new.no.folded))
    guard yes.isDisjoint(with: newNo), no.isDisjoint(with: newYes) else { return [.unknown] }
    return Set(from: yes.union(no), to: newYes.union(newNo), added: .looser)
  }
}

extension [String] {
  fileprivate var folded: [[UInt8]] { map { $0.utf8.map(\.lowercasedASCII) } }
}
