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
    let own = RouteAccess.permissionOrOwnSubmission(.submit)
    routes.on(.get, "/", for: page(.anyCaller), use: list)
    routes.on(
      .get, "forms/:form", for: page(own, QueryParameter.submission + [.draft]), use: form)
    routes.on(
      .get, "forms/:form/sent/:submission",
      for: page(own, QueryParameter.submission + [.senderCode]),
      use: sent)
    routes.on(
      .post, "forms/:form/sent/:submission/link",
      for: RouteDeclaration(
        access: .permission(.submit), query: QueryParameter.submission + [.senderCode],
        acceptsForms: true), use: link)
    for asset in PageAssets.all { routes.on(asset) }
  }

  /// The forms that the caller may fill in.
  private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
    let forms = try await core.recorder.perform { recorder, _ in try recorder.currentForms() }
    let localization = core.languages.preferred(by: request)
    let address = core.address(for: request)
    let items: [HTML] = forms.filter { context.caller.allows(.submit, on: $0.name) }.map {
      """
      <li><a href="\(address.path("/forms/\($0.name)"))">\
      <bdi>\(localization.title(of: $0))</bdi></a></li>
      """
    }
    let none: HTML = "<p>\(localization.sentence("noForms"))</p>"
    return layout(request, context, in: localization, title: localization.term("forms"))
      .html(items.isEmpty ? none : "<ul class=\"forms\">\(items)</ul>").response()
  }

  private func form(_ request: Request, _ context: ServerContext) async throws -> Response {
    let form = try await core.form(in: context)
    try requireScenario(context.query[.scenario], of: form)
    let csrf = context.session?.csrf
    let draft = context.query[.draft].flatMap {
      core.pages.drafts.draft($0, of: form.form.name, session: csrf)
    }
    let localization = core.languages.preferred(by: request, alsoIn: form.languages)
    let own: OwnRecord? =
      if draft == nil, let submission = context.caller.submission {
        try await core.ownRecord(of: submission, in: form, localization, by: context.caller)
      } else { nil }
    var page = FormPage(
      form: form, reference: try context.parameter("form"), localization: localization,
      address: core.address(for: request),
      token: draft?.token
        ?? core.pages.tokens.token(
          for: form.form.name, session: csrf, correcting: own?.submission),
      query: context.query.text(of: QueryParameter.submission), csrf: csrf,
      user: context.caller.name)
    page.entries =
      draft?.entries ?? own?.entries ?? form.prefilled(from: request.uri.query ?? "", context.query)
    let hidden = try await core.hiddenTexts(of: context.caller, in: form)
    page.derived = form.validator?.derivedFields(of: page.entries?.model(keeping: hidden) ?? [:])
    if let derived = page.derived {
      var entries = page.entries ?? FormEntries([], form.controls)
      entries.apply(derived)
      page.entries = entries
    }
    if let own { page.errors = own.errors }
    page.isOwn = context.caller.submission != nil
    if page.isOwn { page.introduction = localization.sentence("ownEntries") }
    if let draft { page.show(draft) }
    return page.html.response().framed(by: form.form.embedders)
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

  /// The page after a submission. It shows no content of the record, so its address need not be
  /// secret; with the code in it, the sender gets a proof.
  private func sent(_ request: Request, _ context: ServerContext) async throws -> Response {
    let submission = try context.number("submission")
    let form = try await core.form(in: context)
    try await core.requireSubmission(submission, of: form.form.name)
    let reference = try context.parameter("form")
    let localization = core.languages.preferred(by: request, alsoIn: form.languages)
    let address = core.address(for: request)
    var layout = layout(request, context, in: localization, title: localization.term("thank you"))
    layout.usesScript = true
    let query = context.query.text(of: QueryParameter.submission)
    // The holder of a link gets neither a proof nor another link.
    var offered: [HTML] = []
    if context.caller.submission == nil, let code = context.query[.senderCode],
      core.pages.tokens.isSender(of: submission, form.form.name, code)
    {
      let offers = try await offers(submission, form.form.name)
      let path = address.path("/forms/\(reference)/sent/\(submission)")
      if offers.proof { offered.append(proofLink("\(path)/proof?code=\(code)", localization)) }
      if offers.link, form.form.edit != nil {
        let own = "\(query)\(query.isEmpty ? "?" : "&")code=\(code)"
        offered.append(linkForm("\(path)/link\(own)", form, context, localization))
      }
    }
    let isOwn = context.caller.submission != nil
    return layout.html(
      """
      <div class="done"\(HTML.attribute(
        "data-sent", isOwn ? nil : address.path("/forms/\(reference)")))>
      <p><bdi>\(localization.title(of: form.form))</bdi>: \
      \(localization.words(localization.sentence(isOwn ? "changesReceived" : "received")))</p>
      <p class="number">\(localization.words(localization.term("submission"))) <b>\(submission)</b></p>
      \(offered)
      <p><a href="\(address.path("/forms/\(reference)\(query)"))">\
      \(localization.words(localization.term(isOwn ? "correct your entries" : "fill in again")))</a></p>
      </div>
      """
    ).response().framed(by: form.form.embedders)
  }

  private func proofLink(_ path: String, _ localization: Localization) -> HTML {
    "<p><a href=\"\(path)\" download>\(localization.words(localization.term("download proof")))</a></p>"
  }

  /// The button with which a sender gets a link to the submission.
  private func linkForm(
    _ path: String, _ form: PublishedForm, _ context: ServerContext, _ localization: Localization
  ) -> HTML {
    let token = core.pages.tokens.token(for: form.form.name, session: context.session?.csrf)
    return """
      <form method="post" action="\(path)">\
      <input type="hidden" name="\(ControlName.token)" value="\(token)">\
      <button>\(localization.words(localization.term("get a link")))</button></form>
      """
  }

  /// The secret of the link to a submission. It is the same for each request, so that a page that
  /// is loaded again grants nothing more.
  private func linkSecret(_ submission: Int64, _ form: String) -> String {
    core.pages.tokens.code("edit", form, String(submission))
  }

  /// What the sender of a submission can still get.
  private func offers(
    _ submission: Int64, _ form: String
  ) async throws -> (link: Bool, proof: Bool) {
    let secret = linkSecret(submission, form)
    return try await core.recorder.perform { recorder, _ in
      try recorder.offers(toSenderOf: submission, secret: secret)
    }
  }

  /// Grants a link to the submission to its sender, and shows it.
  private func link(_ request: Request, _ context: ServerContext) async throws -> Response {
    _ = try await VerifiedForm(
      receiving: request, .page(subject: context.formName ?? "", session: context.session), context,
      core: core
    ).verified()
    let submission = try context.number("submission")
    let bound = try await core.form(in: context)
    let form = bound.form
    guard let edit = form.edit, let code = context.query[.senderCode],
      core.pages.tokens.isSender(of: submission, form.name, code),
      try await offers(submission, form.name).link
    else { throw Problem(.notFound, "there is no such submission, or its link has ended") }
    let secret = linkSecret(submission, form.name)
    let by = context.caller.name
    let grant = try await core.recorder.perform { recorder, _ in
      try recorder.grantLink(secret, toSubmission: submission, days: edit.days, by: by)
    }
    let localization = core.languages.preferred(by: request, alsoIn: bound.languages)
    let url = core.address(for: request).url(AccessGrant.path(ofLink: secret))
    let title = localization.term("correct your entries")
    return layout(request, context, in: localization, title: title).html(
      """
      <div class="done">
      <p><a href="\(url)">\(url)</a></p>
      <p>\(localization.words(localization.sentence("linkIsOwn")))</p>
      <p>\(localization.words(localization.term("link expires"))) <b>\(String((grant.expiresAt ?? "").prefix(10)))</b></p>
      </div>
      """
    ).response()
  }

  private func layout(
    _ request: Request, _ context: ServerContext, in localization: Localization, title: String
  ) -> PageLayout {
    let address = core.address(for: request)
    return PageLayout(
      localization: localization, address: address, title: title,
      header: PageLayout.account(
        context.caller.name, csrf: context.session?.csrf, localization, at: address))
  }
}

extension QueryParameter {
  static let senderCode = Self("code", "The code of the page after a submission.")
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
