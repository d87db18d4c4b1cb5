import FormBytes
import FormRules

extension FieldType.DecimalFormat {
  /// Returns an expression that converts a number in this format, or an empty text, to one that SQL
  /// can cast.
  ///
  /// Only values of the format are converted correctly: anything that is neither a digit nor the
  /// point is removed.
  func sql(_ text: String) -> String {
    // A longer word may contain a shorter one.
    let words = strip.sorted { $0.utf8.count > $1.utf8.count }
    let hasMarks = negative.contains(.credit) || negative.contains(.debit)
    let marked = text.removing(words)
    var isNegative: [String] = []
    var number = marked
    if hasMarks {
      let end = "upper(\(marked.trimmed))"
      isNegative.append("\(end) LIKE '%\(negative.contains(.credit) ? "CR" : "DR")'")
      number = """
        CASE WHEN \(end) LIKE '%CR' OR \(end) LIKE '%DR' \
        THEN substr(\(marked.trimmed), 1, length(\(marked.trimmed)) - 2) ELSE \(marked) END
        """
    }
    let signs = negative.isEmpty ? ["-"] : ["-", "\u{2212}"]
    // Without words, the sign is at the beginning.
    if !strip.isEmpty || !negative.isEmpty {
      isNegative += signs.map { "\(number) LIKE '%\($0)%'" }
      if negative.contains(.parentheses) { isNegative.append("\(number) LIKE '%(%'") }
      number = number.removing(signs + ["+", "(", ")"]).trimmed
    }
    number = number.removing(group)
    if point != "." { number = "replace(\(number), \(point.quoted()), '.')" }
    if isNegative.isEmpty { return number }
    return "CASE WHEN \(isNegative.joined(separator: " OR ")) THEN '-' ELSE '' END || \(number)"
  }
}

extension String {
  /// An expression of SQL without some texts.
  fileprivate func removing(_ words: [String]) -> String {
    words.reduce(self) { "replace(\($0), \($1.quoted()), '')" }
  }

  /// An expression of SQL without the blanks at its ends that rules do not see either.
  var trimmed: String { "trim(\(self), \(Self.blanks.quoted()))" }
}
