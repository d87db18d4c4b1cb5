#if Server
  import FormRecorder
  import FormRules
  import HTTPTypes
  import Hummingbird

  /// Lists submissions, shows their history, and records decisions about their failures.
  struct HistoryRoutes: RouteSet {
    let core: ServerCore

    /// The parameters of a list, in addition to `where[FIELD]`.
    static let listParameters = QueryParameters.selectionNames.union(["scope", "after", "limit"])

    func add(to router: Router<RequestInfo>) {
      router.get("forms/:form/submissions") { try await list($0, $1) }
      router.get("forms/:form/submissions/:id") { try await history($0, $1) }
      router.post("forms/:form/submissions/:id/waive") { try await decide(.waive, $0, $1) }
      router.post("forms/:form/submissions/:id/reopen") { try await decide(.reopen, $0, $1) }
    }

    private func list(_ request: Request, _ context: RequestInfo) async throws -> Response {
      let form = try context.parameter("form")
      try context.require(.read, on: form)
      let query = try QueryParameters(request) {
        Self.listParameters.contains($0) || $0.hasPrefix("where[") && $0.hasSuffix("]")
      }
      let page = try await core.submissions(
        of: form, query, mayShowSensitive: context.mayShowSensitive(of: form))
      var headers = HTTPFields()
      if page.hasMore, let last = page.submissions.last {
        headers[.link] = request.nextLink(after: last.submission)
      }
      return JSON.array(page.submissions.map(\.json)).response(headers: headers)
    }

    private func history(_ request: Request, _ context: RequestInfo) async throws -> Response {
      let form = try context.parameter("form")
      try context.require(.read, on: form)
      let query = try QueryParameters(of: request, allowing: ["raw"])
      let isRaw = try context.isRaw(query, form: form)
      var headers: HTTPFields = [.vary: "Accept-Language, Authorization, Cookie"]
      let tag = try await core.contentTag([
        core.languages.preferred(by: request).language, isRaw ? "raw" : "masked",
      ])
      headers[.eTag] = tag
      if let tag, request.hasAnswer(tag) { return Response(status: .notModified, headers: headers) }
      let history = try await core.history(
        of: try context.submission(), form: form, isRaw: isRaw,
        in: core.languages.preferred(by: request))
      try await core.recordRead(
        "submission \(history.submission) of \(form)" + (isRaw ? ", unmasked" : ""),
        by: context.caller)
      return history.json.response(headers: headers)
    }

    private struct Decision: Decodable {
      var rule: String?
      var reason: String
    }

    private func decide(
      _ kind: DecisionKind, _ request: Request, _ context: RequestInfo
    ) async throws -> Response {
      let form = try context.parameter("form")
      try context.require(.correct, on: form)
      let id = try context.submission()
      guard request.mediaType == "application/json" else {
        throw Problem(.unsupportedMediaType, "send application/json")
      }
      let body = try await request.body.collect(upTo: 1 << 16)
      guard
        let decision = JSONReader.decode(
          Decision.self, from: String(decoding: body.readableBytesView, as: UTF8.self))
      else {
        throw Problem(
          .badRequest, "the body must be a JSON object with 'reason' and, optionally, 'rule'")
      }
      return try await core.decide(
        kind, id, of: form, rule: decision.rule, reason: decision.reason, by: context.caller
      ).json.response()
    }
  }

  extension RequestInfo {
    /// The number of the submission in the path.
    func submission() throws(Problem) -> Int64 {
      guard let id = Int64(try parameter("id")), id > 0 else {
        throw Problem(.notFound, "there is no such submission")
      }
      return id
    }
  }

  extension ServerCore {
    /// A page of a list of submissions.
    ///
    /// - Parameters:
    ///   - query: The query with the parameters `scope`, `after`, `limit`, `where[FIELD]` and
    ///     filters.
    ///   - mayShowSensitive: Whether the caller may search sensitive fields. A search for a value
    ///     reveals whether somebody submitted it.
    func submissions(
      of form: String, _ query: QueryParameters, mayShowSensitive: Bool
    ) async throws -> (submissions: [ListedSubmission], hasMore: Bool) {
      let selection = try query.selection(ofForm: form)
      guard let scope = SubmissionScope(rawValue: query["scope"] ?? "all") else {
        let names = SubmissionScope.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem(.badRequest, "'scope' must be one of: \(names)")
      }
      let after = try query.integer("after", in: 0...Recorder.largestNumber) ?? 0
      let limit = min(
        try query.integer("limit", in: 1...Int(Recorder.largestNumber)) ?? 100,
        ExportRoutes.maximumPage)
      let conditions = query.members(of: "where").map {
        RecordSearch.Condition(field: $0.name, value: $0.value)
      }
      let advice = "the search takes too long; search by the fields of the form's key"
      return try await perform(orAdvise: advice) { recorder, isOver in
        var selection = selection
        if !conditions.isEmpty {
          if !mayShowSensitive {
            try recorder.requireNotSensitive(conditions.map(\.field), ofForm: form)
          }
          let found = try recorder.reasons(
            RecordSearch(form: form, conditions), shouldStop: isOver)
          guard found.count <= Self.maximumFound else {
            throw Problem(
              .badRequest,
              "more than \(Self.maximumFound) submissions have these values; add a condition")
          }
          selection.submissions = Array(found.keys)
        }
        let listed = try recorder.submissions(scope, selection, after: after, limit: limit + 1)
        return (Array(listed.prefix(limit)), listed.count > limit)
      }
    }

    private static let maximumFound = 10_000

    /// The history of a submission of a form.
    func history(
      of id: Int64, form: String?, isRaw: Bool, in localization: Localization
    ) async throws -> SubmissionHistory {
      let history = try await recorder.history(
        of: id, showsValues: isRaw, showsSensitive: isRaw, in: localization)
      guard form == nil || history.form == form else {
        throw Problem(.notFound, "there is no submission \(id) of this form")
      }
      return history
    }

    /// Waives or reopens failures of a submission. The operator is the caller.
    func decide(
      _ kind: DecisionKind, _ id: Int64, of form: String, rule: String?,
      reason: String, by caller: Caller
    ) async throws -> DecisionReport {
      guard let name = caller.name else {
        throw Problem(.unauthorized, "a token or a signed-in user is required")
      }
      return try await recorder.perform { recorder, _ in
        var selection = SubmissionSelection.submissions([id])
        selection.form = form
        selection.rule = rule
        return try recorder.decide(
          DecisionRequest(kind, of: selection, reason: reason, by: name))
      }
    }

    /// The tag of a response that depends on the store's content and on a variant, or nil if there
    /// is no store.
    func contentTag(_ variant: [String]) async throws -> String? {
      let state = try await recorder.perform { recorder, _ in try recorder.contentState() }
      return state.map {
        "\"\(([String($0.prefix(32)), ProgramVersion.number] + variant).joined(separator: "-"))\""
      }
    }
  }

  extension Recorder {
    /// - Throws: A problem with status 403 if a version of the form declares one of the fields
    ///   sensitive, or if the form masks columns that it does not name and a field is such a
    ///   column.
    fileprivate func requireNotSensitive(_ fields: [String], ofForm form: String) throws {
      guard try masksAny(of: fields, ofForm: form) else { return }
      throw Problem(.forbidden, "a search by a sensitive field requires the role correct or admin")
    }
  }
#endif
