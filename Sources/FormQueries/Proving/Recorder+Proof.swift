import FormInput
import FormStore

extension Recorder {
  /// Returns a proof about a submission.
  ///
  /// - Parameters:
  ///   - event: The event to prove, or nil for the one that sealed the current verdict.
  ///   - rule: The rule, if the event is a decision about several rules.
  ///   - hasContent: Whether the proof contains the cells and errors, and not only their digest.
  ///   - receipts: A file of receipts. The proof leads to the last receipt of this store or,
  ///     without a file, to the receipt of the last event.
  /// - Throws: `RecorderError` if the event does not exist or is not about the submission, if it is
  ///   a decision about several rules of the submission and `rule` is nil, if the file has no
  ///   receipt of this store or none that covers the event, if a purge deleted what the proof
  ///   needs, or if the proof would be too large to be verified.
  public func proof(
    of submission: Int64, event: Int64? = nil, rule: String? = nil, hasContent: Bool = true,
    forReceiptsIn receipts: String? = nil
  ) throws(RecorderError) -> Proof {
    try withStore { store in
      var request = ProofRequest(submissionID: submission)
      (request.event, request.rule, request.hasContent) = (event, rule, hasContent)
      if let receipts {
        let id = try store.sealedEvents(after: 0, limit: 1).first?.store
        request.receipt = try Receipt.all(in: receipts).filter { $0.store == id }.map(\.event).max()
        guard request.receipt != nil else {
          throw RecorderError(.refused, "\(receipts): contains no receipt of this database")
        }
      }
      let proof = Proof(try store.proof(request))
      guard proof.bytes.count <= Proof.maximumBytes else {
        throw RecorderError(
          .refused,
          "the proof would have more than \(Proof.maximumBytes) bytes; write it without the content"
        )
      }
      return proof
    }
  }

  /// - Throws: `RecorderError` if no file can be created at a path, or if one exists.
  package func requireCreatable(_ path: String) throws(RecorderError) {
    let store = try storeIfPresent()
    do {
      try mappingErrors { _ = try OutputFile(path: path, replacing: false, protecting: store) }
    } catch  where error.remedies.contains(.replaceFile) {
      throw RecorderError(.refused, "\(path): already exists; use another name")
    }
  }

  /// Writes a proof to a file, which gets its name once it is complete.
  ///
  /// - Throws: `RecorderError` if the file exists and is not to be replaced, or cannot be written.
  public func write(
    _ proof: Proof, to path: String, replacing: Bool = false
  ) throws(RecorderError) {
    let store = try storeForReading()
    try OutputFile.write(to: path, replacing: replacing, protecting: store) {
      file throws(RecorderError) in try file.write(proof.bytes)
    }
  }
}
