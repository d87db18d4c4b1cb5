#if Server
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

/// Lists submissions, and shows their history.
struct HistoryRoutes: RouteSet {
  let core: ServerCore

  /// The parameters of a list.
  static let listQuery = QueryParameter.filters + QueryParameter.page + [.scope, .fieldValues]

  func add(to routes: Routes) {
    routes.on(
      .get, "forms/:form/submissions", for: .permission(.read), query: Self.listQuery,
      use: list)
    routes.on(
      .get, "forms/:form/submissions/:id", for: .permission(.read), query: [.raw], use: history)
  }

  private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
    let form = try context.parameter("form")
    let page = try await core.submissions(of: form, context.query, by: context.caller)
    var headers = HTTPFields()
    if page.hasMore, let last = page.submissions.last {
      headers[.link] = request.nextLink(context.query.link(after: last.submissionID))
    }
    return page.submissions.json.response(headers: headers)
  }

  private func history(_ request: Request, _ context: ServerContext) async throws -> Response {
    let form = try context.parameter("form")
    let isUnmasked = try context.isUnmasked(form: form)
    let id = try context.number()
    try await core.requireSubmission(id, of: form)
    let localization = try await core.localization(for: request, context)
    var headers: HTTPFields = [.vary: "Accept-Language, Authorization, Cookie"]
    headers[.eTag] = try await core.contentTag([
      localization.language, isUnmasked ? "raw" : "masked",
    ])
    if let tag = headers[.eTag], request.hasCopy(withTag: tag) {
      return Response(status: .notModified, headers: headers)
    }
    let history = try await core.history(of: id, isUnmasked: isUnmasked, in: localization)
    try await core.logRead(
      "submission \(history.submissionID) of \(form)", isUnmasked: isUnmasked, by: context.caller)
    return history.json.response(headers: headers)
  }
}

extension QueryParameter {
  static let fieldValues = Self(
    "where", "Values that fields must have, such as `where[email]=ana@example.com`.", .members)
}

extension ServerCore {
  /// A page of a list of submissions. A search for a value reveals whether somebody submitted it,
  /// so it is recorded as a read, and one by a sensitive field requires the permission to correct.
  ///
  /// - Parameter query: The values of `HistoryRoutes.listQuery`.
  func submissions(
    of form: String, _ query: QueryParameters, by caller: Caller
  ) async throws -> (submissions: [ListedSubmission], hasMore: Bool) {
    let selection = try query.selection(ofForm: form)
    let scope = try query.choice(.scope).flatMap(SubmissionScope.init) ?? .all
    let page = try query.page()
    let limit = min(page.limit ?? 100, configuration.maximumPage)
    let conditions = query.members(of: .fieldValues).map {
      RecordSearch.Condition(field: $0.key, value: $0.text)
    }
    let advice = "the search takes too long; search by the fields of the form's key"
    let maximumFound = configuration.maximumFound
    let mayShowSensitive = caller.allows(.correct, on: form)
    let listing = try await perform(orAdvise: advice) {
      recorder, isOver -> (submissions: [ListedSubmission], hasMore: Bool)? in
      var selection = selection
      if !conditions.isEmpty {
        var search = RecordSearch(form: form, conditions)
        search.showsSensitive = mayShowSensitive
        let found = try recorder.reasons(search, shouldStop: isOver)
        guard found.count <= maximumFound else { return nil }
        selection.submissions = Array(found.keys)
      }
      let listed = try recorder.submissions(scope, selection, after: page.after, limit: limit + 1)
      return (Array(listed.prefix(limit)), listed.count > limit)
    }
    if !conditions.isEmpty {
      let fields = conditions.map(\.field.displayText).joined(separator: ", ")
      try await logRead(
        "submissions of \(form) by \(fields)", isUnmasked: mayShowSensitive, by: caller)
    }
    guard let listed = listing else {
      throw Problem(
        .badRequest, "more than \(maximumFound) submissions have these values; add a condition")
    }
    return listed
  }

  /// The history of a submission.
  func history(
    of id: Int64, isUnmasked: Bool, in localization: Localization
  ) async throws -> SubmissionHistory {
    try await pools.reader.perform { recorder, _ in
      try recorder.history(
        of: id, showsValues: isUnmasked, showsSensitive: isUnmasked, in: localization)
    }
  }
}

extension HistoryRoutes {
  static let operations: [OpenAPIOperation] = [
    OpenAPIOperation(
      route: Route(.get, "forms/:form/submissions"), summary: "Lists and finds submissions",
      responses: [
        (
          200, "The submissions, without their cells.",
          json(.arraySchema(.schemaReference("ListedSubmission")))
        )
      ]),
    OpenAPIOperation(
      route: Route(.get, "forms/:form/submissions/:id"),
      summary: "The history of a submission: its cells, verdicts, corrections and decisions",
      responses: [
        (200, "The history.", json("History")),
        (304, "It has not changed since the response with this `ETag`.", []),
      ]),
  ]
}
#endif
