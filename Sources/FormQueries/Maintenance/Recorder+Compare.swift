import FormRules
package import FormStore

extension Recorder {
  /// Compares the store with an earlier copy, row by row.
  ///
  /// - Throws: `RecorderError` if the copy cannot be read.
  public func compareRows(withCopy copy: String) throws(RecorderError) -> ComparisonReport {
    try withStore { store in
      let found = try store.compareRows(withCopy: copy)
      return ComparisonReport(differences: found.differences, newRows: found.newRows)
    }
  }

  /// Writes the whole content as lines of JSON, including values of sensitive fields. Stores with
  /// equal content give equal bytes, regardless of the order in which it was added.
  ///
  /// - Throws: `RecorderError` if the store cannot be read or is damaged, or if the closure fails.
  public func dump(_ write: @escaping ([UInt8]) throws -> Void) throws(RecorderError) {
    try withStore { try $0.dump(write) }
  }
}

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
