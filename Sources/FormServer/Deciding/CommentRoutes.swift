#if Server
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

/// Adds comments to submissions.
struct CommentRoutes: RouteSet {
  let core: ServerCore

  private struct Comment: Decodable {
    var rule: String?
    var text: String
  }

  func add(to routes: Routes) {
    routes.on(
      .post, "forms/:form/submissions/:id/comments",
      for: .permissionOrLink(.correct, link: .correct), use: comment)
  }

  private func comment(_ request: Request, _ context: ServerContext) async throws -> Response {
    let form = try context.parameter("form")
    let id = try context.number()
    let comment = try await core.object(
      Comment.self, of: request, context, members: "'text' and, optionally, 'rule'")
    return try await core.comment(
      on: id, of: form, rule: comment.rule, text: comment.text, by: context.caller
    ).json.response()
  }
}

extension ServerCore {
  /// Adds a comment to a submission of a form, or to one of its failures. The caller is the author.
  ///
  /// - Throws: A problem with status 404 if the form has no such submission, or if the caller has a
  ///   link to another import.
  func comment(
    on id: Int64, of form: String, rule: String?, text: String, by caller: Caller
  ) async throws -> CommentReport {
    guard let name = caller.name else { throw Problem.unauthenticated }
    let importID = caller.importID
    return try await pools.writer.perform { recorder in
      try recorder.requireSubmission(id, of: form)
      if let importID { try recorder.requireSubmissions([id], ofImport: importID) }
      return try recorder.comment(on: id, rule: rule, text: text, by: name)
    }
  }
}

extension CommentRoutes {
  static let operations: [OpenAPIOperation] = [
    OpenAPIOperation(
      route: Route(.post, "forms/:form/submissions/:id/comments"),
      summary: "Adds a comment to a submission or to one of its failures",
      description: "The caller is the author. A purge of the submission deletes the text.",
      body: json("Comment"), responses: [(200, "The comment.", json("CommentReport"))])
  ]
}
#endif
