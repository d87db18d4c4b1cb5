package import FormRules

/// A column of a file of corrections whose changes look unintended.
public struct CorrectionFinding: Sendable, Equatable {
  /// The column's header.
  public var column: String
  /// The cause of the changes.
  public var cause: Cause
  /// The lines of the cells that show it, in order.
  public var lines: [Int]
  /// How many cells of the column were changed.
  public var changed: Int
  /// For `misdecoded` the encoding that the text was written in, and the one that it was read in.
  public var encodings: [String] = []
  /// Whether the request accepts the column's changes.
  public var isAccepted = false

  /// The cause of unintended changes.
  public enum Cause: String, Sendable, CaseIterable {
    /// Leading zeros or a plus sign are gone.
    case zeros
    /// Numbers have an exponent.
    case scientific
    /// Digits beyond the fifteenth are gone.
    case digits
    /// The same dates have another notation, or day and month are exchanged.
    case date
    /// The numbers of days stand in place of dates.
    case serial
    /// Truth values are in capitals, or in another language.
    case truth
    /// Blanks at the ends are gone.
    case blanks
    /// Quotes are curly.
    case quotes
    /// `####` stands in place of what was too wide to show.
    case hashes
    /// The same numbers have another notation.
    case number
    /// The same characters are composed otherwise (Unicode normalization).
    case normalization
    /// The whole column was emptied.
    case emptied
    /// Text was written in one encoding and read in another.
    case misdecoded
    /// Question marks or U+FFFD stand for letters.
    case lettersReplaced
    /// Letters lost their accents, or were dropped.
    case accentsLost
    /// The header is that of a column that the file lacks, read in a wrong encoding or without its accents.
    case damagedHeader
    /// Cells stand in other records than those that they came from.
    case rearranged
    /// A mask stands where nothing is hidden.
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
