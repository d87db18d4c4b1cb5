/// The text of an expression during parsing, and its location in the definition file.
struct ExpressionText {
  let scalars: [Unicode.Scalar]
  let location: DefinitionLocation

  init(_ source: String, at location: DefinitionLocation) throws(DefinitionError) {
    guard source.utf8.count <= Expression.maximumBytes else {
      throw DefinitionError(
        "the expression has more than \(Expression.maximumBytes) bytes", .limit, at: location)
    }
    self.scalars = Array(source.unicodeScalars)
    self.location = location
  }

  /// The text of a range.
  subscript(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }

  /// The text of a range for an error message, in one line of limited length.
  func excerpt(_ range: Range<Int>) -> String {
    let words = self[range].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count <= 40 ? words : words.prefix(39) + "…"
  }

  /// Creates an error at an offset. After a line break the column is unknown (block scalars are
  /// indented, folded ones joined), so the error has the location of the whole expression.
  func error(
    _ message: String, _ cause: DefinitionError.Cause = .syntax, at offset: Int
  ) -> DefinitionError {
    DefinitionError(message, cause, at: location(of: offset))
  }

  func location(of offset: Int) -> DefinitionLocation {
    let before = self[0..<min(offset, scalars.count)]
    guard location.line > 0, !before.contains(where: \.isNewline) else { return location }
    return DefinitionLocation(line: location.line, column: location.column + before.count)
  }
}
