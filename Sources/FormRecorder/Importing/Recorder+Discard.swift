package import FormRules
import FormStore

/// What was given up; its JSON is what `discard --format json` prints.
public struct DiscardReport: Sendable {
  /// The import's number.
  public var importID: Int64
  /// How many records it had.
  public var records: Int
  /// The head of the chain: a receipt.
  public var head: String

  /// The report as JSON, with stable keys.
  package var json: JSON {
    .object([
      "import": .integer(importID), "records": .integer(records), "head": .string(head),
    ])
  }
}

extension Recorder {
  /// Gives up an unfinished import: its records stay, sealed, and are shown nowhere; the keys that it
  /// claimed are released.
  ///
  /// - Throws: when there is no such import, it is not unfinished, or a process is at it.
  public func discard(
    _ importID: Int64, by: String? = nil, reason: String? = nil
  ) throws(RecorderError) -> DiscardReport {
    guard hasDatabase else { throw RecorderError(StoreError.missing(path: database)) }
    let attribution = Attribution(by: by, reason: reason)
    let store = try storeForWriting(attribution)
    return try explaining {
      let done = try store.discard(importID, at: clock().description, attribution)
      store.checkpoint()
      return DiscardReport(importID: importID, records: done.records, head: done.head)
    }
  }
}
