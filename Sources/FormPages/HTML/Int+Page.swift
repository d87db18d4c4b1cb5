import FormBytes

extension Int {
  /// The number with narrow spaces between groups of three digits, which is readable in every
  /// language.
  var spaced: String { grouped(by: "\u{202F}") }

  /// The number of ten-thousandths as a percentage with two decimals.
  var percentage: String { "\(twoDecimals)\u{202F}%" }
}
