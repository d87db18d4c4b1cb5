#if Server
import FormRecorder
import FormRules
import HTTPTypes

extension ReportMember {
  /// A proof of a submission and of its verdict.
  ///
  /// If no proof can be created now, it is missing, and the reason is reported: that must not look
  /// as if nothing had been stored, and `prove` creates it later.
  static func proof(_ core: ServerCore) -> Self {
    Self(
      parameter: QueryParameter("proof", "Whether the response contains a proof.", .flag),
      header: HTTPField.Name("Accept-Proof")!,
      headerDescription:
        "With `1`, the response contains a proof of each record, like `proof=true`."
    ) { report in
      let id = report.submissionID
      do {
        let proof = try await core.pools.reader.perform { recorder, _ in
          try recorder.proof(of: id)
        }
        return JSON.string(proof.text)
      } catch {
        core.health.failed("submission \(id) is stored, but has no proof: \(error)")
        return nil
      }
    }
  }
}

extension SenderDownload {
  /// A proof of the submission.
  static let proof = Self(path: "proof") { $0.term("download proof") }
}
#endif
