#if Server
  import FormRecorder
  import FormRules
  import HTTPTypes
  import Hummingbird
  import NIOCore

  /// The audit pages for browsers: the report, and the log.
  struct AuditRoutes: RouteSet {
    let core: ServerCore
    private let reports = AuditReports()

    init(core: ServerCore) { self.core = core }

    func add(to router: Router<RequestInfo>) {
      router.get("audit") { try await report($0, $1) }
      router.get("audit/style.css") { _, _ in
        Response(
          status: .ok, headers: [.contentType: "text/css"],
          body: ResponseBody(byteBuffer: ByteBuffer(string: AuditPageLayout.style)))
      }
      router.get("audit/log") { try await log($0, $1) }
      let pages = AuditSubmissionPages(core: core)
      router.get("audit/submissions") { try await pages.search($0, $1) }
      router.get("audit/submissions/:id") { try await pages.history($0, $1) }
      router.post("audit/submissions/:id/waive") { try await pages.decide(.waive, $0, $1) }
      router.post("audit/submissions/:id/reopen") { try await pages.decide(.reopen, $0, $1) }
      router.get("audit/files") { try await AuditFilePage(core: core).page($0, $1) }
      router.get("audit/versions") { try await AuditVersionPage(core: core).page($0, $1) }
    }

    private func report(_ request: Request, _ context: RequestInfo) async throws -> Response {
      let query = try QueryParameters(
        of: request, allowing: QueryParameters.selectionNames.union(["form", "open"]))
      let form = query["form"]
      try context.require(.read, on: form)
      var selection = SubmissionSelection.all
      if let form { selection = try query.selection(ofForm: form) }
      let onlyOpen = try query.flag("open") == true
      let localization = core.languages.preferred(by: request)
      let chosen = selection
      let state = try await core.recorder.perform { recorder, _ in
        _ = try recorder.slice(.all, chosen, after: .max, limit: 1)
        return try recorder.contentState()
      }
      let key = AuditReports.Key(
        selection: [
          form ?? "", query["import"] ?? "", query["source"] ?? "", query["batch"] ?? "",
          query["since"] ?? "", query["rule"] ?? "", query["run"] ?? "", "\(onlyOpen)",
        ], language: localization.language, state: state)
      let html = try await reports.page(key) { [core] in
        try await core.recorder.perform { recorder, _ in
          try recorder.auditPage(
            chosen, samples: 3, onlyOpen: onlyOpen, in: localization,
            links: AuditPageLayout.links(in: localization))
        }
      }
      try await core.recordRead(
        "audit report" + (form.map { " of \($0)" } ?? ""), by: context.caller)
      return Response(
        status: .ok,
        headers: [
          .contentType: "text/html; charset=utf-8",
          .contentSecurityPolicy: ReportPage.contentSecurityPolicy + "; frame-ancestors 'none'",
        ], body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }

    private func log(_ request: Request, _ context: RequestInfo) async throws -> Response {
      try context.require(.administer)
      let query = try QueryParameters(of: request, allowing: ["form", "by", "kind", "through"])
      var filter = LogFilter()
      filter.form = query["form"].nonEmpty
      filter.by = query["by"].nonEmpty
      if let kind = query["kind"].nonEmpty {
        guard let kind = LoggedEvent.EventKind(rawValue: kind) else {
          throw Problem(.badRequest, "there is no kind of event '\(kind.displayText)'")
        }
        filter.kinds = [kind]
      }
      if let through = query["through"].nonEmpty {
        guard let instant = Instant(text: through) ?? Instant(text: "\(through)T23:59:59Z") else {
          throw Problem(.badRequest, "'through' must be a date such as 2026-08-31")
        }
        filter.through = instant
      }
      let chosen = filter
      let advice = "the search takes too long; remove filters"
      let events = try await core.perform(orAdvise: advice) { recorder, _ in
        var events: [LoggedEvent] = []
        try recorder.log(chosen, last: Self.maximumEvents) { events.append($0) }
        return events
      }
      let rows: [[HTML]] = events.reversed().map { event in
        [
          "\(event.number)", "<time>\(event.at)</time>", .data(event.by), "\(event.kind.rawValue)",
          .data(event.action), .data(event.reason),
          "<code>\(event.head.prefix(16).description)</code>",
        ]
      }
      let kinds = LoggedEvent.EventKind.allCases.map { ($0.rawValue, $0.rawValue) }
      let localization = core.languages.preferred(by: request)
      let term = localization.term
      let columns = ["event", "time", "operator", "kind", "action", "reason", "receipt"].map(term)
      let content: HTML = """
        <form class="filter" method="get">
        \(.input("form", label: term("form"), value: query["form"]))
        \(.input("by", label: term("operator"), value: query["by"]))
        \(.select("kind", label: term("kind"), [("", term("all"))] + kinds, chosen: query["kind"]))
        \(.input("through", label: term("until"), value: query["through"]))
        <button>\(term("show"))</button>
        </form>
        <p class="note">\(localization.sentence("latestFirst"))</p>
        \(.table(term("events"), columns, rows))
        """
      return AuditPageLayout(
        title: term("log"), localization: localization, user: context.caller.name
      ).html(content).response()
    }

    private static let maximumEvents = 500
  }

  extension String? {
    /// The text, unless it is empty: an empty input of a form is no filter.
    var nonEmpty: String? { self?.isEmpty == false ? self : nil }
  }
#endif
