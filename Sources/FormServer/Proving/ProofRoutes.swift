#if Server
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird
import NIOCore

/// Proofs of submissions and of their verdicts, as files.
struct ProofRoutes: RouteSet {
  let core: ServerCore

  func add(to routes: Routes) {
    routes.on(
      .get, "forms/:form/sent/:submission/proof", for: .permission(.submit), query: [.senderCode],
      use: sent)
    routes.on(
      .get, "forms/:form/submissions/:id/proof", for: .permission(.read), query: [.raw], use: read)
  }

  /// A proof of a submission, for its sender. It has the values that the sender sent, so that, as
  /// for a proof in the response to a submission, no read is recorded.
  private func sent(_ request: Request, _ context: ServerContext) async throws -> Response {
    let submission = try context.number("submission")
    guard let form = context.formName,
      try await core.submission(
        submission, of: form, sentWith: context.query[.senderCode]) != nil
    else {
      throw Problem(.notFound, "there is no such submission")
    }
    return try await core.pools.reader.perform { recorder, _ in try recorder.proof(of: submission) }
      .response
  }

  /// A proof of the current verdict. Its cells cannot be masked.
  private func read(_ request: Request, _ context: ServerContext) async throws -> Response {
    let form = try context.parameter("form")
    let isUnmasked = try context.isUnmasked(form: form)
    let id = try context.number()
    try await core.requireSubmission(id, of: form)
    let proof = try await core.pools.reader.perform { recorder, _ in
      try recorder.proof(of: id, hasContent: isUnmasked)
    }
    try await core.logRead(
      "a proof of submission \(id) of \(form)", isUnmasked: isUnmasked, by: context.caller)
    return proof.response
  }
}

extension Proof {
  /// The proof as a file.
  fileprivate var response: Response {
    Response(
      ByteBuffer(bytes: bytes), type: "text/plain; charset=utf-8",
      headers: [.contentDisposition: "attachment; filename=\"proof.txt\""])
  }
}

extension ProofRoutes {
  static let operations: [OpenAPIOperation] = [
    OpenAPIOperation(
      route: Route(.get, "forms/:form/submissions/:id/proof"),
      summary: "A proof of a submission and its verdict",
      description: "Without `raw`, it contains neither cells nor errors. The access is recorded.",
      responses: [(200, "The proof.", [("text/plain", .schema("string"))])])
  ]
}
#endif
