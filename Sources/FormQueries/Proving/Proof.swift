import FormBytes
import FormInput
package import FormStore

/// A proof that a store recorded a submission and its verdict, or another event about it.
///
/// Anyone can verify it without the store: with a receipt that was kept elsewhere it proves that
/// neither the record nor its verdict was altered since. docs/proofs.md describes the format.
public struct Proof: Sendable {
  let proof: EventProof

  /// The maximum size. The longest record fits: in cells, JSON escapes take six bytes for one, and
  /// a malformed record is contained in base64 too.
  static let maximumBytes = 8 * ReaderOptions.longestRecord

  /// The text. The cells of malformed records may have bytes that are not UTF-8 (`bytes`).
  package var text: String { String(decoding: bytes, as: UTF8.self) }
  /// The bytes of the text.
  public var bytes: [UInt8] { proof.bytes }
  /// The event of the receipt from which the proof follows.
  public var receiptEvent: Int64 { Int64(proof.receipt) }
  /// The head of that receipt, 64 hexadecimal digits.
  public var head: String { proof.head.hexadecimal }

  init(_ proof: EventProof) { self.proof = proof }

  /// Reads a proof.
  ///
  /// - Throws: `RecorderError` if the text is not a proof.
  public init(_ bytes: [UInt8]) throws(RecorderError) {
    do throws(ProofError) { proof = try EventProof(bytes) } catch { throw RecorderError(error) }
  }

  /// Verifies the proof.
  ///
  /// - Returns: What it shows.
  /// - Throws: `RecorderError` if it does not lead to its head.
  package func verify() throws(RecorderError) -> ProvenEvent {
    do throws(ProofError) { return try proof.verify() } catch { throw RecorderError(error) }
  }
}

extension RecorderError {
  fileprivate init(_ error: ProofError) {
    switch error {
    case .format(let line): self.init(.damaged, "the proof is not valid: line \(line) is malformed")
    case .digest:
      self.init(
        .damaged, "the proof is not valid: its digests do not lead to the head of its receipt")
    }
  }
}

extension Recorder {
  /// Returns a proof about a submission.
  ///
  /// - Parameters:
  ///   - event: The event to prove, or nil for the one that sealed the current verdict.
  ///   - rule: The rule, if the event is a decision about several rules.
  ///   - hasContent: Whether the proof contains the cells and errors, and not only their digest.
  ///   - receipts: A file of receipts. The proof leads to the last one of this store, or, without a
  ///     file, to that of the last event.
  /// - Throws: `RecorderError` if the event does not exist or is not about the submission, if it is
  ///   a decision about several rules of the submission and `rule` is nil, if the file has no
  ///   receipt of this store or none that covers the event, if a purge deleted what the proof
  ///   needs, or if the proof would be too large to be verified.
  public func proof(
    of submission: Int64, event: Int64? = nil, rule: String? = nil, hasContent: Bool = true,
    forReceiptsIn receipts: String? = nil
  ) throws(RecorderError) -> Proof {
    try reading { store in
      var request = ProofRequest(submission: submission)
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

extension Receipt {
  /// The receipts in a file. Other lines are skipped.
  static func all(in path: String) throws(RecorderError) -> [Receipt] {
    try mappingErrors(file: path) {
      var lines = try LineSource(path: path)
      var receipts: [Receipt] = []
      while let line = try lines.next() {
        if let receipt = Receipt(line: line.withoutByteOrderMark) { receipts.append(receipt) }
      }
      return receipts
    }
  }
}
