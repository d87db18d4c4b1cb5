#if Server
import FormBytes
import FormInput
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird
import NIOCore

/// Accepts submissions. Every submission is stored with its verdict, and the response is sent
/// after the commit.
struct SubmissionRoutes: RouteSet {
  let core: ServerCore

  func add(to routes: Routes) {
    routes.on(
      .post, "forms/:form/submissions",
      for: RouteDeclaration(
        access: .permissionOrOwnSubmission(.submit),
        query: QueryParameter.submission + [.proof], acceptsForms: true), use: post)
  }

  private func post(_ request: Request, _ context: ServerContext) async throws -> Response {
    guard context.caller.submissionID == nil || request.isFormPost && request.prefersHTML else {
      throw Problem(.forbidden, "the link is limited to the page of the form")
    }
    let complete = try await completion(request, in: context)
    let client = core.anonymousClient(of: request, context)
    switch request.mediaType {
    case ContentType.json:
      let body = try await body(of: request, context)
      let submission = try complete(SubmissionRequest(json: body))
      try countRecords(1, request, in: context)
      let wantsProof = try request.wantsProof(context)
      let report = try await store(submission, for: client)
      return report.response(await core.reportJSON(of: report, withProof: wantsProof))
    case let type where RecordFormat.ndjson.properties.mediaTypes.contains(type):
      return try await postLines(request, in: context, complete)
    case ContentType.form, ContentType.multipartForm:
      return try await FormPost.response(to: request, context, core: core) {
        try countRecords(1, request, in: context)
        return try complete($0)
      } store: {
        try await store($0, for: client)
      }
    default:
      throw Problem(
        .unsupportedMediaType,
        "send application/json, application/x-ndjson, application/x-www-form-urlencoded or "
          + "multipart/form-data")
    }
  }

  private func store(
    _ submission: SubmissionRequest, for client: String?
  ) async throws -> SubmissionReport {
    let report = try await core.pools.writer.submit([submission], for: client)[0]
    core.metrics.count(submissionTo: report.form, isRejected: report.isRejected)
    return report
  }

  private func body(of request: Request, _ context: ServerContext) async throws -> [UInt8] {
    try await core.body(of: request, context, upTo: core.configuration.maximumBody).collect()
  }

  /// - Throws: A problem with status 429 if an anonymous client has sent too many records.
  private func countRecords(
    _ count: Int, _ request: Request, in context: ServerContext
  ) throws(Problem) {
    guard let client = core.anonymousClient(of: request, context) else { return }
    try core.limits.anonymousRecords.count(client, count)
  }

  /// Stores one submission per line, in commits of limited size. The response has one line for
  /// each.
  ///
  /// A line that is no record of the form is found before anything is stored. If a later commit
  /// fails, or the work ends early, the problem states how many records were stored.
  private func postLines(
    _ request: Request, in context: ServerContext, _ complete: Completion
  ) async throws -> Response {
    let lines = try await Self.records(in: body(of: request, context)).map(complete)
    guard lines.count <= core.configuration.maximumRecords else { throw Problem.tooLarge }
    try countRecords(lines.count, request, in: context)
    let form = try await core.pages.forms.form(
      context.parameter("form"), rules: context.query[.rules]
    ).form
    do {
      try lines.requireReadable(for: form)
    } catch {
      throw Problem(any: error, stored: 0)
    }
    let wantsProof = try request.wantsProof(context)
    let deadline = core.storingDeadline(of: context)
    let client = core.anonymousClient(of: request, context)
    let maximumWeight = client == nil ? Int.max : core.limits.submissions.maximumWeight
    let recordsPerCommit = min(core.configuration.recordsPerCommit, maximumWeight)
    var (stored, isAnyRejected, bytes) = (0, false, [UInt8]())
    while stored < lines.count {
      let submissions = Array(lines[stored...].prefix(recordsPerCommit))
      do {
        if let problem = deadline.problem { throw problem }
        let reports = try await core.pools.writer.submit(submissions, for: client)
        for report in reports {
          let json = await core.reportJSON(of: report, withProof: wantsProof)
          core.metrics.count(submissionTo: report.form, isRejected: report.isRejected)
          json.write(to: &bytes)
          bytes.append(UInt8(ascii: "\n"))
          stored += 1
          isAnyRejected = isAnyRejected || report.isRejected
        }
      } catch {
        throw Problem(any: error, stored: stored)
      }
    }
    return Response(
      ByteBuffer(bytes: bytes), type: RecordFormat.ndjson.properties.mediaTypes[0],
      status: isAnyRejected ? .unprocessableContent : .created)
  }

  /// The records of a text with one JSON object per line. Blank lines are skipped.
  ///
  /// - Throws: A problem with status 400 if there is no record.
  private static func records(in text: [UInt8]) throws(Problem) -> [SubmissionRequest] {
    var records: [SubmissionRequest] = []
    for (index, line) in text.withoutByteOrderMark.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() where line.contains(where: { !" \r\t".utf8.contains($0) }) {
      var record = SubmissionRequest(json: Array(line))
      record.line = index + 1
      records.append(record)
    }
    guard !records.isEmpty else { throw Problem(.badRequest, "the body has no records") }
    return records
  }

  /// Sets the data of a submission other than the record.
  private typealias Completion = @Sendable (SubmissionRequest) throws -> SubmissionRequest

  /// The data of the submissions of a request.
  private func completion(
    _ request: Request, in context: ServerContext
  ) async throws -> Completion {
    let form = try context.parameter("form")
    let parameters = try await core.parameters(in: context)
    // A page sets its own. Here it must not fail, because a page keeps its entries.
    let localization =
      request.isFormPost && request.prefersHTML
      ? core.languages.preferred(by: request) : try await core.localization(for: request, context)
    return {
      var submission = try complete($0, of: form, request, in: context)
      (submission.parameters, submission.localization) = (parameters, localization)
      return submission
    }
  }

  private func complete(
    _ submission: SubmissionRequest, of form: String, _ request: Request, in context: ServerContext
  ) throws -> SubmissionRequest {
    var submission = submission
    submission.form = try VersionReference.required(form)
    submission.rules = try context.query[.rules].map { try VersionReference.required($0) }
    submission.source = context.query[.source]
    submission.scenario = context.query[.scenario]
    submission.by = context.caller.name
    submission.isAnonymous = context.caller.isAnonymous
    submission.idempotencyKey = request.headers[.idempotencyKey]
    submission.client = core.sender(of: request, context)
    return submission
  }
}

extension Problem {
  /// Converts an error after which some records of the request are stored.
  fileprivate init(any error: any Error, stored: Int) {
    self.init(any: error)
    // An error states what it means for the records of one commit.
    self.stored = stored
  }
}

extension QueryParameter {
  /// The parameters of all submissions, which the page of a form passes on.
  static let submission = [rules, source, scenario]
  static let rules = Self(
    "rules", "The rule set, `NAME` or `NAME@VERSION`.",
    .pattern("^[a-z][a-z0-9_]{0,62}(@[1-9][0-9]{0,8})?$"))
  static let source = Self("source", "The sender.", .name)
  static let scenario = Self("scenario", "The scenario of the rules.", .name)
}
#endif
