import FormRules
import FormStore

extension Recorder {
  /// Discards an unfinished import. Its sealed records stay in the store, but no report shows them.
  /// Its claimed keys are released.
  ///
  /// - Throws: `RecorderError` if the import does not exist, is not unfinished, or is in use by a
  ///   process.
  public func discard(
    _ importID: Int64, by: String? = nil, reason: String? = nil
  ) throws(RecorderError) -> DiscardReport {
    try requireDatabase()
    let attribution = Attribution(by: by, reason: reason)
    let store = try storeForWriting(attribution)
    return try mappingErrors {
      let done = try store.discard(importID, at: try settings.now().description, attribution)
      store.checkpoint()
      return DiscardReport(importID: importID, records: done.records, head: done.head)
    }
  }
}

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
