import FormStore

extension Recorder {
  /// Opens a file for the receipts of this recorder's changes.
  ///
  /// - Throws: `RecorderError` if the file cannot be written, has other content, belongs to the
  ///   store, or contains a receipt of an event that the store lacks: an earlier copy took the
  ///   place of the store, and new events would get the numbers of those that are lost.
  package func receiptFile(_ path: String) throws(RecorderError) -> ReceiptFile {
    guard !Store.isReserved(path, forDatabase: database),
      InputFile(path)?.belongs(toDatabase: database) != true
    else {
      throw RecorderError(
        .usage, "\(path): belongs to the database; use another file for receipts")
    }
    let file = try ReceiptFile(path: path)
    guard try hasDatabase else { return file }
    try mappingErrors {
      let store = try Store(
        readingAt: database, lockTimeout: settings.lockTimeout, acceptsOutdated: true)
      guard let id = try store.sealedEvents(after: 0, limit: 1).first?.store,
        // Read before the event, because another process may be appending both.
        let last = try file.lastReceipt(ofStore: id)
      else { return }
      let event = try store.sealedEvents(after: last.event - 1, limit: 1).first
      guard event?.number == last.event, event?.head == last.head else {
        throw RecorderError(
          .refused,
          "\(path): its last receipt of the database is of event \(last.event), which the database "
            + "does not have: an earlier copy took its place", .declareRestoration)
      }
    }
    return file
  }
}
