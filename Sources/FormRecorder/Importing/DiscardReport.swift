package import FormRules

/// The result of discarding an import.
public struct DiscardReport: Sendable {
  /// The import's number.
  public var importID: Int64
  /// The number of records in the import.
  public var records: Int
  /// The head of the hash chain, which serves as a receipt.
  public var head: String

  /// The report as JSON with stable keys.
  package var json: JSON {
    .object([
      "import": .integer(importID), "records": .integer(records), "head": .string(head),
    ])
  }
}
