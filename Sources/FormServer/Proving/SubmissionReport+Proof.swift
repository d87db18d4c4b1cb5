#if Server
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

extension QueryParameter {
  static let proof = Self("proof", "Whether the response contains a proof.", .flag)
}

extension HTTPField.Name {
  fileprivate static let acceptProof = Self("Accept-Proof")!
}

extension ServerContext {
  /// Whether the response to submissions is to contain proofs.
  func wantsProof(_ request: Request) throws(Problem) -> Bool {
    try query.flag(.proof) || request.headers[.acceptProof] == "1"
  }
}

extension ServerCore {
  /// The report of a submission that has just been stored, as JSON; if it is wanted, with a proof
  /// of the submission and of its verdict.
  ///
  /// If no proof can be created now, it is missing, and the reason is reported: that must not look
  /// as if nothing had been stored, and `prove` creates it later.
  func addingProof(to report: SubmissionReport, if isWanted: Bool) async -> JSON {
    guard isWanted, case .object(let members) = report.json else { return report.json }
    let id = report.submissionID
    do {
      let proof = try await pools.reader.perform { recorder, _ in try recorder.proof(of: id) }
      return .object(members + [.init("proof", .string(proof.text))])
    } catch {
      health.failed("submission \(id) is stored, but has no proof: \(error)")
      return report.json
    }
  }
}
#endif
