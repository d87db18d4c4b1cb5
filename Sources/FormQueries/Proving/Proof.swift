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

extension Receipt {
  /// The receipts in a file. Other lines are skipped.
  static func all(in path: String) throws(RecorderError) -> [Receipt] {
    try mappingErrors(file: path) {
      var lines = try LineReader(path: path)
      var receipts: [Receipt] = []
      while let line = try lines.next() {
        if let receipt = Receipt(line: line.withoutByteOrderMark) { receipts.append(receipt) }
      }
      return receipts
    }
  }
}
