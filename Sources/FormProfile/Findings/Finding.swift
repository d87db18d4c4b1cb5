import FormRules

/// Something in a table that a person should know, with the first cells concerned.
package struct Finding: Sendable {
  /// How sure it is.
  package enum Confidence: String, Sendable, CaseIterable {
    /// The cells are wrong, as far as a program can know.
    case high
    /// Either is possible; a person decides.
    case decide
    /// Worth knowing.
    case note
  }

  /// What kind of thing it is: a stable name.
  package enum Kind: String, Sendable, CaseIterable {
    case type, pattern, list, misspelling, dependency, dateOrder, encoding, control, invisible
    case blanks, ambiguousDate, mixedType, unit, outlier, nearlyUnique, nearlyFilled, variants
    case malformed
  }

  /// A cell with the place of its record. The text may be cut off; of a masked column there is none.
  package struct Example: Sendable, Equatable {
    package var place: RecordPlace
    package var text: String?
    /// What it probably should be.
    package var expected: String?

    /// - Parameter line: the number of a `RecordPlace`.
    init(line: Int, text: String? = nil, expected: String? = nil) {
      place = RecordPlace(line)
      self.text = text
      self.expected = expected
    }

    /// The place alone.
    var masked: Example {
      var example = self
      (example.text, example.expected) = (nil, nil)
      return example
    }
  }

  package var kind: Kind
  package var confidence: Confidence
  /// The column; nil for the whole record.
  package var column: String?
  /// What it is, in words without values.
  package var message: String
  /// The number of cells concerned.
  package var count: Int
  package var examples: [Example]
  /// A rule entry, or the attribute of a field, that expresses it, as YAML.
  package var yaml: String?

  /// So many examples are shown.
  package static let maximumExamples = 3

  /// Leaves the texts of the examples out.
  mutating func maskExamples() {
    examples = examples.map(\.masked)
  }
}
