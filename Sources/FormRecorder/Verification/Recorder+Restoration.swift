import FormStore

extension Recorder {
  /// Declares that an earlier copy of the store took its place, so that the receipts of lost events
  /// no longer count as evidence of an alteration. `verify` keeps reporting these events.
  ///
  /// - Parameter path: A file with receipts of lost events.
  /// - Throws: `RecorderError` if the operator or the reason is empty, if the file cannot be read
  ///   or has no receipt of the store, or if the store has every event of which it has a receipt.
  public func declareRestoration(
    receipts path: String, by: String, reason: String
  ) throws(RecorderError) -> Restoration {
    let attribution = try Attribution(requiredBy: by, reason: reason, for: "a restoration")
    let (comparison, next) = try mappingErrors {
      let store = try storeForReading()
      return (try ReceiptComparison(file: path, with: store), try store.lastEvent() + 1)
    }
    guard let lost = comparison.lost else {
      throw RecorderError(
        .refused,
        comparison.problem?.description
          ?? "\(path): the database has every event of which the file has a receipt")
    }
    // Events without a receipt are lost, too.
    let events = ActivityDetail.LostEvents(
      first: min(lost.first, next), last: lost.last.event, head: lost.last.head)
    try record(.restoration(events), attribution: attribution)
    guard let restoration = try withStore({ try Restoration.all(in: $0) }).last else {
      throw RecorderError.damaged("the restoration is missing")
    }
    return restoration
  }
}
