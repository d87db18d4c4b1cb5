#if Server
import FormPages
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird
import NIOCore

/// The audit pages for browsers.
struct AuditRoutes: RouteSet {
  let core: ServerCore
  private let reports: AuditReports

  init(core: ServerCore) {
    self.core = core
    reports = AuditReports(core.configuration, core.clock)
  }

  func add(to routes: Routes) {
    let read = RouteAccess.permissionOnAnyForm(.read)
    let submissions = AuditSubmissionRoutes(core: core)
    routes.on(
      .get, "audit", for: read, query: QueryParameter.filters + [.form, .onlyOpen], use: report)
    routes.on(
      .get, "audit/style.css",
      for: RouteDeclaration(access: .everyone, countsAnonymous: false)
    ) { _, _ in
      Response(ByteBuffer(string: AuditPageLayout.style), type: "text/css")
    }
    routes.on(
      .get, "audit/submissions", for: read, query: AuditSubmissionRoutes.searchQuery,
      use: submissions.search)
    routes.on(
      .get, "audit/submissions/:id", for: read, query: [.raw], use: submissions.history)
    let form = RouteDeclaration(access: .permissionOnAnyForm(.correct), acceptsForms: true)
    for kind in DecisionKind.allCases {
      routes.on(
        .post, "audit/submissions/:id/\(kind.rawValue)", for: form
      ) { try await submissions.decide(kind, $0, in: $1) }
    }
    routes.on(
      .post, "audit/submissions/:id/comment", for: form, use: submissions.comment)
    let imports = AuditImportPage(core: core)
    routes.on(.get, "audit/imports/:id", for: read, use: imports.page)
    routes.on(
      .post, "audit/imports/:id/retract", for: form, use: imports.retract)
    routes.on(
      .get, "audit/files", for: .permissionOnAnyForm(.submit), query: [.form],
      use: AuditFilePage(core: core).page)
    routes.on(
      .get, "audit/versions", for: .permission(.read), query: AuditVersionPage.query,
      use: AuditVersionPage(core: core).page)
    routes.on(
      .get, "audit/log", for: .permission(.administer), query: AuditLogPage.query,
      use: AuditLogPage(core: core).page)
  }

  private func report(_ request: Request, _ context: ServerContext) async throws -> Response {
    let form = context.query[.form]
    try context.caller.require(.read, on: form)
    let chosen = try context.query.selection(ofForm: form)
    let onlyOpen = try context.query.flag(.onlyOpen)
    let localization = core.languages.preferred(by: request)
    let state = try await core.pools.reader.perform { recorder, _ in
      _ = try recorder.slice(.all, chosen, after: .max, limit: 1)
      return try recorder.contentState()
    }
    let links = AuditPageLayout(
      caller: context.caller, localization: localization, address: core.address(for: request)
    ).links
    let key = AuditReports.Key(
      query: context.query.text, language: localization.language, state: state,
      links: links.map(\.address))
    var details = AuditDetails()
    (details.samples, details.isOnlyOpen) = (3, onlyOpen)
    let html = try await reports.page(key) { [core, details] in
      try await core.pools.longReader.perform { recorder, _ in
        try recorder.auditPage(chosen, details, in: localization, links: links)
      }
    }
    try await core.logRead(
      "audit report" + (form.map { " of \($0)" } ?? ""), by: context.caller)
    return Response(
      ByteBuffer(string: html), type: "text/html; charset=utf-8",
      headers: [
        .contentSecurityPolicy: ReportPage.contentSecurityPolicy + "; frame-ancestors 'none'"
      ])
  }
}

extension QueryParameter {
  fileprivate static let onlyOpen = Self("open", "Only open submissions.", .flag)
}

extension String? {
  /// The text, unless it is empty: an empty input of a form is no filter.
  var nonEmpty: String? { self?.isEmpty == false ? self : nil }
}
#endif
