#if Server
import FormModels
import FormPages
import FormRecorder
import FormRules
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The pages on which people fill in forms.
struct FormRoutes: RouteSet {
  let core: ServerCore

  func add(to routes: Routes) {
    func page(_ access: RouteAccess, _ query: [QueryParameter] = []) -> RouteDeclaration {
      RouteDeclaration(access: access, query: query, ignoresOtherParameters: true)
    }
    routes.on(.get, "/", for: page(.anyCaller), use: list)
    routes.on(
      .get, "forms/:form",
      for: page(
        .permissionOrOwnSubmission(.submit), QueryParameter.submission + [.draft]), use: form)
    for asset in PageAssets.all { routes.on(asset) }
  }

  /// The forms that the caller may fill in.
  private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
    let forms = try await core.pools.reader.perform { recorder, _ in try recorder.currentForms() }
    let localization = core.languages.preferred(by: request)
    let address = core.address(for: request)
    let items: [HTML] = forms.filter { context.caller.allows(.submit, on: $0.name) }.map {
      """
      <li><a href="\(address.path("/forms/\($0.name)"))">\
      <bdi>\(localization.title(of: $0))</bdi></a></li>
      """
    }
    let none: HTML = "<p>\(localization.sentence("noForms"))</p>"
    return PageLayout(
      core, for: request, context, in: localization, title: localization.term("forms")
    )
    .html(items.isEmpty ? none : "<ul class=\"forms\">\(items)</ul>").response()
  }

  private func form(_ request: Request, _ context: ServerContext) async throws -> Response {
    let form = try await core.form(in: context)
    try requireScenario(context.query[.scenario], of: form)
    let csrf = context.session?.csrf
    let draft = try await draft(of: form.form.name, context)
    let localization = core.languages.preferred(by: request, alsoIn: form.languages)
    let own: SubmissionHistory? =
      if draft == nil, let submission = context.caller.submissionID {
        try await core.ownRecord(of: submission, in: form, localization, by: context.caller)
      } else { nil }
    let corrected: SubmissionIdentity? =
      if let own { try await core.identity(of: own.submissionID) } else { nil }
    var page = FormPage(
      form: form,
      location: FormPage.Location(
        address: core.address(for: request), reference: try context.parameter("form"),
        query: context.query.text(of: QueryParameter.submission)),
      localization: localization,
      token: draft?.token
        ?? core.pages.tokens.token(for: form.form.name, session: csrf, correcting: corrected))
    (page.csrf, page.user) = (csrf, context.caller.name)
    page.entries =
      draft?.entries ?? own.map(form.ownEntries)
      ?? form.prefilled(from: request.uri.query ?? "", context.query)
    let hidden = try await core.hiddenTexts(of: context.caller, in: form)
    page.derived = form.validator?.derivedFields(of: page.entries?.model(keeping: hidden) ?? [:])
    if let derived = page.derived {
      var entries = page.entries ?? FormEntries([], form.controls)
      entries.apply(derived)
      page.entries = entries
    }
    page.entries = page.entries?.shown(to: context.caller)
    page.errors = draft?.errors ?? own?.verdicts.last?.errors ?? []
    page.isOwn = context.caller.submissionID != nil
    page.draft = draft
    return page.html.response().framed(by: form.form.embedders)
  }

  /// What the page shows again, unless it was dropped or the record with it was purged.
  private func draft(
    of form: String, _ context: ServerContext
  ) async throws -> PageDrafts.Draft? {
    guard let key = context.query[.draft],
      let draft = core.pages.drafts.draft(key, of: form, session: context.session?.csrf)
    else { return nil }
    guard let number = draft.corrects?.number, try await core.isPurged(number) else {
      return draft
    }
    core.pages.drafts.remove(key)
    return nil
  }

  private func requireScenario(_ scenario: String?, of form: PublishedForm) throws {
    guard let scenario else { return }
    do throws(RunParameterError) {
      try form.plan.checkScenario(scenario)
    } catch {
      // What a person enters would be lost when the page is sent.
      throw Problem(.notFound, error.description)
    }
  }
}

extension QueryParameter {
  fileprivate static let draft = Self("draft", "The entered values to show again.")
}

extension FormRoutes {
  static let operations: [OpenAPIOperation] = [
    OpenAPIOperation(
      route: Route(.get, "forms/:form"), summary: "The page for filling in the form",
      responses: [(200, "The page.", [("text/html", .schema("string"))])])
  ]
}
#endif
