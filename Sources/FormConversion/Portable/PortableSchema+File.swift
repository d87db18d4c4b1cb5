import FormBytes
import FormRules

/// The properties of files that several schema languages have.
extension PortableSchema {
  /// Reads an encoding by a label of the Encoding Standard (WHATWG, section 4.2).
  ///
  /// Labels of ISO-8859-1 mean this encoding, although they mean windows-1252 on the web. The two
  /// differ in 27 characters, such as quotation marks and dashes.
  mutating func readEncoding(_ object: SchemaObject) {
    guard let name = object.text("encoding") else { return }
    switch name.lowercased() {
    case "us-ascii", "ascii", "ansi_x3.4-1968": file.encoding = TextEncoding.utf8.rawValue
    // The byte order mark states the byte order.
    case "utf-16": file.encoding = "utf-16"
    default:
      file.encoding = TextEncoding(name: name)?.rawValue
      if file.encoding == nil {
        object.addLoss("encoding '\(name)' is not supported: not converted", at: "encoding")
      }
    }
  }

  /// Reads a delimiter if files can have it.
  mutating func readDelimiter(_ object: SchemaObject) {
    guard let text = object.text("delimiter") else { return }
    if text.utf8.count == 1, text != "\"", text.utf8.allSatisfy({ $0 == 9 || 0x20..<0x7F ~= $0 }) {
      file.delimiter = text
    } else {
      object.addLoss(
        "delimiter '\(text)' is not an ASCII character: not converted", at: "delimiter")
    }
  }

  /// Moves the texts that count as missing from the fields to the file if all fields have the same.
  mutating func shareMissing() {
    guard let first = fields.first?.missing, fields.allSatisfy({ $0.missing == first }) else {
      return
    }
    file.missing = first
    for index in fields.indices { fields[index].missing = nil }
  }

  /// The end of notes on missing values that do not include the empty text.
  static let withoutEmptyText =
    "without '': an empty cell is a value in the schema but missing in the form"
}
