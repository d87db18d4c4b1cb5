#if Server
import FormPages
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

/// The pages that find submissions, show one, and record decisions about its failures.
struct AuditSubmissionRoutes {
  let core: ServerCore

  // MARK: Search

  static let searchQuery: [QueryParameter] = [
    .form, .scope, .rule, .field, .value, .afterNumber,
  ]

  func search(_ request: Request, _ context: ServerContext) async throws -> Response {
    let query = context.query
    let forms = try await core.forms(of: context.caller, allowing: .read)
    let localization = core.languages.preferred(by: request)
    let term = localization.term
    let address = core.address(for: request)
    let layout = AuditPageLayout(
      caller: context.caller, localization: localization, address: address)
    func response(_ content: HTML) -> Response { layout.page(term("submissions"), content) }
    guard let form = query[.form].nonEmpty ?? (forms.count == 1 ? forms[0] : nil) else {
      return response(filter(query, forms, form: nil, in: localization))
    }
    try context.caller.require(.read, on: form)
    let page = try await self.page(query, form, in: context)
    let rows: [[HTML]] = page.submissions.map { one in
      [
        .link(toSubmission: one.submissionID, at: address),
        "\(one.importID)", "\(one.record)", "\(one.line)",
        .verdict(isRejected: one.isRejected, localization), "\(term(one.state.rawValue))",
        .data(one.rules.joined(separator: ", ")),
      ]
    }
    var next: HTML = ""
    if page.hasMore, let last = page.submissions.last {
      next =
        "<p class=\"pages\"><a href=\"\(query.link(after: last.submissionID))\">\(term("next"))</a></p>"
    }
    let columns = ["submission", "import", "data record", "line", "verdict", "state", "rules"]
    let table: HTML =
      rows.isEmpty
      ? "<p>\(localization.sentence("noSubmissions"))</p>"
      : .table("\(term("submissions")) (\(form))", columns.map(term), rows: rows)
    let filter = filter(query, forms, form: form, in: localization)
    return response("\(filter)\(table)\(next)")
  }

  private func page(
    _ query: QueryParameters, _ form: String, in context: ServerContext
  ) async throws -> (submissions: [ListedSubmission], hasMore: Bool) {
    var values = ["scope": query[.scope].nonEmpty ?? "open", "limit": "100"]
    values["after"] = query[.afterNumber].nonEmpty
    values["rule"] = query[.rule].nonEmpty
    if let value = query[.value].nonEmpty {
      guard let field = query[.field].nonEmpty else {
        throw Problem(.badRequest, "a search for a value requires a field")
      }
      values["where[\(field)]"] = value
    }
    return try await core.submissions(
      of: form, QueryParameters(values, declared: HistoryRoutes.listQuery), by: context.caller)
  }

  private func filter(
    _ query: QueryParameters, _ forms: [String], form: String?, in localization: Localization
  ) -> HTML {
    let term = localization.term
    let scopes = SubmissionScope.allCases.map {
      ($0.rawValue, term($0 == .warned ? "with warnings" : $0.rawValue))
    }
    return """
      <form class="filter" method="get">
      \(.select("form", label: term("form"), forms.map { ($0, $0) }, chosen: form))
      \(.select("scope", label: term("verdict"), scopes, chosen: query[.scope] ?? "open"))
      \(.input("rule", label: term("rule"), value: query[.rule]))
      \(.input("field", label: term("field"), value: query[.field]))
      \(.input("value", label: term("value"), value: query[.value]))
      <button>\(term("search"))</button>
      </form>

      """
  }

  // MARK: One submission

  func history(_ request: Request, _ context: ServerContext) async throws -> Response {
    let id = try context.number()
    let form = try await core.form(ofSubmission: id, for: .read, context.caller)
    let isUnmasked = try context.isUnmasked(form: form)
    let localization = core.languages.preferred(by: request)
    let history = try await core.history(of: id, isUnmasked: isUnmasked, in: localization)
    try await core.logRead(
      "submission \(id) of \(form)", isUnmasked: isUnmasked, by: context.caller)
    let address = core.address(for: request)
    let page = AuditSubmissionPage(
      history: history, localization: localization, address: address,
      mayDecide: context.caller.allows(.correct, on: form),
      maySeeSensitive: context.caller.allows(.correct, on: form),
      csrf: context.session?.csrf)
    return AuditPageLayout(
      caller: context.caller, localization: localization, address: address
    ).page("\(localization.term("submission")) \(id)", page.html)
  }

  func decide(
    _ kind: DecisionKind, _ request: Request, in context: ServerContext
  ) async throws -> Response {
    let id = try context.number()
    let posted = try await VerifiedForm(receiving: request, .session, context, core: core)
    let fields = try QueryParameters(
      posted.verified(), declared: [.csrf, .rule, .logReason])
    let form = try await core.form(ofSubmission: id, for: .correct, context.caller)
    var selection = SubmissionSelection.submissions([id])
    selection.rule = fields[.rule].nonEmpty
    _ = try await core.decide(
      kind, selection, of: form, by: context.caller, reason: fields[.logReason] ?? "")
    return .redirect(to: "/audit/submissions/\(id)")
  }

  func comment(_ request: Request, _ context: ServerContext) async throws -> Response {
    let id = try context.number()
    let posted = try await VerifiedForm(receiving: request, .session, context, core: core)
    let fields = try QueryParameters(posted.verified(), declared: [.csrf, .rule, .text])
    let form = try await core.form(ofSubmission: id, for: .correct, context.caller)
    _ = try await core.comment(
      on: id, of: form, rule: fields[.rule].nonEmpty, text: fields[.text] ?? "",
      by: context.caller)
    return .redirect(to: "/audit/submissions/\(id)")
  }
}

extension ServerCore {
  /// The form of a submission.
  ///
  /// - Throws: A problem with status 404 if there is no such submission, or 403 if the caller lacks
  ///   the permission on the form.
  fileprivate func form(
    ofSubmission id: Int64, for permission: AccessGrant.Permission, _ caller: Caller
  ) async throws -> String {
    let found = try await pools.reader.perform { recorder, _ in
      try recorder.form(ofSubmission: id)
    }
    guard let form = found else { throw Problem(.notFound, "there is no submission \(id)") }
    try caller.require(permission, on: form)
    return form
  }
}

extension QueryParameter {
  fileprivate static let field = Self("field", "The field to search.")
  fileprivate static let rule = Self("rule", "The rule that fails; if it is empty, any.")
  fileprivate static let text = Self("text", "The text of a comment.")
  fileprivate static let value = Self("value", "The value that the field must have.")
  static let csrf = Self(
    BrowserSessions.Session.controlName, "The CSRF token of the session.")
}
#endif
