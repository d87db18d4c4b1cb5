package import FormRules

/// What schema languages have in common with forms and their rules: what goes from one to the other. What a
/// language cannot say is a note, with its place, and never dropped quietly.
struct PortableSchema {
  var name: String
  var title: String?
  var key: [String] = []
  var missing: [String] = []
  var delimiter: String?
  var encoding: String?
  var fields: [PortableField] = []
  var notes: [ConversionNote] = []

  init(name: String) { self.name = name }

  mutating func note(_ place: String, _ words: String, at location: SourceLocation = .none) {
    notes.append(ConversionNote(location: location, place: place, words: words))
  }
}

/// One column.
struct PortableField {
  var name: String
  var label: String?
  var help: String?
  var header: String?
  var type = FieldType.text
  var required = false
  var unique = false
  var minLength: String?
  var maxLength: String?
  var minimum: String?
  var maximum: String?
  var multipleOf: String?
  var pattern: String?
  /// Whether the pattern may match a part of the text.
  var searches = false
  var choices: [String] = []
  /// A rule without parameters that a format stands for: `email`, `url`, `uuid`, `ip`.
  var format: String?

  init(_ name: String) { self.name = name }
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
