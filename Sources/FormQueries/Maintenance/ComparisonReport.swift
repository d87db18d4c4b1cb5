package import FormRules
package import FormStore

/// The differences between a store and an earlier copy.
public struct ComparisonReport: Sendable {
  /// The tables with rows that were altered or deleted since the copy.
  package var differences: [TableDifference]
  /// The number of rows added since the copy.
  public var newRows: Int

  /// Whether everything in the copy is unchanged in the store.
  public var isOK: Bool { differences.isEmpty }

  /// Descriptions of the differences, one line per table.
  public var lines: [String] {
    differences.map { difference in
      "\(difference.table): \(difference.description): \(difference.rows.joined(separator: ", "))"
        + (difference.isCut ? ", …" : "")
    }
  }

  /// The report as JSON with stable keys.
  package var json: JSON {
    .object([
      "ok": .bool(isOK), "newRows": .integer(newRows),
      "differences": .array(
        differences.map {
          .object([
            "table": .string($0.table), "rows": .array($0.rows.map(JSON.string)),
            "more": .bool($0.isCut),
          ])
        }),
    ])
  }
}
