import FormStore

extension Recorder {
  /// Recomputes everything that is sealed, and what follows from it: the chain of events and the rows
  /// behind each, every block of every run, unfinished imports, the schema, which verdicts hold, and
  /// which keys are claimed.
  ///
  /// - Parameters:
  ///   - receipt: a head that was printed once; without a receipt a cut-off end cannot be told.
  ///   - receipts: a file of receipts, each of which is looked for.
  ///   - progress: called now and then with the number of submissions looked at so far.
  /// - Throws: when the receipt is no digest, or the file cannot be read.
  public func verify(
    against receipt: String? = nil, receiptsIn receipts: String? = nil,
    progress: (WorkProgress) -> Void = { _ in }
  ) throws(RecorderError) -> VerificationReport {
    if let receipt, !Receipt.isHead(receipt) {
      throw RecorderError(
        .usage,
        "a receipt has 64 hexadecimal digits; this one has \(receipt.utf8.count) characters")
    }
    return try Verification(database: database, receipt: receipt, receipts: receipts).run(progress)
  }
}
