import FormRules
package import FormStore

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
    do throws(RecorderError) {
      let verification = RunningVerification(
        store: try storeForReading(), receipt: receipt, receipts: receipts)
      return try verification.run(progress)
    } catch {
      guard let report = VerificationReport(damage: error) else { throw error }
      return report
    }
  }
}

/// The result of a verification.
public struct VerificationReport: Sendable, Encodable {
  /// The first problem found, or nil if there is none.
  package var problem: StoreProblem?
  /// The head of the chain: the receipt of the last event.
  public var head = ""
  /// The number of recomputed events.
  public var events = 0
  /// The number of submissions in the blocks of runs. A submission counts once for each run that
  /// judged it.
  public var submissions = 0
  /// The imports that contain only the records that an external run rejected. The store cannot
  /// verify the verdicts of the others.
  public var externalRunImports: [Int64] = []
  /// The comparison with a file of receipts, or nil if no file was given.
  public var receipts: ReceiptComparison?

  /// Whether no problem was found.
  public var isOK: Bool { problem == nil }
  /// A description of the problem, or nil if there is none.
  public var problemDescription: String? { problem?.description }

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "ok": isOK, "kind": problem?.kind.rawValue, "table": problem?.table, "row": problem?.row,
      "run": problem?.runID, "version": 1, "head": head, "events": events,
      "submissions": submissions, "externalRunImports": externalRunImports,
      "problem": problem?.description,
    ])
    if let receipts { try encoder.encodeMembers(["receipts": receipts]) }
  }
}

extension VerificationReport {
  /// The report on a store that is too damaged to be read to its end. Returns nil if that is not
  /// the cause of the error.
  package init?(damage error: RecorderError) {
    guard error.reason == .damaged else { return nil }
    self.init(problem: StoreProblem(.integrity, error.description))
  }
}
