import FormDefinitions
package import FormRules

/// The common subset of schema languages and of forms with rules, used for conversion in both
/// directions.
///
/// Everything that a language cannot express becomes a note with its location, and is never dropped
/// silently.
struct PortableSchema {
  var name: String
  var title: String?
  var key: [String] = []
  /// Whether a record rule requires unique keys.
  var isKeyUnique = false
  /// The handling of undescribed columns.
  var columns: Form.UnknownColumns?
  var missing: [String] = []
  var delimiter: String?
  var encoding: String?
  /// The line of the header, or 0 if there is none.
  var header: Int?
  var fields: [PortableField] = []
  /// Record rules as definitions.
  var record: [DefinitionNode] = []
  /// JSON Schema conditions on whole records.
  var conditions: [JSON] = []
  var notes: [ConversionNote] = []
  /// Errors in parts that cannot be read.
  var errors: [DefinitionError] = []

  init(name: String) { self.name = name }

  mutating func note(
    _ subject: String, _ words: String, at location: SourceLocation = .none,
    _ kind: ConversionNote.Kind = .loss
  ) {
    notes.append(ConversionNote(kind: kind, location: location, subject: subject, words: words))
  }

  /// Notes that values of a field are evaluated differently.
  ///
  /// Joins the notes of all fields with the same words.
  mutating func note(
    difference words: String, of field: String, in subject: String,
    at location: SourceLocation = .none
  ) {
    if let index = notes.firstIndex(where: { $0.words == words && $0.subject == subject }) {
      if !notes[index].fields.contains(field) { notes[index].fields.append(field) }
    } else {
      notes.append(
        ConversionNote(
          kind: .difference, location: location, subject: subject, words: words, fields: [field]))
    }
  }

  /// Sets an encoding from a web name (WHATWG Encoding Standard, section 4.2), which has many
  /// aliases for each name in definitions.
  mutating func setEncoding(_ name: String?, _ subject: String, at location: SourceLocation) {
    guard let name else { return }
    switch name.lowercased() {
    case "utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8",
      "us-ascii", "ascii", "ansi_x3.4-1968":
      encoding = "utf-8"
    case "windows-1252", "cp1252", "x-cp1252": encoding = "windows-1252"
    // On the web this means windows-1252. The two differ in 27 characters, such as quotation marks
    // and dashes.
    case "iso-8859-1", "iso8859-1", "iso88591", "iso_8859-1", "iso_8859-1:1987", "iso-ir-100",
      "latin1", "latin-1", "l1", "cp819", "ibm819", "csisolatin1":
      encoding = "iso-8859-1"
    case "utf-16": encoding = "utf-16"
    case "utf-16le", "utf16le", "unicode", "ucs-2", "iso-10646-ucs-2", "csunicode", "unicodefeff":
      encoding = "utf-16le"
    case "utf-16be", "utf16be", "unicodefffe": encoding = "utf-16be"
    default: note(subject, "encoding '\(name)' is not supported: not converted", at: location)
    }
  }

  /// Sets the delimiter if files can have it.
  mutating func setDelimiter(_ text: String?, _ subject: String, at location: SourceLocation) {
    guard let text else { return }
    if text.utf8.count == 1, text != "\"", text.utf8.allSatisfy({ $0 == 9 || 0x20..<0x7F ~= $0 }) {
      delimiter = text
    } else {
      note(subject, "delimiter '\(text)' is not an ASCII character: not converted", at: location)
    }
  }

  func fieldIndex(_ name: String) -> Int? { fields.firstIndex { $0.name == name } }

  /// Adds a constraint that no two records have the same values in these fields.
  mutating func addUnique(_ names: [String]) {
    if names.count == 1, let index = fieldIndex(names[0]) {
      fields[index].unique = true
    } else if !names.isEmpty {
      record.append(DefinitionNode(.mapping([.init("unique", .list(names))])))
    }
  }
}

/// A column.
struct PortableField {
  var name: String
  /// The location of its description in a schema.
  var location = SourceLocation.none
  var label: String?
  var help: String?
  var header: String?
  var aliases: [String] = []
  var type = FieldType.text
  var required = false
  var trim = false
  var unique = false
  /// The number of Unicode code points, as in other languages, or of the items of a list.
  var minLength: String?
  var maxLength: String?
  var minimum: String?
  var maximum: String?
  var minExclusive: String?
  var maxExclusive: String?
  var multipleOf: String?
  var pattern: String?
  /// Whether the pattern may match part of the text.
  var searches = false
  var choices: [String] = []
  /// The format, which corresponds to a rule.
  var format: PortableFormat?
  /// Additional rules, as definitions, which follow those of the other properties.
  var more: [DefinitionNode] = []

  init(_ name: String) { self.name = name }

  var isNumeric: Bool { type.isNumeric }
}

/// A possible difference between verdicts before and after a conversion.
package struct ConversionNote: Sendable, Equatable {
  package enum Kind: Sendable {
    /// A part is not converted.
    case loss
    /// Everything is converted, but some values are evaluated differently.
    case difference
  }

  package var kind: Kind
  /// The location in the file, if known.
  package var location: SourceLocation
  /// The field or part concerned.
  package var subject: String
  package var words: String
  /// The fields concerned, if there are several.
  package var fields: [String] = []

  /// The words and the fields concerned.
  package var message: String {
    fields.isEmpty ? words : "\(words): \(fields.map { "'\($0)'" }.joined(separator: ", "))"
  }

  /// Returns the note as a line of text.
  package func line(_ file: String) -> String {
    let at = location == .none ? "" : ":\(location.line):\(location.column)"
    return "\(file)\(at): \(subject): \(message)"
  }
}
