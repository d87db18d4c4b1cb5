import FormBytes

extension Int {
  /// The number with narrow spaces between groups of three digits, which is readable in every
  /// language.
  var spaced: String { grouped(by: "\u{202F}") }

  /// The number of ten-thousandths as a percentage with two decimals.
  var percentage: String {
    "\(self / 100).\(String(100 + self % 100).dropFirst())\u{202F}%"
  }
}
