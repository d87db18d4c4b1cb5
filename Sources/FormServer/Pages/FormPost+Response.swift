#if Server
import FormModels
import FormRecorder
import HTTPTypes
import Hummingbird

extension FormPost {
  /// Stores the submission in a POST request, and responds to browsers with a page.
  ///
  /// - Parameters:
  ///   - complete: Adds the request's data other than the record.
  ///   - store: Stores a submission.
  static func response(
    to request: Request, _ context: ServerContext, core: ServerCore,
    complete: (SubmissionRequest) throws -> SubmissionRequest,
    store: (SubmissionRequest) async throws -> SubmissionReport
  ) async throws -> Response {
    let form = try await core.form(in: context, acceptsOutdated: true)
    let reference = try context.parameter("form")
    func respond(to posted: PostedForm) async throws -> Response {
      let entries = FormEntries(posted.values, form.controls, field: form.field)
      guard !entries.hasRepeatedFields else {
        throw Problem(.badRequest, "a field that is not a list was sent several times")
      }
      let verified = VerifiedForm(
        posted, .page(subject: form.form.name, session: context.session), of: request, in: context,
        core: core)
      var post = FormPost(
        core: core, request: request, context: context, form: form, reference: reference,
        verified: verified, entries: entries)
      post.findStoredFiles()
      return try await post.response(complete: complete, store: store)
    }
    guard request.mediaType == ContentType.multipartForm else {
      let body = try await core.content(
        of: request, context, as: ContentType.form, upTo: core.configuration.maximumBody)
      return try await respond(to: PostedForm(urlEncoded: body, core.configuration))
    }
    let body = try core.body(of: request, context, upTo: core.configuration.maximumFormRequest)
    let boundary = HeaderValue(request.headers[.contentType] ?? "")["boundary"] ?? ""
    // Each may occupy disk space for its files.
    let client = core.anonymousClient(of: request, context)
    return try await core.limits.formUploads.perform(for: client) {
      try await respond(to: PostedForm(multipart: body, boundary: boundary, core))
    }
  }

  /// Stores the submission. If that is not possible now, people get the page with their entries,
  /// and may send it again.
  private mutating func response(
    complete: (SubmissionRequest) throws -> SubmissionRequest,
    store: (SubmissionRequest) async throws -> SubmissionReport
  ) async throws -> Response {
    do {
      return try await storedResponse(complete: complete, store: store)
    } catch CorrectionRefusal.conflict(_, let latest, _, _, _) {
      // The other correction is replaced if the person sends the entries again.
      return try page(correcting: await identity(ofStored: latest), notice: "changed")
    } catch {
      guard request.prefersHTML else { throw error }
      let reason = (error as? RecorderError)?.reason
      if reason == .keyExists { return try page(notice: "keyExists") }
      if reason == .fileRemoved {
        entries.removeUploads()
        return try page(notice: Self.fileRemoved)
      }
      guard core.problem(for: error).status.code >= 500 else { throw error }
      return try page(notice: "unavailable")
    }
  }

  private mutating func storedResponse(
    complete: (SubmissionRequest) throws -> SubmissionRequest,
    store: (SubmissionRequest) async throws -> SubmissionReport
  ) async throws -> Response {
    if let corrected = token?.corrects {
      if try await core.identity(of: corrected.number) != corrected {
        verified.discardPageToken()
      } else {
        correctsPurged = try await core.isPurged(corrected.number)
      }
    }
    if let refusal = try await refusal() { return refusal }
    try await storeFiles()
    let hidden = try await core.hiddenTexts(of: context.caller, in: form)
    if let derived = form.validator?.derivedFields(of: entries.model(keeping: hidden)) {
      entries.apply(derived)
      // The answers may have added fields that the person has not seen.
      if request.prefersHTML, !hiddenFields.isSubset(of: derived.hidden) {
        return try page(notice: "added")
      }
    }
    var submission = try complete(SubmissionRequest(json: Array(entries.json.text.utf8)))
    submission.uploads = entries.uploadedFiles
    identify(&submission)
    guard request.prefersHTML else { return try await store(submission).response() }
    submission.localization =
      core.languages.preferred(by: request, alsoIn: form.languages).besideField
    if let correction = try await storeCorrection(submission) {
      return try await page(after: correction)
    }
    let report = try await store(submission)
    let rejection = report.isRejected ? report.errors : nil
    return try await page(
      after: Outcome(
        submission: report.submissionID, rejection: rejection, isSender: rejection == nil))
  }

