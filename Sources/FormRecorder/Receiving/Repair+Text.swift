import FormRules

extension Repair.Change {
  /// The repairs that need only the text of a cell and have no parameters.
  static let textual = words.map(\.change).filter { $0 != .nearest }

  /// The repaired text of a cell, or nil if the repair does not concern it.
  ///
  /// - Parameters:
  ///   - type: The type of the field.
  ///   - nearest: The value that the text resembles.
  func repaired(_ text: String, of type: FieldType, nearest: String?) -> String? {
    let repaired: String? =
      switch self {
      case .replace(let texts): texts[text] ?? texts[text.removingBlanks(within: false)]
      case .strip(let texts):
        // As characters, a line feed or a combining mark would be part of the preceding one.
        texts.reduce(text) { String($0.unicodeScalars.replacing($1.unicodeScalars, with: [])) }
      case .trim: text.removingBlanks(within: false)
      case .removeBlanks: text.removingBlanks(within: true)
      case .notation(let notation):
        notation.rewritten(text.removingBlanks(within: false), as: type)
      case .date(let dayFirst): Self.date(text, dayFirst, as: type)
      case .number(let decimalComma): Self.number(text, decimalComma, as: type)
      case .nearest: nearest
      case .others: nil
      }
    return repaired.flatMap { $0.utf8.elementsEqual(text.utf8) ? nil : $0 }
  }

  private static func date(_ text: String, _ dayFirst: Bool, as type: FieldType) -> String? {
    guard case .date = type else { return nil }
    let text = text.removingBlanks(within: false)
    // Programs add a time of zero to dates.
    let day = text.prefixMatch(of: /(.+?)[T ]00:00(:00(\.0+)?)?Z?/)?.1 ?? text[...]
    let bytes = Array(day.utf8)
    for notation in FieldType.commonDates {
      let pattern = notation.formatPatterns.first ?? "yyyy-MM-dd"
      if pattern.hasPrefix(dayFirst ? "M" : "d"), !pattern.contains("MMM") { continue }
      if let date = notation.value(of: bytes.span) { return type.text(of: date) }
    }
    return nil
  }

  /// The number in a text with one currency or unit before or after it, which can be any text
  /// without digits. `CR` and `DR` are none: which of them is negative depends on the account.
  private static func number(_ text: String, _ decimalComma: Bool, as type: FieldType) -> String? {
    guard let first = text.firstIndex(where: \.isASCIIDigit),
      let last = text.lastIndex(where: \.isASCIIDigit)
    else { return nil }
    let affixes = [text[..<first], text[text.index(after: last)...]]
      .map { $0.trimmingNumberSigns }.filter { !$0.isEmpty }
    guard !affixes.contains(where: { ["CR", "DR"].contains($0.uppercased()) }) else { return nil }
    let format = FieldType.DecimalFormat(
      point: decimalComma ? "," : ".",
      group: [decimalComma ? "." : ",", " ", "\u{A0}", "\u{202F}", "'", "’"], strip: affixes,
      negative: [.minus, .parentheses, .trailing])
    return FieldType.decimal(format).rewritten(text.removingBlanks(within: false), as: type)
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }

  /// Whether the character can stand between a number and its unit.
  fileprivate var isNumberSign: Bool { isWhitespace || "+-\u{2212}().,".contains(self) }
}

extension Substring {
  fileprivate var trimmingNumberSigns: String {
    guard let first = firstIndex(where: { !$0.isNumberSign }),
      let last = lastIndex(where: { !$0.isNumberSign })
    else { return "" }
    return String(self[first...last])
  }
}

extension String {
  /// The text without invisible characters, and without blanks at its ends or anywhere.
  fileprivate func removingBlanks(within: Bool) -> String {
    let visible = unicodeScalars.filter {
      let category = $0.properties.generalCategory
      return category != .format && category != .control || $0 == "\n" || $0 == "\t"
    }
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    if within { return String(String.UnicodeScalarView(visible.filter { !isBlank($0) })) }
    guard let first = visible.firstIndex(where: { !isBlank($0) }),
      let last = visible.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(visible[first...last])
  }
}
