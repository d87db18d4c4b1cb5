import FormRules

/// An observation about a table that a person should review, with the first affected cells.
package struct Finding: Sendable {
  /// The certainty of a finding.
  package enum Confidence: String, Sendable, CaseIterable {
    /// The cells are wrong, as far as a program can determine.
    case high
    /// The cells may be right or wrong; a person must decide.
    case decide
    /// The finding is for information.
    case note
  }

  /// The kind of a finding. The raw values are stable names.
  package enum Kind: String, Sendable, CaseIterable {
    case type, pattern, list, misspelling, dependency, dateOrder, encoding, control, invisible
    case blanks, ambiguousDate, mixedType, unit, outlier, nearlyUnique, nearlyFilled, variants
    case malformed, spreadsheetError, roundedNumber, lostZero, sentinel, repeatedHeader, totals
  }

  /// A cell and the location of its record. A long text is truncated; a masked column has no text.
  package struct Example: Sendable, Equatable {
    package var location: RecordLocation
    package var text: String?
    /// The probable correct value.
    package var expected: String?

    /// - Parameter line: The location as an integer; see `RecordLocation.number(file:line:)`.
    init(line: Int, text: String? = nil, expected: String? = nil) {
      location = RecordLocation(line)
      self.text = text
      self.expected = expected
    }

    /// The example without its texts.
    var masked: Example {
      var example = self
      (example.text, example.expected) = (nil, nil)
      return example
    }
  }

  package var kind: Kind
  package var confidence: Confidence
  /// The column, or nil if the finding concerns the whole record.
  package var column: String?
  /// A description that contains no values.
  package var message: String
  /// The number of affected cells.
  package var count: Int
  package var examples: [Example]
  /// A rule entry or a field attribute that expresses the finding, as YAML.
  package var yaml: String?

  /// The maximum number of examples in a finding.
  package static let maximumExamples = GroupModes.maximumExamples

  /// Removes the texts of the examples.
  mutating func maskExamples() {
    examples = examples.map(\.masked)
  }
}
