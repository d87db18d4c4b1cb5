package import FormRules
package import FormStore

/// How a store differs from an earlier copy; its JSON is what `verify --compare` prints.
public struct ComparisonReport: Sendable {
  /// The tables with rows that were altered or deleted since.
  package var differences: [TableDifference]
  /// How many rows came since.
  public var newRows: Int

  /// Whether all that the copy holds is as it was.
  public var isOK: Bool { differences.isEmpty }

  /// The differences, a line for each table.
  public var lines: [String] {
    differences.map { difference in
      "\(difference.table): \(difference.words): \(difference.rows.joined(separator: ", "))"
        + (difference.isCut ? ", …" : "")
    }
  }

  /// The report as JSON, with stable keys.
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

extension Recorder {
  /// Compares the store with an earlier copy of it, row by row.
  public func compare(with copy: String) throws(RecorderError) -> ComparisonReport {
    let store = try storeForReading()
    return try explaining {
      let found = try store.compare(withCopy: copy)
      return ComparisonReport(differences: found.differences, newRows: found.newRows)
    }
  }

  /// Writes everything that counts as lines of JSON: two stores with equal content give equal bytes,
  /// whatever came first. Values of sensitive fields are in it.
  public func dump(_ write: @escaping ([UInt8]) throws -> Void) throws(RecorderError) {
    let store = try storeForReading()
    try explaining { try store.dump(write) }
  }
}
