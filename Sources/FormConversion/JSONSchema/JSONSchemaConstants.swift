import FormDefinitions
import FormRules

/// Converts the values of `enum` and `const` that a field can have.
enum JSONSchemaConstants {
  /// Returns the values in the notation of the field's type.
  ///
  /// Omits values that the field cannot have. Null is a missing value and an empty text is an empty
  /// one, which no rule compares.
  ///
  /// - Parameter allowedTypes: The JSON types that the field may have, or nil for any.
  /// - Returns: The values, or nil if the field may equal a value that cannot be written.
  static func texts(
    _ values: [DefinitionNode], of type: FieldType, allowedTypes: Set<JSONType>?
  ) -> [String]? {
    var texts: [String] = []
    for value in values {
      let jsonType = value.jsonType
      guard jsonType != .null else { continue }
      if case .list = type {
        // A list has several notations.
        if jsonType == .array { return nil }
        continue
      }
      guard let text = value.scalar, isPossible(jsonType, type, allowedTypes: allowedTypes),
        !text.isEmpty
      else {
        continue
      }
      switch type {
      case .text, .boolean: texts.append(text)
      case .integer, .decimal:
        guard let plain = NumberLiteral.plain(text) else { return nil }
        if type.literal(plain) != nil { texts.append(plain) }
      case .number:
        let written = NumberLiteral.plain(text) ?? text
        guard type.literal(written) != nil else { return nil }
        texts.append(written)
      // A moment has several notations, which are equal in a field.
      case .datetime, .time: return nil
      case .date:
        if type.literal(text) != nil { texts.append(text) }
      case .list, .file: return nil
      }
    }
    return texts
  }

  private static func isPossible(
    _ jsonType: JSONType, _ type: FieldType, allowedTypes: Set<JSONType>?
  ) -> Bool {
    switch type {
    case .integer, .decimal, .number: return jsonType == .number
    case .boolean: return jsonType == .boolean
    case .text:
      guard jsonType != .array, jsonType != .object else { return false }
      guard let allowedTypes else { return true }
      return allowedTypes.contains(jsonType)
        || jsonType == .number && allowedTypes.contains(.integer)
    case .date, .time, .datetime, .list, .file: return jsonType == .string
    }
  }
}
