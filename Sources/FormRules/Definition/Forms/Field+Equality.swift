extension Field {
  /// Whether two texts of the field are equal or have the same value: `1.50` and `1.5`, or `yes`
  /// and `TRUE`.
  package func areEqual(_ a: String, _ b: String) -> Bool {
    a == b || value(of: a)?.order(to: value(of: b) ?? .invalid) == .equal
  }

  private func value(of text: String) -> Value? {
    let bytes = Array(text.utf8)
    let range = trim ? bytes.span.trimmedRange : 0..<bytes.count
    return type.value(of: String(copying: bytes.span.extracting(range)))
  }
}
