import FormDefinitions
import FormRules

/// The values of `enum` and `const` that a field can hold.
enum JSONSchemaConstants {
  /// The values as the field's type writes them; others are left out, as the field cannot be equal to them.
  /// Nulls are missing values and empty texts empty ones, which no rule compares.
  ///
  /// - Parameter kinds: the JSON types that the field may have; nil for any.
  /// - Returns: nil when the field may be equal to a value that cannot be written.
  static func texts(
    _ values: [DefinitionNode], of type: FieldType, kinds: Set<String>?
  ) -> [String]? {
    var texts: [String] = []
    for value in values {
      let kind = value.jsonKind
      guard kind != .null else { continue }
      if case .list = type {
        // Lists can be written in several ways.
        if kind == .array { return nil }
        continue
      }
      guard let text = value.scalar, isPossible(kind, type, kinds), !text.isEmpty else { continue }
      switch type {
      case .text, .boolean: texts.append(text)
      case .integer, .decimal:
        guard let plain = NumberLiteral.plain(text) else { return nil }
        if type.literal(plain) != nil { texts.append(plain) }
      case .number:
        let written = NumberLiteral.plain(text) ?? text
        guard type.literal(written) != nil else { return nil }
        texts.append(written)
      // A moment can be written in several ways, which are equal here.
      case .datetime, .time: return nil
      case .date:
        if type.literal(text) != nil { texts.append(text) }
      case .list, .file: return nil
      }
    }
    return texts
  }

  private static func isPossible(
    _ kind: JSONKind, _ type: FieldType, _ kinds: Set<String>?
  ) -> Bool {
    switch type {
    case .integer, .decimal, .number: return kind == .number
    case .boolean: return kind == .boolean
    case .text:
      guard kind != .array, kind != .object else { return false }
      guard let kinds else { return true }
      return kinds.contains(kind.rawValue) || kind == .number && kinds.contains("integer")
    default: return kind == .string
    }
  }
}
