#if Server
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
      .post, "forms/:form/submissions", for: .permission(.submit),
      query: QueryParameter.submission, acceptsForms: true, use: post)
  }

  private func post(_ request: Request, _ context: RequestInfo) async throws -> Response {
    let form = try context.parameter("form")
    let parameters = try await core.parameters(of: form, rules: context.query[.rules])
    switch request.mediaType {
    case ContentType.json:
      let body = try await request.body.collect(upTo: core.configuration.maximumBody)
      let submission = try submission(
        SubmitRequest(json: Array(buffer: body)), parameters, request, context)
      return try await store(submission).response
    case let type where RecordFormat.ndjson.properties.mediaTypes.contains(type):
      return try await postLines(request, parameters, context)
    case ContentType.form, ContentType.multipartForm:
      return try await FormPosts(core: core, store: store).post(request, context) {
        try submission($0, parameters, request, context)
      }
    default:
      throw Problem(
        .unsupportedMediaType,
        "send application/json, application/x-ndjson, application/x-www-form-urlencoded or "
          + "multipart/form-data")
    }
  }

  private func store(_ submission: SubmitRequest) async throws -> SubmitReport {
    let report = try await core.pending.perform { try await core.recorder.submit(submission) }
    core.metrics.count(submissionTo: report.form, isRejected: report.isRejected)
    return report
  }

  /// Stores one submission per line, in one transaction. The response has one line for each.
  private func postLines(
    _ request: Request, _ parameters: [String: String], _ context: RequestInfo
  ) async throws -> Response {
    let body = try await request.body.collect(upTo: core.configuration.maximumBody)
    let lines = Array(buffer: body).split(separator: UInt8(ascii: "\n"))
      .filter { line in line.contains { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: " ") } }
    let key = request.headers[.idempotencyKey]
    let submissions = try lines.enumerated().map { index, line in
      var submission = try submission(
        SubmitRequest(json: Array(line)), parameters, request, context)
      submission.idempotencyKey = key.map { "\($0)/\(index + 1)" }
      return submission
    }
    guard !submissions.isEmpty else { throw Problem(.badRequest, "the body has no records") }
    let reports = try await core.pending.perform(weight: submissions.count) {
      try await core.recorder.submit(submissions)
    }
    var bytes: [UInt8] = []
    for report in reports {
      core.metrics.count(submissionTo: report.form, isRejected: report.isRejected)
      report.json.write(to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    return Response(
      ByteBuffer(bytes: bytes), type: RecordFormat.ndjson.properties.mediaTypes[0],
      status: reports.contains(where: \.isRejected) ? .unprocessableContent : .created)
  }

  /// Sets the request's data other than the record.
  private func submission(
    _ submission: SubmitRequest, _ parameters: [String: String], _ request: Request,
    _ context: RequestInfo
  ) throws -> SubmitRequest {
    var submission = submission
    submission.form = try VersionReference.required(try context.parameter("form"))
    submission.rules = try context.query[.rules].map { try VersionReference.required($0) }
    submission.source = context.query[.source]
    submission.scenario = context.query[.scenario]
    submission.parameters = parameters
    submission.by = context.caller.name
    submission.idempotencyKey = request.headers[.idempotencyKey]
    submission.localization = core.languages.preferred(by: request)
    submission.files = .access(core.submittedFiles)
    return submission
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
  static let reason = Self("reason", "The reason, for the log.")
}

extension SubmitReport {
  /// The response: status 201 for an accepted submission, problem details with status 422 for a
  /// rejected one. Both are stored.
  var response: Response {
    let location = "/forms/\(form)/submissions/\(submissionID)"
    guard isRejected, case .object(let members) = json else {
      return json.response(.created, headers: [.location: location])
    }
    var problem = Problem(
      .unprocessableContent, "the submission was stored, and rejected by its rules", members)
    problem.headers[.location] = location
    return problem.response
  }
}
#endif
