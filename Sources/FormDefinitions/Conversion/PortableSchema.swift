package import FormRules

/// What schema languages have in common with forms and their rules: what goes from one to the other. What a
/// language cannot say is a note, with its place, and never dropped quietly.
struct PortableSchema {
  var name: String
  var title: String?
  var key: [String] = []
  /// Whether a rule of the record says that no two have the same key.
  var isKeyUnique = false
  var missing: [String] = []
  var delimiter: String?
  var encoding: String?
  /// The line of the header; 0 when there is none.
  var header: Int?
  var fields: [PortableField] = []
  /// Rules of whole records, as definitions have them.
  var record: [DefinitionNode] = []
  var notes: [ConversionNote] = []
  /// What cannot be read at all.
  var errors: [DefinitionError] = []

  init(name: String) { self.name = name }

  mutating func note(_ place: String, _ words: String, at location: SourceLocation = .none) {
    notes.append(ConversionNote(location: location, place: place, words: words))
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
  var label: String?
  var help: String?
  var header: String?
  var aliases: [String] = []
  var type = FieldType.text
  var required = false
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

/// What a conversion could not carry over.
package struct ConversionNote: Sendable, Equatable {
  /// Where it stands in the file, if that is known.
  package var location: SourceLocation
  /// The field or part that it is about.
  package var place: String
  package var words: String

  /// A line for people.
  package func line(_ file: String) -> String {
    let at = location == .none ? "" : ":\(location.line):\(location.column)"
    return "\(file)\(at): \(place): \(words)"
  }
}
