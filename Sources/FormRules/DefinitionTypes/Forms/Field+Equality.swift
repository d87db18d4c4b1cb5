extension Field {
  /// Whether two texts of the field are equal or have the same value: `1.50` and `1.5`, or `yes`
  /// and `TRUE`.
  package func areEqual(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    return a == b || value(of: a)?.order(to: value(of: b) ?? .invalid) == .equal
  }

  /// The value of a text, or nil if the text is empty or does not have the field's type.
  package func value(of text: [UInt8]) -> Value? {
    let range = trim ? text.span.trimmedRange : text.indices
    return range.isEmpty ? nil : type.value(of: text.span.extracting(range))
  }
}
