#if Server
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
    routes.on(.get, "/", for: .anyCaller, ignoresOtherParameters: true, use: list)
    routes.on(
      .get, "forms/:form", for: .permission(.submit), query: QueryParameter.submission,
      ignoresOtherParameters: true, use: form)
    routes.on(
      .get, "forms/:form/sent/:submission", for: .permission(.submit),
      query: QueryParameter.submission, ignoresOtherParameters: true, use: sent)
    for asset in PageAssets.all {
      routes.on(
        .get, "assets/\(asset.name)", for: .everyone, query: [.assetVersion],
        countsAnonymous: false
      ) { _, _ in asset.response }
    }
  }

  /// The forms that the caller may fill in.
  private func list(_ request: Request, _ context: RequestInfo) async throws -> Response {
    let forms = try await core.recorder.perform { recorder, _ in try recorder.currentForms() }
    let localization = core.languages.preferred(by: request)
    let items: [HTML] = forms.filter { context.caller.allows(.submit, on: $0.name) }.map {
      "<li><a href=\"/forms/\($0.name)\"><bdi>\(localization.title(of: $0))</bdi></a></li>"
    }
    let none: HTML = "<p>\(localization.sentence("noForms"))</p>"
    return layout(request, context, title: localization.term("forms"))
      .html(items.isEmpty ? none : "<ul class=\"forms\">\(items)</ul>").response()
  }

  private func form(_ request: Request, _ context: RequestInfo) async throws -> Response {
    let form = try await core.form(in: context)
    let csrf = context.session?.csrf
    return FormPage(
      form: form, localization: core.languages.preferred(by: request),
      token: core.pageTokens.token(for: form.form.name, session: csrf),
      query: context.query.text, csrf: csrf, user: context.caller.name
    ).html.response()
  }

  /// The page after a submission. It shows no content of the record, so its address need not be
  /// secret.
  private func sent(_ request: Request, _ context: RequestInfo) async throws -> Response {
    let submission = try context.number("submission")
    let form = try await core.form(in: context)
    let localization = core.languages.preferred(by: request)
    var layout = layout(request, context, title: localization.term("thank you"))
    layout.usesScript = true
    return layout.html(
      """
      <div class="done" data-sent="\(form.form.name)">
      <p><bdi>\(localization.title(of: form.form))</bdi>: \(localization.sentence("received"))</p>
      <p class="number">\(localization.term("submission")) <b>\(submission)</b></p>
      <p><a href="/forms/\(form.form.name)\(context.query.text)">\
      \(localization.term("fill in again"))</a></p>
      </div>
      """
    ).response()
  }

  private func layout(
    _ request: Request, _ context: RequestInfo, title: String
  ) -> PageLayout {
    let localization = core.languages.preferred(by: request)
    return PageLayout(
      localization: localization, title: title,
      header: PageLayout.account(
        context.caller.name, csrf: context.session?.csrf, localization))
  }
}
#endif
