/// The source of an expression while it is read, and where it stands in the definition file.
struct ExpressionText {
  let scalars: [Unicode.Scalar]
  let location: SourceLocation

  init(_ source: String, at location: SourceLocation) throws(DefinitionError) {
    guard source.utf8.count <= Expression.maximumBytes else {
      throw DefinitionError(
        "the expression has more than \(Expression.maximumBytes) bytes", at: location)
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

  /// The text of a range for an error message: one line, not too long.
  func excerpt(_ range: Range<Int>) -> String {
    let words = self[range].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count <= 40 ? words : words.prefix(39) + "…"
  }

  /// An error at an offset. Behind a line break the column is not known (block scalars are indented,
  /// folded ones joined), so that the error stands at the whole expression.
  func error(_ message: String, at offset: Int) -> DefinitionError {
    DefinitionError(message, at: place(of: offset))
  }

  func place(of offset: Int) -> SourceLocation {
    let before = self[0..<min(offset, scalars.count)]
    guard location.line > 0, !before.contains(where: \.isNewline) else { return location }
    return SourceLocation(line: location.line, column: location.column + before.count)
  }
}
