import FormBytes

/// A text with a range of numbers: `score_{1..10}` means ten texts. `{01..10}` keeps leading zeros.
package struct NumberedText {
  private let prefix: Substring
  private let suffix: Substring
  private let first: Int
  private let width: Int
  /// The range as written, `{1..10}`.
  package let range: Substring
  /// The number of texts; less than 1 if the range is descending.
  package let count: Int

  /// Parses a text; nil if it contains no range.
  package init?(_ text: String) {
    guard text.utf8.contains(UInt8(ascii: "{")),
      let match = text.firstMatch(of: /\{([0-9]+)\.\.([0-9]+)\}/)
    else { return nil }
    prefix = text[..<match.range.lowerBound]
    suffix = text[match.range.upperBound...]
    range = match.0
    // A bound above any useful range, so that the difference does not overflow.
    let bound = 1_000_000_000
    first = min(Int(match.1) ?? bound, bound)
    count = min(Int(match.2) ?? bound, bound) - first + 1
    width = match.1.first == "0" ? match.1.utf8.count : 1
  }

  /// Returns the text at a position, from 0.
  package subscript(_ position: Int) -> String {
    prefix + (first + position).zeroPadded(to: width) + suffix
  }
}
