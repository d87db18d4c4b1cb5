#if Server
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

/// Records decisions about the failures of submissions.
struct DecisionRoutes: RouteSet {
  let core: ServerCore

  private struct Decision: Decodable {
    var rule: String?
    var reason: String
  }

  func add(to routes: Routes) {
    for kind in DecisionKind.allCases {
      routes.on(
        .post, "forms/:form/submissions/:id/\(kind.rawValue)", for: .permission(.correct)
      ) { try await decide(kind, $0, $1) }
    }
  }

  private func decide(
    _ kind: DecisionKind, _ request: Request, _ context: RequestInfo
  ) async throws -> Response {
    let form = try context.parameter("form")
    let id = try context.number()
    let body = try await core.content(
      of: request, context, as: ContentType.json, upTo: core.configuration.maximumSmallBody)
    guard
      let decision = JSONReader.decode(
        Decision.self, from: String(decoding: body, as: UTF8.self))
    else {
      throw Problem(
        .badRequest, "the body must be a JSON object with 'reason' and, optionally, 'rule'")
    }
    return try await core.decide(
      kind, id, of: form, rule: decision.rule, reason: decision.reason, by: context.caller
    ).json.response()
  }
}

extension ServerCore {
  /// Waives or reopens failures of a submission. The operator is the caller.
  func decide(
    _ kind: DecisionKind, _ id: Int64, of form: String, rule: String?,
    reason: String, by caller: Caller
  ) async throws -> DecisionReport {
    guard let name = caller.name else { throw Problem.unauthenticated }
    return try await recorder.perform { recorder, _ in
      var selection = SubmissionSelection.submissions([id])
      selection.form = form
      selection.rule = rule
      return try recorder.decide(
        DecisionRequest(kind, of: selection, reason: reason, by: name))
    }
  }
}
#endif