  /// Gives a submission without an idempotency key one that identifies its page and content: a page
  /// that is submitted twice is stored once, and one that was changed after going back is stored
  /// again.
  private func identify(_ submission: inout SubmissionRequest) {
    guard submission.idempotencyKey == nil, let nonce = token?.nonce else { return }
    let code = core.pages.tokens.code(for: .post, nonce, entries.json.text)
    submission.idempotencyKey = "page-\(code)"
    // The page belongs to a person whose address may change.
    submission.client = "page"
  }

  /// Redirects to the page with the errors of a rejected submission, or to the page after an
  /// accepted one. Its address has the sender's code only for whoever sent all values of the
  /// record. The holder of a link did not: the record has values that the link does not show.
  private func page(after outcome: Outcome) async throws -> Response {
    let submission = outcome.submission
    if let rejection = outcome.rejection {
      // The entries lack the other corrections, and replace them if they are sent again.
      return try page(
        errors: rejection, correcting: await identity(ofStored: submission),
        notice: outcome.isMerged ? "changed" : nil)
    }
    if let nonce = token?.nonce { core.pages.drafts.remove(nonce) }
    var query = query
    if outcome.isSender, context.caller.submissionID == nil,
      let submission = await identity(ofStored: submission)
    {
      let code = core.pages.tokens.senderCode(of: submission, form: form.form.name)
      query += "\(query.isEmpty ? "?" : "&")code=\(code)"
    }
    return .redirect(to: "/forms/\(reference)/sent/\(submission)\(query)")
  }

  /// If the identity cannot be read now, it is missing, and the reason is reported: that must not
  /// look as if nothing had been stored, nor lose the entries.
  private func identity(ofStored submission: Int64) async -> SubmissionIdentity? {
    do {
      return try await core.identity(of: submission)
    } catch {
      core.health.failed("submission \(submission) is stored, but cannot be read: \(error)")
      return nil
    }
  }

  /// The response to a POST request that no person sent from the page, or nil.
  private mutating func refusal() async throws -> Response? {
    guard verified.isVerified else {
      guard request.prefersHTML else {
        throw Problem(
          .forbidden, "the form data lacks the token of its page; send JSON or a bearer token")
      }
      return try page(notice: "expired")
    }
    guard context.caller.isAnonymous, let token else { return nil }
    var notice: String?
    if posted.value(ControlName.honeypot)?.isEmpty == false { notice = "leaveEmpty" }
    // Negative if the clock was set back since.
    let age = core.clock.seconds() - token.issuedAt
    if age >= 0, age < minimumTime { notice = notice ?? "quick" }
    guard let notice else { return nil }
    guard request.prefersHTML else {
      throw Problem(.unprocessableContent, Localization.english.sentence(notice))
    }
    if notice == "quick" {
      // Files that are stored without a record count as one.
      if !posted.files.isEmpty, let client = core.anonymousClient(of: request, context) {
        try core.limits.anonymousRecords.count(client)
      }
      try await storeFiles()
    }
    return try page(notice: notice, showsHoneypot: notice == "leaveEmpty")
  }

  /// The sentence that asks for files again.
  private static let fileRemoved = "fileRemoved"

  /// The minimum time that a person needs for a form, in seconds.
  private var minimumTime: Int64 { Int64(core.configuration.minimumFormTime) }

  /// Redirects to the page with the entered values. It asks for files that are not stored.
  ///
  /// - Parameter submission: The submission that the page corrects, or nil for that of the post.
  private func page(
    errors: [ReportedError] = [], correcting submission: SubmissionIdentity? = nil,
    notice: String? = nil, showsHoneypot: Bool = false
  ) throws(Problem) -> Response {
    let form = form.form.name
    // What is sent after a purge corrects nothing, and is not dropped because of it.
    let corrected = submission ?? (correctsPurged ? nil : token?.corrects)
    let now = core.clock.seconds()
    let since = token.map { min($0.issuedAt, now) } ?? now - minimumTime
    var notices = notice.map { [$0] } ?? []
    if lacksFile, notice != Self.fileRemoved { notices.append(Self.fileRemoved) }
    let (newToken, nonce) = core.pages.tokens.tokenAndNonce(
      for: form, session: csrf, since: since, correcting: corrected)
    core.pages.drafts.keep(
      PageDrafts.Draft(
        form: form, session: csrf, token: newToken, entries: entries.withoutPasswords,
        errors: errors, notices: notices, showsHoneypot: showsHoneypot, corrects: corrected),
      as: nonce)
    return .redirect(to: "/forms/\(reference)\(query)\(query.isEmpty ? "?" : "&")draft=\(nonce)")
  }
}
#endif
