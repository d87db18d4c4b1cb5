import FormRules
package import FormStore

/// The differences between a store and an earlier copy.
public struct ComparisonReport: Sendable, Encodable {
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

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "ok": isOK, "newRows": newRows, "differences": differences,
    ])
  }
}
