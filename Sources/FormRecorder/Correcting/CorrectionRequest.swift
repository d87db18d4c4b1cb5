public import FormRules

/// A request to import a correction file: an edited export.
public struct CorrectionRequest: Sendable {
  /// The path of the file; `-` means standard input. If `content` is set, only for messages.
  public var path: String
  /// The records as CSV, or nil to read the file.
  package let content: [UInt8]?
  /// The form and its version. The default is the form of the corrected submissions.
  public var form: VersionReference?
  /// The rule set and its version. Optional if the form has only one rule set.
  public var rules: VersionReference?
  /// The format of the file. The form's file settings are not used, because a spreadsheet program
  /// wrote the file.
  public var input = InputOptions()
  /// The operator: the person or program that runs the import.
  public var by: String?
  /// The reason for the import.
  public var reason: String?
  /// The location of the files that fields name by path.
  public var files = NamedFiles.unspecified
  /// The columns, by header or field, whose changes are accepted although they look unintended,
  /// such as lost leading zeros.
  public var acceptedColumns: [String] = []
  /// Whether records may have other keys than their originals.
  public var acceptsKeyChanges = false
  /// Whether to judge and report without storing anything.
  public var isDryRun = false
  /// The language of messages.
  public var localization = Localization.english

  /// Creates a request to import a correction file.
  public init(path: String) {
    self.path = path
    content = nil
  }

  /// Creates a request to import corrections in memory.
  package init(_ table: FileTable) {
    path = "the correction"
    content = table.csv
    input = InputOptions(delimiter: ",", encoding: "utf-8", format: "csv")
  }
}

/// The result of importing a correction file.
public struct CorrectionCounts: Sendable, Equatable {
  /// The number of records with at least one changed cell. Each became a correction.
  public var rows = 0
  /// The number of changed cells in these records.
  public var cells = 0
  /// The number of records without changes.
  public var unchanged = 0
  /// The number of failures that are closed because their correction was accepted.
  public var closed = 0
  /// The refused records.
  public var refused: [Refused] = []
  /// The columns whose changes look unintended. Unless all of them are accepted, nothing is
  /// recorded.
  public var suspiciousChanges: [SuspiciousChange] = []
  /// The imports of the corrections: one for each set of columns and conditions of the originals.
  public var imports: [Int64] = []

  /// A refused record.
  public struct Refused: Sendable, Equatable {
    /// The line in the file.
    public var line: Int
    /// The reason for the refusal.
    public var reason: CorrectionRefusal
  }

  /// Creates counts of zero.
  public init() {}

  package var json: JSON {
    .object([
      "rows": .integer(rows), "cells": .integer(cells), "unchanged": .integer(unchanged),
      "closed": .integer(closed),
      "imports": .array(imports.map { .integer(Int($0)) }),
      "refused": .array(
        refused.map {
          .object([
            "line": .integer($0.line), "code": .string($0.reason.code),
            "reason": .string($0.reason.description),
          ])
        }),
      "findings": .array(suspiciousChanges.map(\.json)),
    ])
  }
}
