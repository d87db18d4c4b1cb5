#if Server
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

extension Request {
  /// Whether the reports of the submissions should contain proofs.
  func wantsProof(_ context: ServerContext) throws(Problem) -> Bool {
    try context.query.flag(.proof) || headers[.acceptProof] == "1"
  }
}

extension ServerCore {
  /// The report of a submission that has just been stored, if requested with a proof of it and of
  /// its verdict.
  ///
  /// If no proof can be created now, it is missing, and the reason is reported: that must not look
  /// as if nothing had been stored, and `prove` creates it later.
  func reportJSON(of report: SubmissionReport, withProof: Bool) async -> JSON {
    guard withProof, case .object(var members) = report.json else { return report.json }
    let id = report.submissionID
    do {
      let proof = try await pools.reader.perform { recorder, _ in try recorder.proof(of: id) }
      members.append(.init("proof", .string(proof.text)))
    } catch {
      health.failed("submission \(id) is stored, but has no proof: \(error)")
    }
    return .object(members)
  }
}

extension HTTPField.Name {
  fileprivate static let acceptProof = Self("Accept-Proof")!
}

extension QueryParameter {
  static let proof = Self("proof", "Whether the response contains a proof.", .flag)
}
#endif
