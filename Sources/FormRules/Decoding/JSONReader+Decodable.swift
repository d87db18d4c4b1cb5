extension JSONReader {
  /// Decodes a value.
  ///
  /// Returns nil for text that is not JSON, repeats a key, or does not match the type.
  ///
  /// - Parameter unknownKeys: The treatment of members that the type does not have.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from json: String, unknownKeys: DecodingOptions.UnknownKeys = .ignore
  ) -> Value? {
    let notes = DecodingNotes(DecodingOptions(unknownKeys: unknownKeys))
    // The caller reports text that does not match the type.
    guard let node = readValue(json), let value = try? notes.decode(type, at: node),
      notes.faults.isEmpty
    else { return nil }
    return value
  }
}

/// A value of any kind in a text that `JSONReader.decode` decodes.
package struct DecodedNode: Decodable {
  package let node: DefinitionNode

  package init(from decoder: any Decoder) throws {
    guard let node = (decoder as? NodeDecoder)?.node else {
      throw DecodingError.valueNotFound(
        Self.self, .init(codingPath: decoder.codingPath, debugDescription: "no node"))
    }
    self.node = node
  }
}
