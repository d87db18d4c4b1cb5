package import FormBytes

extension [UInt8] {
  /// Whether a JSON value in this text is an array whose first element is an object.
  package func isObjectList(_ kind: Cell.Kind, in range: Range<Int>) -> Bool {
    kind == .array && self[range].dropFirst().first { !$0.isJSONBlank } == .openBrace
  }
}
