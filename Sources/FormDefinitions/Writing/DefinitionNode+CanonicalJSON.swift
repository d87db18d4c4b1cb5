import FormRules

extension DefinitionNode {
  /// The node as JSON on one line: keys sorted by their bytes, and all scalars as strings except
  /// null.
  ///
  /// Equal nodes have equal bytes.
  var canonicalJSON: String {
    var json = ""
    write(to: &json)
    return json
  }

  private func write(to json: inout String) {
    switch content {
    case .scalar(let text, _):
      if isNull { json += "null" } else { Self.write(text, to: &json) }
    case .sequence(let items):
      json += "["
      for (index, item) in items.enumerated() {
        if index > 0 { json += "," }
        item.write(to: &json)
      }
      json += "]"
    case .mapping(let entries):
      json += "{"
      for (index, entry) in entries.sorted(by: Entry.isBefore).enumerated() {
        if index > 0 { json += "," }
        Self.write(entry.key, to: &json)
        json += ":"
        entry.value.write(to: &json)
      }
      json += "}"
    }
  }

  /// Escapes only the characters for which JSON requires it.
  private static func write(_ text: String, to json: inout String) {
    json += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: json.unicodeScalars.append(scalar)
      }
    }
    json += "\""
  }
}
