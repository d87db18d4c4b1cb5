public import FormRules

/// A file of corrections to be imported: what `export` wrote, mended.
public struct CorrectionRequest: Sendable {
  /// The file; `-` is standard input.
  public var path: String
  /// The form and its version; the one of the corrected submissions unless said.
  public var form: VersionReference?
  /// The rule set and its version; may be left out when the form has one.
  public var rules: VersionReference?
  /// How the file is written. What a form says of its files does not matter: a spreadsheet wrote it.
  public var input = InputOptions()
  /// Who runs the import.
  public var by: String?
  /// Why it is run.
  public var reason: String?
  /// Where the files are that fields name by path.
  public var files = NamedFiles.unspecified
  /// The columns, by header or field, whose changes are accepted although they look unintended, such as
  /// lost leading zeros.
  public var acceptedColumns: [String] = []
  /// Whether records may get another key than their originals have.
  public var acceptsKeyChanges = false
  /// Judge and report, and store nothing.
  public var isDryRun = false
  /// The language of what is told.
  public var localization = Localization.english

  /// The corrections in a file.
  public init(path: String) { self.path = path }
}

/// What a file of corrections came to.
public struct CorrectionCounts: Sendable, Equatable {
  /// Records with at least one changed cell, which became corrections.
  public var rows = 0
  /// Cells that were changed in them.
  public var cells = 0
  /// Records without any change.
  public var unchanged = 0
  /// Failures that are closed now, because their correction was accepted.
  public var closed = 0
  /// Records that could not be taken.
  public var refused: [Refused] = []
  /// The columns whose changes look unintended. Unless all of them are accepted, nothing is
  /// recorded.
  public var findings: [CorrectionFinding] = []
  /// The imports that the corrections became: one for each set of columns and conditions that the
  /// originals came with.
  public var imports: [Int64] = []

  /// A record that could not be taken.
  public struct Refused: Sendable, Equatable {
    /// Its line in the file.
    public var line: Int
    /// Why.
    public var reason: CorrectionRefusal
  }

  /// Nothing yet.
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
      "findings": .array(findings.map(\.json)),
    ])
  }
}
