import FormStore

extension Recorder {
  /// Recomputes all sealed content and all data derived from it: the chain of events and the rows
  /// behind each event, every block of every run, unfinished imports, the schema, the current
  /// verdicts and the claimed keys.
  ///
  /// - Parameters:
  ///   - receipt: An earlier head of the chain, which is compared with the head of each event.
  ///     Without a receipt, removed events at the end of the chain cannot be detected.
  ///   - receipts: A file of receipts, each of which is looked up by the number of its event.
  ///   - progress: Called periodically with the number of submissions verified so far.
  /// - Throws: `RecorderError` if the receipt is not a digest, or if the file of receipts cannot be
  ///   read.
  public func verify(
    against receipt: String? = nil, receiptsIn receipts: String? = nil,
    progress: (WorkProgress) -> Void = { _ in }
  ) throws(RecorderError) -> VerificationReport {
    if let receipt, !Receipt.isHead(receipt) {
      throw RecorderError(
        .usage,
        "a receipt must have 64 hexadecimal digits, but this one has \(receipt.utf8.count) characters"
      )
    }
    let verification = VerificationRun(
      store: try storeForReading(), receipt: receipt, receipts: receipts)
    return try verification.run(progress)
  }
}
