#if Server
  import FormRecorder
  import FormRules
  import HTTPTypes
  import Hummingbird

  /// Accepts submissions from the pages of forms, and responds to browsers with pages.
  struct FormPosts {
    let core: ServerCore
    /// Stores a submission.
    let store: @Sendable (SubmitRequest) async throws -> SubmitReport

    /// The minimum time that a person needs for a form, in seconds.
    private static let minimumTime: Int64 = 2

    /// A request with its form.
    private struct Post {
      let request: Request
      let context: RequestInfo
      let form: PublishedForm
      let session: BrowserSessions.Session?
      let posted: PostedForm
      var token: PageTokens.Token?
      var entries: FormEntries
    }

    /// - Parameter complete: Adds the request's data other than the record.
    func post(
      _ request: Request, _ context: RequestInfo,
      _ complete: @Sendable (SubmitRequest) throws -> SubmitRequest
    ) async throws -> Response {
      let form = try await core.forms.form(
        try context.parameter("form"), rules: try request.query["rules"])
      guard request.mediaType == "multipart/form-data" else {
        let body = try await request.body.collect(upTo: core.configuration.maximumBody)
        return try await answer(
          request, context, form, try PostedForm(urlEncoded: Array(buffer: body)), complete)
      }
      // Each may occupy disk space for its files.
      return try await core.uploading.perform {
        let posted = try await PostedForm(
          multipart: request.body, boundary: request.multipartBoundary, core)
        return try await answer(request, context, form, posted, complete)
      }
    }

    private func answer(
      _ request: Request, _ context: RequestInfo, _ form: PublishedForm, _ posted: PostedForm,
      _ complete: @Sendable (SubmitRequest) throws -> SubmitRequest
    ) async throws -> Response {
      var post = Post(
        request: request, context: context, form: form,
        session: core.sessions.session(of: request), posted: posted,
        entries: FormEntries(posted.values, form.controls))
      post.token = core.pageTokens.verified(
        posted.value(FormPage.tokenName), for: form.form.name, session: post.session?.csrf)
      if let refusal = try refusal(of: post) { return refusal }
      try await storeFiles(of: &post)
      var submission = try complete(SubmitRequest(json: Array(post.entries.json.text.utf8)))
      if submission.idempotencyKey == nil, let nonce = post.token?.nonce {
        // A page that is submitted twice is stored once; a page that was changed after going back
        // is stored again.
        let content = core.pageTokens.code(nonce, post.entries.json.text)
        submission.idempotencyKey = "page-\(content)"
      }
      let outcome: Outcome
      do {
        if let correction = try await corrected(post, submission) {
          outcome = correction
        } else {
          let report = try await store(submission)
          guard request.prefersHTML else { return report.response }
          outcome = Outcome(
            submission: report.submission, form: report.form, errors: report.errors,
            isRejected: report.isRejected)
        }
      } catch let error as RecorderError where request.prefersHTML {
        let problem = Problem(error)
        guard problem.status.code >= 500 else { throw error }
        return try page(post, notice: "unavailable", status: problem.status)
      }
      if outcome.isRejected {
        return try page(
          post, errors: outcome.errors, rejected: outcome.submission,
          status: .unprocessableContent)
      }
      let location = try "/forms/\(form.form.name)/sent/\(outcome.submission)\(request.pageQuery)"
      return Response(status: .seeOther, headers: [.location: location])
    }

    /// The verdict on a submission from a page.
    fileprivate struct Outcome: Sendable {
      var submission: Int64
      var form: String
      var errors: [ReportedError]
      var isRejected: Bool
    }

    /// Stores the record as the correction of the submission that the page showed again, if there
    /// is one.
    private func corrected(
      _ post: Post, _ submission: SubmitRequest
    ) async throws -> Outcome? {
      guard post.request.prefersHTML, let rejected = post.token?.corrects,
        let cells = post.entries.cells
      else { return nil }
      var correction = SingleCorrection(of: rejected, cells)
      correction.request.form = submission.form
      correction.request.rules = submission.rules
      correction.request.by = submission.by
      correction.request.files = submission.files
      correction.request.localization = submission.localization
      correction.request.acceptsKeyChanges = true
      let outcome = try await core.pending.perform {
        try await core.recorder.perform { [correction] recorder, _ -> Outcome? in
          do {
            return Outcome(try correction.store(recorder))
          } catch let error as RecorderError where error.isTransient {
            throw error
          } catch {
            // The submission was purged or corrected in the meantime. The record is then stored as
            // a new submission.
            return nil
          }
        }
      }
      if let outcome {
        core.metrics.count(submissionTo: outcome.form, isRejected: outcome.isRejected)
      }
      return outcome
    }

    /// The response to a POST request that no person sent from the page, or nil.
    private func refusal(of post: Post) throws -> Response? {
      // A request with an `Authorization` header is not sent by a browser.
      if post.request.headers[.authorization] != nil { return nil }
      guard let token = post.token, !post.request.isCrossSite else {
        guard post.request.prefersHTML else {
          throw Problem(
            .forbidden, "the form data lacks the token of its page; send JSON or a bearer token")
        }
        return try page(post, notice: "expired", status: .forbidden)
      }
      guard case .open = post.context.caller else { return nil }
      var notice: String?
      if post.posted.value(FormPage.honeypotName)?.isEmpty == false { notice = "leaveEmpty" }
      if PageTokens.now - token.issuedAt < Self.minimumTime { notice = notice ?? "quick" }
      guard let notice else { return nil }
      guard post.request.prefersHTML else {
        throw Problem(.unprocessableContent, Localization.english.sentence(notice))
      }
      return try page(
        post, notice: notice, showsHoneypot: notice == "leaveEmpty", status: .unprocessableContent)
    }

    /// The page with the entered values.
    private func page(
      _ post: Post, errors: [ReportedError] = [], rejected: Int64? = nil, notice: String? = nil,
      showsHoneypot: Bool = false, status: HTTPResponse.Status
    ) throws(Problem) -> Response {
      let localization = core.languages.preferred(by: post.request)
      let since = post.token?.issuedAt ?? PageTokens.now - Self.minimumTime
      let token = core.pageTokens.token(
        for: post.form.form.name, session: post.session?.csrf, since: since,
        correcting: rejected ?? post.token?.corrects)
      let page = FormPage(
        form: post.form, localization: localization, token: token,
        query: try post.request.pageQuery,
        csrf: post.session?.csrf, user: post.context.caller.name, entries: post.entries,
        errors: errors, notice: notice.map(localization.sentence), showsHoneypot: showsHoneypot)
      return page.html.response(status)
    }

    /// Stores the files of a POST request, and finds those that an earlier request stored.
    private func storeFiles(of post: inout Post) async throws {
      let form = post.form
      guard form.hasFiles || !post.posted.files.isEmpty else { return }
      let tokens = core.pageTokens
      for case let control in form.controls where control.isFile {
        let field = control.field.name
        if let file = post.posted.files.last(where: { $0.control == field }) {
          let reference = try await core.storing { [core] in try core.uploads.store(file.content) }
          let proof = tokens.code(form.form.name, reference, file.name)
          post.entries.uploads[field] = FormEntries.Upload(
            reference: reference, name: file.name, proof: "\(proof).\(reference).\(file.name)")
        } else if let proof = post.posted.value(field) {
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

  extension ServerCore {
    /// Works on uploaded files, on a thread that may wait for the disk.
    func storing<Result: Sendable>(
      _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
      do {
        return try await recorder.perform { _, _ in try work() }
      } catch is RecorderError {
        // The error contains the path.
        throw Problem(.internalServerError, "the file cannot be stored")
      }
    }
  }

  extension FieldControl {
    fileprivate var isFile: Bool { if case .file = kind { true } else { false } }
  }

  extension Request {
    /// The boundary of a body with several parts, or an empty text.
    fileprivate var multipartBoundary: String {
      for parameter in headers[.contentType]?.split(separator: ";").dropFirst() ?? [] {
        let pair = parameter.split(separator: "=", maxSplits: 1)
        guard pair.count == 2, pair[0].filter({ $0 != " " }).lowercased() == "boundary" else {
          continue
        }
        return pair[1].filter { $0 != "\"" }
      }
      return ""
    }

    /// Whether the browser reports that another site sends the request.
    var isCrossSite: Bool {
      guard let site = headers[.fetchSite] else { return false }
      return site != "same-origin" && site != "none"
    }
  }

  extension HTTPField.Name {
    static let fetchSite = Self("Sec-Fetch-Site")!
  }

  extension FormPosts.Outcome {
    /// Returns nil if the submission has no verdict.
    fileprivate init?(_ correction: SubmissionHistory) {
      guard let verdict = correction.verdicts.last else { return nil }
      self.init(
        submission: correction.submission, form: correction.form, errors: verdict.errors,
        isRejected: !verdict.isAccepted)
    }
  }

  extension RecorderError {
    /// Whether another process is writing, so that the same request may succeed later.
    fileprivate var isTransient: Bool {
      if case .busy = reason { true } else { false }
    }
  }
#endif
