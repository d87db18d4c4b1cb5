import FormRules

/// The properties of files that several schema languages have.
extension PortableSchema {
  /// Reads an encoding by a web name (WHATWG Encoding Standard, section 4.2), which has many
  /// aliases for each name in definitions.
  mutating func readEncoding(_ object: SchemaObject) {
    guard let name = object.text("encoding") else { return }
    switch name.lowercased() {
    case "utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8",
      "us-ascii", "ascii", "ansi_x3.4-1968":
      file.encoding = "utf-8"
    case "windows-1252", "cp1252", "x-cp1252": file.encoding = "windows-1252"
    // On the web this means windows-1252. The two differ in 27 characters, such as quotation marks
    // and dashes.
    case "iso-8859-1", "iso8859-1", "iso88591", "iso_8859-1", "iso_8859-1:1987", "iso-ir-100",
      "latin1", "latin-1", "l1", "cp819", "ibm819", "csisolatin1":
      file.encoding = "iso-8859-1"
    case "utf-16": file.encoding = "utf-16"
    case "utf-16le", "utf16le", "unicode", "ucs-2", "iso-10646-ucs-2", "csunicode", "unicodefeff":
      file.encoding = "utf-16le"
    case "utf-16be", "utf16be", "unicodefffe": file.encoding = "utf-16be"
    default: object.addLoss("encoding '\(name)' is not supported: not converted", at: "encoding")
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

  /// The end of notes on missing values that do not include the empty text.
  static let withoutEmptyText =
    "without '': an empty cell is a value in the schema but missing in the form"

  /// Adds texts that count as missing, except the empty text, which always does.
  mutating func addMissing(_ texts: [String]) {
    file.missing += texts.filter { !$0.isEmpty && !file.missing.contains($0) }
  }
}
