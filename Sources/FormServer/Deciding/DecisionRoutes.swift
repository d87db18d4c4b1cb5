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
      ) { try await decide(kind, $0, in: $1) }
    }
  }

  private func decide(
    _ kind: DecisionKind, _ request: Request, in context: ServerContext
  ) async throws -> Response {
    let form = try context.parameter("form")
    var selection = SubmissionSelection.submissions([try context.number()])
    let decision = try await core.object(
      Decision.self, of: request, context, members: "'reason' and, optionally, 'rule'")
    selection.rule = decision.rule
    return try await core.decide(
      kind, selection, of: form, by: context.caller, reason: decision.reason
    ).json.response()
  }
}

extension ServerCore {
  /// Waives or reopens failures of submissions of a form. The operator is the caller.
  func decide(
    _ kind: DecisionKind, _ selection: SubmissionSelection, of form: String, by caller: Caller,
    reason: String
  ) async throws -> DecisionReport {
    guard let name = caller.name else { throw Problem.unauthenticated }
    var selection = selection
    selection.form = form
    return try await pools.writer.perform { [selection] recorder in
      try recorder.decide(kind, selection, by: name, reason: reason)
    }
  }
}

extension DecisionRoutes {
  static let operations: [OpenAPIOperation] = [
    ("waive", "Waives failures of a submission"),
    ("reopen", "Reopens waived failures of a submission"),
  ].map { kind, summary in
    OpenAPIOperation(
      route: Route(.post, "forms/:form/submissions/:id/\(kind)"), summary: summary,
      body: json("Decision"),
      responses: [(200, "The decision.", json("DecisionReport"))])
  }
}
#endif
