#if Server
import FormModels
import FormRecorder
import HTTPTypes
import Hummingbird

/// Accepts submissions from the pages of forms, and responds to browsers with pages.
struct FormPosts {
  let core: ServerCore
  /// Stores a submission.
  let store: @Sendable (SubmitRequest) async throws -> SubmitReport

  /// The minimum time that a person needs for a form, in seconds.
  private var minimumTime: Int64 { Int64(core.configuration.minimumFormTime) }

  /// A request with its form.
  private struct Post {
    let request: Request
    let context: ServerContext
    let form: PublishedForm
    /// The form as the address names it: `NAME` or `NAME@VERSION`.
    let reference: String
    let verified: VerifiedForm
    var entries: FormEntries

    var posted: PostedForm { verified.posted }
    var token: PageTokens.Token? { verified.pageToken }
    /// The token of the session, if a user is signed in.
    var csrf: String? { context.session?.csrf }
    var query: String { context.query.text }
    /// The fields to fill in that the page had hidden when it was sent.
    var hiddenFields: Set<String> {
      let names = posted.values.filter { $0.name == ControlName.hidden }.map(\.value)
      return Set(names.compactMap(ControlName.field)).intersection(
        form.controls.filter { $0.isConditional && $0.field.computation == nil }.map(\.field.name))
    }
  }

