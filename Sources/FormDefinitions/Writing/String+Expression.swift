import FormBytes

extension String {
  /// The name of a field in expressions, in backquotes if necessary.
  package var asExpressionName: String {
    let isPlain =
      utf8.first?.isASCIIDigit == false
      && utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
    return isPlain && !Self.reservedNames.contains(lowercased())
      ? self : "`\(replacing("`", with: "``"))`"
  }

  /// The keywords and functions of expressions.
  private static let reservedNames: Set<String> = [
    "and", "or", "not", "in", "is", "blank", "matches", "sum", "min", "max", "count", "distinct",
    "length", "today", "now", "source", "param", "given", "true", "false",
  ]

  /// A regular expression that matches only this text.
  package var escapedForPattern: String {
    unicodeScalars.map { #".*+?^${}()|[]\"#.unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }
      .joined()
  }
}
