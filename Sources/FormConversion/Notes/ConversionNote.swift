package import FormRules

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
  package var location: DefinitionLocation
  /// The field or part of the schema that the note is about.
  package var subject: String
  /// What is not converted or differs, without the fields.
  package var text: String
  /// The fields with this difference, if there are several.
  package var fields: [String] = []

  /// The text and the fields.
  package var message: String {
    fields.isEmpty ? text : "\(text): \(fields.map { "'\($0)'" }.joined(separator: ", "))"
  }

  /// Returns the note as a line of text.
  package func line(_ file: String) -> String {
    let at = location == .none ? "" : ":\(location.line):\(location.column)"
    return "\(file)\(at): \(subject): \(message)"
  }
}
