package import FormRules

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
    var members: [JSON.Member] = [
      .init("rows", .integer(rows)), .init("cells", .integer(cells)),
      .init(
        "byField",
        .object(cellsByField.sorted { $0.key < $1.key }.map { JSON.Member($0, .integer($1)) })),
      .init("kept", .integer(kept)), .init("unchanged", .integer(unchanged)),
      .init("closed", .integer(closed)),
      .init("imports", .array(imports.map { .integer(Int($0)) })),
      .init(
        "refused",
        .array(
          refused.map {
            .object([
              "line": .integer($0.line), "code": .string($0.reason.code),
              "latest": .optional($0.reason.latest), "reason": .string($0.reason.description),
            ])
          })),
      .init("protected", .array(protectedChanges.map(\.json))),
    ]
    if !patches.isEmpty { members.append(.init("patches", .array(patches.map(\.json)))) }
    if !verdicts.isEmpty { members.append(.init("verdicts", .array(verdicts.map(\.json)))) }
    return .object(members)
  }
}
