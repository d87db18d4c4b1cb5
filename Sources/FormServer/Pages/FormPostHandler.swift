#if Server
import FormModels
import FormRecorder
import HTTPTypes
import Hummingbird

/// Accepts submissions from the pages of forms, and responds to browsers with pages.
struct FormPostHandler {
  let core: ServerCore
  /// Stores a submission.
  let store: @Sendable (SubmissionRequest) async throws -> SubmissionReport

  /// The minimum time that a person needs for a form, in seconds.
  private var minimumTime: Int64 { Int64(core.configuration.minimumFormTime) }

  /// - Parameter complete: Adds the request's data other than the record.
  func post(
    _ request: Request, _ context: ServerContext,
    complete: @Sendable (SubmissionRequest) throws -> SubmissionRequest
  ) async throws -> Response {
    let form = try await core.form(in: context)
    let reference = try context.parameter("form")
    func respond(to posted: PostedForm) async throws -> Response {
      let entries = FormEntries(posted.values, form.controls)
      guard !entries.hasRepeatedFields else {
        throw Problem(.badRequest, "a field that is not a list was sent several times")
      }
      let verified = VerifiedForm(
        posted, .page(subject: form.form.name, session: context.session), of: request, in: context,
        core: core)
      return try await response(
        to: FormPost(
          request: request, context: context, form: form, reference: reference,
          verified: verified, entries: entries), complete)
    }
    guard request.mediaType == ContentType.multipartForm else {
      let body = try await core.content(
        of: request, context, as: ContentType.form, upTo: core.configuration.maximumBody)
      return try await respond(to: PostedForm(urlEncoded: body, core.configuration))
    }
    let body = try core.body(
      of: request, context, upTo: core.configuration.maximumFormRequest)
    let boundary = HeaderValue(request.headers[.contentType] ?? "")["boundary"] ?? ""
    // Each may occupy disk space for its files.
    let client = core.anonymousClient(of: request, context)
    return try await core.limits.formUploads.perform(for: client) {
      try await respond(to: PostedForm(multipart: body, boundary: boundary, core))
    }
  }

  private func response(
    to post: FormPost, _ complete: @Sendable (SubmissionRequest) throws -> SubmissionRequest
  ) async throws -> Response {
    if let refusal = try refusal(of: post) { return refusal }
    let form = post.form
    var post = post
    try await post.storeFiles(core)
    let hidden = try await core.hiddenTexts(of: post.context.caller, in: form)
    if let derived = form.validator?.derivedFields(of: post.entries.model(keeping: hidden)) {
      post.entries.apply(derived)
      // The answers may have added fields that the person has not seen.
      if post.request.prefersHTML, !post.hiddenFields.isSubset(of: derived.hidden) {
        return try page(post, notice: "added")
      }
    }
    var submission = try complete(SubmissionRequest(json: Array(post.entries.json.text.utf8)))
    submission.uploads = post.entries.uploadedFiles
    identify(&submission, by: post)
    guard post.request.prefersHTML else { return try await store(submission).response() }
    submission.localization =
      core.languages.preferred(by: post.request, alsoIn: form.languages).besideField
    do {
      if let correction = try await post.storeCorrection(submission, core) {
        return try page(post, after: correction)
      }
      let report = try await store(submission)
      let rejection = report.isRejected ? report.errors : nil
      return try page(post, after: (report.submissionID, rejection))
    } catch CorrectionRefusal.conflict(_, let latest, _, _, _) {
      // The other correction is replaced if the person sends the entries again.
      return try page(post, correcting: latest, notice: "changed")
    } catch let error as RecorderError {
      if error.reason == .keyExists {
        return try page(post, notice: "keyExists")
      }
      if error.reason == .fileRemoved {
        post.entries.removeUploads()
        return try page(post, notice: "fileRemoved")
      }
      guard core.problem(for: error).status.code >= 500 else { throw error }
      return try page(post, notice: "unavailable")
    }
  }

  /// Gives a submission without an idempotency key one that identifies its page and content: a page
  /// that is submitted twice is stored once, and one that was changed after going back is stored
  /// again.
  private func identify(_ submission: inout SubmissionRequest, by post: FormPost) {
    guard submission.idempotencyKey == nil, let nonce = post.token?.nonce else { return }
    submission.idempotencyKey = "page-\(core.pages.tokens.code(nonce, post.entries.json.text))"
    // The page belongs to a person whose address may change.
    submission.client = "page"
  }

  /// Redirects to the page with the errors of a rejected submission, or to the page after an
  /// accepted one.
  private func page(_ post: FormPost, after outcome: FormPost.Outcome) throws -> Response {
    let (submission, rejection) = outcome
    if let rejection { return try page(post, errors: rejection, correcting: submission) }
    if let nonce = post.token?.nonce { core.pages.drafts.remove(nonce) }
    let code = core.pages.tokens.senderCode(of: submission, post.form.form.name)
    let query = "\(post.query)\(post.query.isEmpty ? "?" : "&")code=\(code)"
    return .redirect(to: "/forms/\(post.reference)/sent/\(submission)\(query)")
  }

  /// The response to a POST request that no person sent from the page, or nil.
  private func refusal(of post: FormPost) throws -> Response? {
    guard post.verified.isVerified else {
      guard post.request.prefersHTML else {
        throw Problem(
          .forbidden, "the form data lacks the token of its page; send JSON or a bearer token")
      }
      return try page(post, notice: "expired")
    }
    guard post.context.caller.isAnonymous, let token = post.token else { return nil }
    var notice: String?
    if post.posted.value(ControlName.honeypot)?.isEmpty == false { notice = "leaveEmpty" }
    if core.clock.seconds() - token.issuedAt < minimumTime { notice = notice ?? "quick" }
    guard let notice else { return nil }
    guard post.request.prefersHTML else {
      throw Problem(.unprocessableContent, Localization.english.sentence(notice))
    }
    return try page(post, notice: notice, showsHoneypot: notice == "leaveEmpty")
  }

  /// Redirects to the page with the entered values.
  ///
  /// - Parameter submission: The submission that the page corrects, or nil for that of the post.
  private func page(
    _ post: FormPost, errors: [ReportedError] = [], correcting submission: Int64? = nil,
    notice: String? = nil, showsHoneypot: Bool = false
  ) throws(Problem) -> Response {
    let form = post.form.form.name
    let since = post.token?.issuedAt ?? core.clock.seconds() - minimumTime
    let (token, nonce) = core.pages.tokens.tokenAndNonce(
      for: form, session: post.csrf, since: since, correcting: submission ?? post.token?.corrects)
    core.pages.drafts.keep(
      PageDrafts.Draft(
        form: form, session: post.csrf, token: token, entries: post.entries.withoutPasswords,
        errors: errors, notice: notice, showsHoneypot: showsHoneypot),
      as: nonce)
    let query = post.query
    return .redirect(
      to: "/forms/\(post.reference)\(query)\(query.isEmpty ? "?" : "&")draft=\(nonce)")
  }
}
#endif
