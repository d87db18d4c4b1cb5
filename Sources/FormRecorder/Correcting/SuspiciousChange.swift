package import FormRules

/// A column of a correction file whose changes look unintended.
public struct SuspiciousChange: Sendable, Equatable {
  /// The column's header.
  public var column: String
  /// The cause of the changes.
  public var cause: Cause
  /// The lines of the affected cells, in order.
  public var lines: [Int]
  /// The number of changed cells in the column.
  public var changed: Int
  /// For `misdecoded`, the encoding of the text and the encoding in which it was read.
  public var encodings: [String] = []
  /// Whether the request accepts the column's changes.
  public var isAccepted = false

  /// The cause of unintended changes.
  public enum Cause: String, Sendable, CaseIterable {
    /// Leading zeros or a plus sign were removed.
    case zeros
    /// Numbers were converted to scientific notation.
    case scientific
    /// Digits after the fifteenth were lost.
    case digits
    /// Dates changed their notation, or day and month were exchanged.
    case date
    /// Dates were replaced by serial day numbers.
    case serial
    /// Booleans were capitalized or translated.
    case truth
    /// Leading or trailing spaces were removed.
    case blanks
    /// Straight quotes became curly quotes.
    case quotes
    /// Values were replaced by `####`, which spreadsheets show for cells that are too narrow.
    case hashes
    /// Numbers changed their notation.
    case number
    /// The characters changed to another Unicode normalization form.
    case normalization
    /// The whole column was emptied.
    case emptied
    /// Text was written in one encoding and read in another.
    case misdecoded
    /// Letters were replaced by question marks or U+FFFD.
    case lettersReplaced
    /// Letters lost their accents or were dropped.
    case accentsLost
    /// The header of a missing column was decoded incorrectly, or lost its accents.
    case damagedHeader
    /// Cells moved to other records.
    case rearranged
    /// A mask is in a cell that hides no value.
    case movedMask
    /// The line does not belong to the submission.
    case otherLine
  }

  package var json: JSON {
    .object([
      "column": .string(column), "cause": .string(cause.rawValue),
      "encodings": .array(encodings.map(JSON.string)), "cells": .integer(lines.count),
      "changed": .integer(changed), "lines": .array(lines.map { .integer($0) }),
      "accepted": .bool(isAccepted),
    ])
  }
}
