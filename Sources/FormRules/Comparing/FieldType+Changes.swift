import FormBytes

extension FieldType {
  /// Returns the changes of the texts that a field accepts if its type changes. Certain only if the
  /// values of the texts that both types accept are equal.
  package func changes(to new: FieldType) -> Set<AcceptanceChange> {
    switch (self, new) {
    case _ where self == new && texts == new.texts: return []
    case (.integer, .decimal(let format)):
      return format == DecimalFormat(scale: format.scale) ? [.looser] : [.unknown]
    case (.decimal, .integer): return new.changes(to: self).reversed
    case (.decimal(let old), .decimal(var new)):
      let scales = (old.scale ?? Int.max, new.scale ?? Int.max)
      new.scale = old.scale
      guard old == new, Self.decimal(old).texts == Self.decimal(new).texts else {
        return [.unknown]
      }
      return scales.0 < scales.1 ? [.looser] : [.stricter]
    case (.boolean(let old), .boolean(let new)):
      return Self.changes(from: old, to: new)
    case (.date, .date), (.time, .time), (.datetime, .datetime):
      let (old, new) = (formatPatterns.map(\.utf8Bytes), new.formatPatterns.map(\.utf8Bytes))
      // The first format that fits determines the value.
      if !old.isEmpty, new.starts(with: old) { return [.looser] }
      return !new.isEmpty && old.starts(with: new) ? [.stricter] : [.unknown]
    default: return [.unknown]
    }
  }

  /// The bytes of the texts in the type's options. Equal types may differ in them, because `==`
  /// compares texts by canonical equivalence.
  var texts: [[[UInt8]]] {
    let texts: [[String]] =
      switch self {
      case .boolean(let words): [words.yes, words.no]
      case .decimal(let format): [[format.point], format.group, format.strip]
      case .list(let separator): [[separator]]
      case .date, .time, .datetime: [formatPatterns]
      case .text, .integer, .number, .file: []
      }
    return texts.map { $0.map(\.utf8Bytes) }
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