  /// - Parameter complete: Adds the request's data other than the record.
  func post(
    _ request: Request, _ context: ServerContext,
    complete: @Sendable (SubmitRequest) throws -> SubmitRequest
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
        to: Post(
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
    to post: Post, _ complete: @Sendable (SubmitRequest) throws -> SubmitRequest
  ) async throws -> Response {
    if let refusal = try refusal(of: post) { return refusal }
    let form = post.form
    var post = post
    try await storeFiles(of: &post)
    let hidden = try await core.hiddenTexts(of: post.context.caller, in: form)
    if let derived = form.validator?.derivedFields(of: post.entries.model(keeping: hidden)) {
      post.entries.apply(derived)
      // The answers may have added fields that the person has not seen.
      if post.request.prefersHTML, !post.hiddenFields.isSubset(of: derived.hidden) {
        return try page(post, notice: "added")
      }
    }
    var submission = try complete(SubmitRequest(json: Array(post.entries.json.text.utf8)))
    identify(&submission, by: post)
    guard post.request.prefersHTML else { return try await store(submission).response() }
    submission.localization =
      core.languages.preferred(by: post.request, alsoIn: form.languages).besideField
    do {
      let correction = try await correct(post, submission)
      let stored =
        if let correction { correction } else { PostedSubmission(try await store(submission)) }
      return try page(post, after: stored)
    } catch let error as RecorderError {
      if error.reason == .keyExists {
        return try page(post, notice: "keyExists")
      }
      guard core.problem(for: error).status.code >= 500 else { throw error }
      return try page(post, notice: "unavailable")
    }
  }

  /// Gives a submission without an idempotency key one that identifies its page and content: a page
  /// that is submitted twice is stored once, and one that was changed after going back is stored
  /// again.
  private func identify(_ submission: inout SubmitRequest, by post: Post) {
    guard submission.idempotencyKey == nil, let nonce = post.token?.nonce else { return }
    submission.idempotencyKey = "page-\(core.pages.tokens.code(nonce, post.entries.json.text))"
    // The page belongs to a person whose address may change.
    submission.client = "page"
  }

  /// Redirects to the page with the errors of a rejected submission, or to the page after an
  /// accepted one.
  private func page(_ post: Post, after stored: PostedSubmission) throws -> Response {
    if stored.isRejected {
      return try page(post, errors: stored.errors, rejected: stored.submission)
    }
    if let nonce = post.token?.nonce { core.pages.drafts.remove(nonce) }
    let code = core.pages.tokens.senderCode(of: stored.submission, stored.form)
    let query = "\(post.query)\(post.query.isEmpty ? "?" : "&")code=\(code)"
    return .redirect(to: "/forms/\(post.reference)/sent/\(stored.submission)\(query)")
  }

  /// A submission from a page with its verdict.
  private struct PostedSubmission {
    let submission: Int64
    let form: String
    let errors: [ReportedError]
    let isRejected: Bool

    init(_ report: SubmitReport) {
      (submission, form) = (report.submissionID, report.form)
      (errors, isRejected) = (report.errors, report.isRejected)
    }

    /// A correction that was not stored, because its submission is accepted.
    init(notStored rejection: SingleCorrection.Rejection, _ id: Int64, _ request: CorrectionRequest)
    {
      (submission, form) = (id, request.form?.name ?? "")
      (errors, isRejected) = (rejection.errors, true)
    }

    /// Returns nil if the submission has no verdict.
    init?(_ correction: SubmissionHistory) {
      guard let verdict = correction.verdicts.last else { return nil }
      (submission, form) = (correction.submissionID, correction.form)
      (errors, isRejected) = (verdict.errors, !verdict.isAccepted)
    }
  }

  /// Stores the record as the correction of the submission that the page showed again, if there
  /// is one.
  private func correct(
    _ post: Post, _ submission: SubmitRequest
  ) async throws -> PostedSubmission? {
    let own = post.context.caller.submission
    guard let corrected = own ?? post.token?.corrects else { return nil }
    var correction = SingleCorrection(
      of: corrected, own == nil ? post.entries.cells : post.entries.changes)
    // Changes that others have made since the page was shown must not be taken back.
    correction.request.base = post.token?.corrects
    correction.request.correctsAccepted = own != nil
    correction.request.listsVerdicts = own != nil
    correction.request.form = submission.form
    correction.request.rules = submission.rules
    correction.request.by = submission.by
    correction.request.localization = submission.localization
    // With another key, the correction could replace a record of somebody else.
    correction.request.acceptsKeyChanges =
      own == nil && !submission.isAnonymous || post.form.form.supersession == .anyone
    let stored = try await core.storing {
      try await core.writer.perform { [correction] recorder, _ -> PostedSubmission? in
        do {
          return PostedSubmission(try correction.store(recorder))
        } catch let error as RecorderError where error.isInconclusive {
          throw error
        } catch let rejection as SingleCorrection.Rejection {
          return PostedSubmission(
            notStored: rejection, post.token?.corrects ?? corrected, correction.request)
        } catch {
          // A link allows nothing else.
          if own != nil { throw error }
          // The submission was purged or corrected in the meantime. The record is then stored as
          // a new submission.
          return nil
        }
      }
    }
    if let stored {
      core.metrics.count(submissionTo: stored.form, isRejected: stored.isRejected)
    }
    return stored
  }

  /// The response to a POST request that no person sent from the page, or nil.
  private func refusal(of post: Post) throws -> Response? {
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
  private func page(
    _ post: Post, errors: [ReportedError] = [], rejected: Int64? = nil, notice: String? = nil,
    showsHoneypot: Bool = false
  ) throws(Problem) -> Response {
    let form = post.form.form.name
    let since = post.token?.issuedAt ?? core.clock.seconds() - minimumTime
    let (token, nonce) = core.pages.tokens.tokenAndNonce(
      for: form, session: post.csrf, since: since, correcting: rejected ?? post.token?.corrects)
    core.pages.drafts.keep(
      PageDrafts.Draft(
        form: form, session: post.csrf, token: token, entries: post.entries.withoutPasswords,
        errors: errors, notice: notice, showsHoneypot: showsHoneypot),
      as: nonce)
    let query = post.query
    return .redirect(
      to: "/forms/\(post.reference)\(query)\(query.isEmpty ? "?" : "&")draft=\(nonce)")
  }

  /// Stores the files of a POST request, and finds the files that an earlier request stored.
  private func storeFiles(of post: inout Post) async throws {
    let form = post.form
    guard form.hasFiles || !post.posted.files.isEmpty else { return }
    let tokens = core.pages.tokens
    let files = try post.posted.files(for: form)
    let hidden = post.hiddenFields
    for case let control in form.controls
    where control.isFile && !hidden.contains(control.field.name) {
      let field = control.field.name
      if let file = files[field] {
        let reference = try await core.storingFile { [core] in
          try core.pages.files.store(file.content)
        }
        let proof = tokens.code(form.form.name, reference, file.name)
        post.entries.uploads[field] = FormEntries.Upload(
          reference: reference, name: file.name, proof: "\(proof).\(reference).\(file.name)")
      } else if let proof = post.entries.texts(of: field).last {
        let parts = proof.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
          .map(String.init)
        guard parts.count == 3, tokens.isProof(parts[0], form.form.name, parts[1], parts[2])
        else { continue }
        post.entries.uploads[field] = FormEntries.Upload(
          reference: parts[1], name: parts[2], proof: proof)
      }
    }
  }
}

extension PostedForm {
  /// The files by field.
  ///
  /// - Throws: A problem with status 400 if a file would be lost.
  fileprivate func files(for form: PublishedForm) throws(Problem) -> [String: File] {
    var byField: [String: File] = [:]
    for file in files {
      guard let field = ControlName.field(of: file.control),
        form.controls.contains(where: { $0.isFile && $0.field.name == field })
      else { throw Problem(.badRequest, "a file was sent for a field that is not a file") }
      guard byField.updateValue(file, forKey: field) == nil else {
        throw Problem(.badRequest, "two files were sent for one field")
      }
    }
    return byField
  }
}

extension RecorderError {
  /// Whether the error says nothing about the correction, which may even be stored.
  fileprivate var isInconclusive: Bool {
    switch reason {
    case .busy, .storage, .damaged, .stopped: true
    default: false
    }
  }
}
#endif
