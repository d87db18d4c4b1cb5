/// A repair of a field in rejected records. It changes only fields that a failure concerns.
public struct Repair: Sendable, Equatable {
  /// The name of the field.
  public var field: String
  /// What changes.
  public var change: Change

  /// A change of a text.
  public enum Change: Sendable, Equatable {
    /// Replaces texts by others. Blanks around the text of a cell are ignored, unless a key of the
    /// dictionary has the same blanks.
    case replace([String: String])
    /// Removes all occurrences of these texts, which are compared scalar by scalar.
    case strip([String])
    /// Removes blanks and invisible characters at the ends.
    case trim
    /// Removes all blanks and invisible characters.
    case removeBlanks
    /// Writes values that are in the notation of this type in the notation of the field.
    case notation(FieldType)
    /// Writes dates in any notation in that of the field. `dayFirst` determines how `01/02/2026` is
    /// read.
    case date(dayFirst: Bool)
    /// Writes numbers with groups, currencies or units in the notation of the field.
    /// `decimalComma` determines how `1,234` is read.
    case number(decimalComma: Bool)
    /// Writes the listed or frequent value that the text resembles.
    case nearest
    /// Writes the value that all valid records with the same text of another field have.
    case others(by: String)
  }

  /// Creates a repair.
  public init(_ field: String, _ change: Change) {
    self.field = field
    self.change = change
  }

  /// The names of all fields that the repair reads.
  package var fields: [String] {
    if case .others(let other) = change { [field, other] } else { [field] }
  }
}

extension Repair.Change {
  /// The changes without parameters, by their words in definitions.
  package static let words: [(word: String, change: Self)] = [
    ("trim", .trim), ("blanks", .removeBlanks), ("dayFirst", .date(dayFirst: true)),
    ("monthFirst", .date(dayFirst: false)), ("point", .number(decimalComma: false)),
    ("comma", .number(decimalComma: true)), ("nearest", .nearest),
  ]
}
