import FormDefinitions
package import FormRules

/// What schema languages have in common with forms and their rules: what goes from one to the other. What a
/// language cannot say is a note, with its place, and never dropped quietly.
struct PortableSchema {
  var name: String
  var title: String?
  var key: [String] = []
  /// Whether a rule of the record says that no two have the same key.
  var isKeyUnique = false
  /// What becomes of columns that are not described.
  var columns: Form.UnknownColumns?
  var missing: [String] = []
  var delimiter: String?
  var encoding: String?
  /// The line of the header; 0 when there is none.
  var header: Int?
  var fields: [PortableField] = []
  /// Rules of whole records, as definitions have them.
  var record: [DefinitionNode] = []
  /// What JSON Schema says of whole records.
  var conditions: [JSON] = []
  var notes: [ConversionNote] = []
  /// What cannot be read at all.
  var errors: [DefinitionError] = []

  init(name: String) { self.name = name }

  mutating func note(
    _ place: String, _ words: String, at location: SourceLocation = .none,
    _ kind: ConversionNote.Kind = .loss
  ) {
    notes.append(ConversionNote(kind: kind, location: location, place: place, words: words))
  }

  /// Notes that values of a field are judged differently: once for all fields of which the words hold.
  mutating func note(
    difference words: String, of field: String, in place: String,
    at location: SourceLocation = .none
  ) {
    if let index = notes.firstIndex(where: { $0.words == words && $0.place == place }) {
      if !notes[index].fields.contains(field) { notes[index].fields.append(field) }
    } else {
      notes.append(
        ConversionNote(
          kind: .difference, location: location, place: place, words: words, fields: [field]))
    }
  }

  /// Takes the name of an encoding as the web has it (WHATWG, Encoding Standard, section 4.2), which calls
  /// by many names what definitions call by one.
  mutating func setEncoding(_ name: String?, _ place: String, at location: SourceLocation) {
    guard let name else { return }
    switch name.lowercased() {
    case "utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8",
      "us-ascii", "ascii", "ansi_x3.4-1968":
      encoding = "utf-8"
    case "windows-1252", "cp1252", "x-cp1252": encoding = "windows-1252"
    // The web reads it as windows-1252; ours differ in 27 quotation marks, dashes and the like.
    case "iso-8859-1", "iso8859-1", "iso88591", "iso_8859-1", "iso_8859-1:1987", "iso-ir-100",
      "latin1", "latin-1", "l1", "cp819", "ibm819", "csisolatin1":
      encoding = "iso-8859-1"
    case "utf-16": encoding = "utf-16"
    case "utf-16le", "utf16le", "unicode", "ucs-2", "iso-10646-ucs-2", "csunicode", "unicodefeff":
      encoding = "utf-16le"
    case "utf-16be", "utf16be", "unicodefffe": encoding = "utf-16be"
    default: note(place, "encoding '\(name)' is not read: not carried over", at: location)
    }
  }

  /// Takes a delimiter, if files may have it.
  mutating func setDelimiter(_ text: String?, _ place: String, at location: SourceLocation) {
    guard let text else { return }
    if text.utf8.count == 1, text != "\"", text.utf8.allSatisfy({ $0 == 9 || 0x20..<0x7F ~= $0 }) {
      delimiter = text
    } else {
      note(place, "delimiter '\(text)' is no ASCII character: not carried over", at: location)
    }
  }

  func fieldIndex(_ name: String) -> Int? { fields.firstIndex { $0.name == name } }

  /// That no two records have the same values in these fields.
  mutating func addUnique(_ names: [String]) {
    if names.count == 1, let index = fieldIndex(names[0]) {
      fields[index].unique = true
    } else if !names.isEmpty {
      record.append(DefinitionNode(.mapping([.init("unique", .list(names))])))
    }
  }
}

/// One column.
struct PortableField {
  var name: String
  /// Where a schema describes it.
  var location = SourceLocation.none
  var label: String?
  var help: String?
  var header: String?
  var aliases: [String] = []
  var type = FieldType.text
  var required = false
  var trim = false
  var unique = false
  /// The number of Unicode code points, as other languages count; of a list, of items.
  var minLength: String?
  var maxLength: String?
  var minimum: String?
  var maximum: String?
  var minExclusive: String?
  var maxExclusive: String?
  var multipleOf: String?
  var pattern: String?
  /// Whether the pattern may match a part of the text.
  var searches = false
  var choices: [String] = []
  /// A rule that a format stands for.
  var format: PortableFormat?
  /// Rules that stand behind those, as definitions have them.
  var more: [DefinitionNode] = []

  init(_ name: String) { self.name = name }

  var isNumeric: Bool { type.isNumeric }
}

/// How verdicts can differ after a conversion.
package struct ConversionNote: Sendable, Equatable {
  package enum Kind: Sendable {
    /// Something is not carried over.
    case loss
    /// Everything is carried over, but some values are judged differently.
    case difference
  }

  package var kind: Kind
  /// Where it stands in the file, if that is known.
  package var location: SourceLocation
  /// The field or part that it is about.
  package var place: String
  package var words: String
  /// The fields of which the words hold, where they hold of several.
  package var fields: [String] = []

  /// The words, with the fields of which they hold.
  package var message: String {
    fields.isEmpty ? words : "\(words): \(fields.map { "'\($0)'" }.joined(separator: ", "))"
  }

  /// A line for people.
  package func line(_ file: String) -> String {
    let at = location == .none ? "" : ":\(location.line):\(location.column)"
    return "\(file)\(at): \(place): \(message)"
  }
}
