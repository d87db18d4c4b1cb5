import FormRules

/// The result of importing a correction file.
public struct CorrectionCounts: Sendable, Equatable, Encodable {
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
  /// The number of cells that keep their original values: no failure concerns them, and they were
  /// returned in another notation or the request keeps their column.
  public var kept = 0
  /// The number of changed cells by field, or by header of columns without a field.
  public var cellsByField: [String: Int] = [:]
  /// The changes of each record, if the request lists them.
  public var patches: [CorrectionPatch] = []
  /// The verdicts of the changed records, if the request lists them.
  package var verdicts: [CorrectionVerdict] = []
  /// The changes of cells that no failure concerns. Unless the request decides on all of them,
  /// nothing is recorded.
  public var protectedChanges: [ProtectedChange] = []
  /// The imports of the corrections: one for each set of columns and configuration of the
  /// originals.
  public var imports: [Int64] = []

  /// A refused record.
  public struct Refused: Sendable, Equatable, Encodable {
    /// The line in the file.
    public var line: Int
    /// The reason for the refusal.
    public var reason: CorrectionRefusal

    /// Encodes the members with stable keys.
    public func encode(to encoder: any Encoder) throws {
      try encoder.encodeMembers([
        "line": line, "code": reason.code, "latest": reason.latest, "reason": reason.description,
      ])
    }
  }

  /// Creates counts of zero.
  public init() {}

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    let byField = cellsByField.sorted { $0.key < $1.key }
    try encoder.encodeMembers([
      "rows": rows, "cells": cells,
      "byField": JSON.object(byField.map { .init($0.key, .integer($0.value)) }), "kept": kept,
      "unchanged": unchanged, "closed": closed, "imports": imports, "refused": refused,
      "protected": protectedChanges,
    ])
    if !patches.isEmpty { try encoder.encodeMembers(["patches": patches]) }
    if !verdicts.isEmpty { try encoder.encodeMembers(["verdicts": verdicts]) }
  }
}

/// The verdict of a changed record.
package struct CorrectionVerdict: Sendable, Equatable, Encodable {
  /// The submission that the record names.
  package var submissionID: Int64
  /// The failures that the record still has.
  package var errors: [ReportedError]

  package func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "submission": submissionID, "errors": errors.map { $0.json(withColumn: false) },
    ])
  }
}
