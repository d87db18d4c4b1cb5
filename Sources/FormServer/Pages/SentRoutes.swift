#if Server
import FormModels
import FormPages
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

/// The pages after a submission, where its sender gets a proof, and a link to correct it.
struct SentRoutes: RouteSet {
  let core: ServerCore

  func add(to routes: Routes) {
    routes.on(
      .get, "forms/:form/sent/:submission",
      for: RouteDeclaration(
        access: .permissionOrOwnSubmission(.submit),
        query: QueryParameter.submission + [.senderCode], ignoresOtherParameters: true),
      use: sent)
    routes.on(
      .post, "forms/:form/sent/:submission/link",
      for: RouteDeclaration(
        access: .permission(.submit), query: QueryParameter.submission + [.senderCode],
        acceptsForms: true), use: link)
  }

  /// The page after a submission. It shows no content of the record, so its address need not be
  /// secret, unless it has the code with which the sender gets a proof.
  private func sent(_ request: Request, _ context: ServerContext) async throws -> Response {
    let submission = try context.number("submission")
    let form = try await core.form(in: context)
    try await core.requireSubmission(submission, of: form.form.name)
    let reference = try context.parameter("form")
    let localization = core.languages.preferred(by: request, alsoIn: form.languages)
    let address = core.address(for: request)
    var layout = PageLayout(
      core, for: request, context, in: localization, title: localization.term("thank you"))
    layout.usesScript = true
    let query = context.query.text(of: QueryParameter.submission)
    // The holder of a link gets neither a proof nor another link.
    var offered: [HTML] = []
    if context.caller.submissionID == nil, let code = context.query[.senderCode],
      let sent = try await core.submission(submission, of: form.form.name, sentWith: code)
    {
      let offers = try await offers(sent, form.form.name)
      let path = address.path("/forms/\(reference)/sent/\(submission)")
      if offers.proof {
        let title = localization.words(localization.term("download proof"))
        offered.append("<p><a href=\"\(path)/proof?code=\(code)\" download>\(title)</a></p>")
      }
      if offers.link != nil {
        let own = "\(query)\(query.isEmpty ? "?" : "&")code=\(code)"
        offered.append(
          linkForm(postedTo: "\(path)/link\(own)", for: form, context, in: localization))
      }
    }
    let isOwn = context.caller.submissionID != nil
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

  /// The button with which a sender gets a link to the submission.
  private func linkForm(
    postedTo path: String, for form: PublishedForm, _ context: ServerContext,
    in localization: Localization
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
  private func linkSecret(_ submission: SubmissionIdentity, _ form: String) -> String {
    core.pages.tokens.code(for: .link, form, submission.text)
  }

  /// What the sender of a submission can still get.
  ///
  /// Whatever version the address names, the current one of the form determines whether there is a
  /// link, and for how long: it is also the version that the link shows.
  private func offers(
    _ submission: SubmissionIdentity, _ form: String
  ) async throws -> (link: Form.Edit?, proof: Bool) {
    let (isPurged, edit) = try await core.pools.reader.perform { recorder, _ in
      (
        try recorder.isPurged(submission.number),
        try recorder.form(VersionReference.required(form)).edit
      )
    }
    let hasEnded = try await core.access.value.hasEnded(link: linkSecret(submission, form))
    return (isPurged || hasEnded ? nil : edit, !isPurged)
  }

  /// Grants a link to the submission to its sender, and shows it.
  private func link(_ request: Request, _ context: ServerContext) async throws -> Response {
    _ = try await VerifiedForm(
      receiving: request, .page(subject: context.formName ?? "", session: context.session), context,
      core: core
    ).verified()
    let number = try context.number("submission")
    let bound = try await core.form(in: context)
    let form = bound.form
    let ended = Problem(.notFound, "there is no such submission, or its link has ended")
    guard
      let submission = try await core.submission(
        number, of: form.name, sentWith: context.query[.senderCode]),
      let edit = try await offers(submission, form.name).link
    else { throw ended }
    let secret = linkSecret(submission, form.name)
    let by = context.caller.name
    let client = core.anonymousClient(of: request, context)
    let grant: AccessGrant
    do {
      grant = try await core.pools.writer.perform(for: client) { recorder in
        try recorder.grantLink(secret, toSubmission: number, days: edit.days, by: by)
      }
    } catch let error as RecorderError where error.reason == .refused {
      // The link has ended since the server read the grants.
      throw ended
    }
    let localization = core.languages.preferred(by: request, alsoIn: bound.languages)
    let url = core.address(for: request).url(AccessGrant.path(ofLink: secret))
    let title = localization.term("correct your entries")
    return PageLayout(core, for: request, context, in: localization, title: title).html(
      """
      <div class="done">
      <p><a href="\(url)">\(url)</a></p>
      <p>\(localization.words(localization.sentence("linkIsOwn")))</p>
      <p>\(localization.words(localization.term("link expires"))) <b>\(String((grant.expiresAt ?? "").prefix(10)))</b></p>
      </div>
      """
    ).response()
  }
}

extension QueryParameter {
  static let senderCode = Self("code", "The code of the page after a submission.")
}
#endif
