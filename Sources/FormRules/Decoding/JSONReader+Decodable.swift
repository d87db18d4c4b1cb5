extension JSONReader {
  /// Decodes a value. Members that the type does not have are ignored.
  ///
  /// Returns nil for text that is not JSON, repeats a key, or does not match the type.
  package static func decode<Value: Decodable>(_ type: Value.Type, from json: String) -> Value? {
    let notes = DecodingNotes(DecodingOptions())
    // The caller reports text that does not match the type.
    guard let node = readValue(json), let value = try? notes.decode(type, at: node),
      notes.faults.isEmpty
    else { return nil }
    return value
  }
}
