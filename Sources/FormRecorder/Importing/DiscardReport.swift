/// The result of discarding an import.
public struct DiscardReport: Sendable, Encodable {
  /// The import's number.
  public var importID: Int64
  /// The number of records in the import.
  public var records: Int
  /// The head of the hash chain, which serves as a receipt.
  public var head: String

  private enum CodingKeys: String, CodingKey { case importID = "import", records, head }
}
