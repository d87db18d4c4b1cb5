import FormBytes
import FormRules
import Foundation

/// Changes in a column of a returned file, in cells that no failure or warning concerns.
public struct ProtectedChange: Sendable, Equatable, Encodable {
  /// The column's header.
  public var column: String
  /// The position of the column in the file. Several columns may have the same header.
  let position: Int
  /// The probable cause, if it is known.
  public var cause: Cause?
  /// The lines of the cells, in order.
  public var lines: [Int]
  /// The first changes, with masked values hidden.
  public var examples: [Example] = []
  /// Whether the original values can be kept. They cannot if cells of the column that may be
  /// changed also have values of other records.
  public var canBeKept = true
  /// Whether the request decides what to do.
  public var decision: Decision?

  /// A change of a cell.
  public struct Example: Sendable, Equatable {
    /// The text before and after the change.
    public var before, after: String
  }

  /// A decision on the changes of a column.
  public enum Decision: String, Sendable {
    /// The original values are kept.
    case kept
    /// The changes are stored.
    case accepted
  }

  /// A cause of unintended changes.
  public enum Cause: String, Sendable, CaseIterable {
    /// The cells have values of other records.
    case sorted
    /// A number, date or word is written differently.
    case notation
    /// Characters outside ASCII were replaced or read in another encoding.
    case encoding
    /// The end of the text is missing.
    case cut
    /// The header matches no column, and a column of the submissions is missing.
    case header
  }

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "column": column, "cause": cause?.rawValue, "cells": lines.count, "lines": lines,
      "canBeKept": canBeKept, "decision": decision?.rawValue,
    ])
  }
}

extension ProtectedChange.Cause {
  /// Recognizes the cause of the change of one cell, apart from `sorted` and `header`.
  init?(_ before: String, _ after: String) {
    if !after.isEmpty, before.hasPrefix(after) {
      self = .cut
    } else if before.onlyASCII != before,
      before.onlyASCII == after.onlyASCII || before.withoutAccents == after.withoutAccents
    {
      self = .encoding
    } else if before.spelling == after.spelling || before.isNumber(like: after) {
      self = .notation
    } else {
      return nil
    }
  }
}

extension String {
  /// The text without question marks, and without characters outside ASCII.
  fileprivate var onlyASCII: String {
    String(unicodeScalars.filter { $0.isASCII && $0 != "?" })
  }

  fileprivate var withoutAccents: String {
    folding(options: .diacriticInsensitive, locale: nil)
  }

  /// The text without blanks, in lowercase.
  fileprivate var spelling: String { lowercased().filter { !$0.isWhitespace } }

  /// Whether both texts have digits, but are not two different integers.
  fileprivate func isNumber(like other: String) -> Bool {
    if utf8.allSatisfy(\.isASCIIDigit), other.utf8.allSatisfy(\.isASCIIDigit) {
      return drop { $0 == "0" } == other.drop { $0 == "0" }
    }
    return utf8.contains(where: \.isASCIIDigit) && other.utf8.contains(where: \.isASCIIDigit)
  }
}
