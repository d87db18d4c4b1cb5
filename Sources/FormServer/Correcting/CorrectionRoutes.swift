#if Server
import FormBytes
import FormInput
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

/// Accepts the correction of one submission.
struct CorrectionRoutes: RouteSet {
  let core: ServerCore

  func add(to routes: Routes) {
    routes.on(
      .patch, "forms/:form/submissions/:id", for: .permission(.correct),
      query: [.logReason, .base, .acceptKey], use: patch)
  }

  /// Changes the fields in a JSON object of a rejected submission. Other fields keep their values,
  /// and texts are taken literally. The same request changes nothing when it is repeated, and
  /// returns the same response.
  private func patch(_ request: Request, _ context: ServerContext) async throws -> Response {
    let form = try context.parameter("form")
    let id = try context.number()
    let body = try await core.content(
      of: request, context, as: ContentType.json, upTo: core.configuration.maximumBody)
    var correction = CorrectionRequest([SubmissionPatch(id, try Self.cells(body))])
    correction.form = try VersionReference.required(form)
    correction.by = context.caller.name
    correction.reason = context.query[.logReason]
    correction.base = try context.query.integer(.base)
    correction.acceptsKeyChanges = try context.query.flag(.acceptKey)
    correction.localization = try await core.localization(for: request, context)
    let history = try await core.pools.writer.perform { [correction] recorder in
      try recorder.requireSubmission(id, of: form)
      return try recorder.correct(id, correction)
    }
    return history.response(correcting: id)
  }

  /// The fields of a JSON object with their texts.
  ///
  /// - Throws: A problem with status 400 if the body is not exactly one JSON object with members,
  ///   or specifies a field twice.
  private static func cells(_ body: [UInt8]) throws(Problem) -> [String: String] {
    let members: [JSONObjectMembers.Member]
    do throws(RecordFault) {
      members = try JSONObjectMembers(body.span).all
    } catch {
      throw Problem(.badRequest, "the correction: \(error.locatedMessage)")
    }
    guard !members.isEmpty else {
      throw Problem(.badRequest, "a JSON object with the corrected fields is required")
    }
    let cells = members.map { member in
      (
        String(decoding: member.name, as: UTF8.self),
        String(decoding: member.value.content(in: body.span), as: UTF8.self)
      )
    }
    // Texts can be equal although their bytes differ.
    let texts = Dictionary(cells) { $1 }
    guard texts.count == cells.count else {
      throw Problem(.badRequest, "a field is specified twice")
    }
    return texts
  }
}

extension QueryParameter {
  fileprivate static let base = Self(
    "base",
    "The submission or correction that the changes are based on. If omitted, it is the latest one.",
    .integer(1...Int64.max))
  fileprivate static let acceptKey = Self(
    "acceptKey", "Accept changes of fields of the key.", .flag)
}

extension SubmissionHistory {
  /// The response: status 200 if the latest correction is accepted, otherwise problem details
  /// with status 422.
  fileprivate func response(correcting id: Int64) -> Response {
    let verdict = verdicts.last
    let isAccepted = verdict?.isAccepted == true
    let members: [JSON.Member] = [
      .init("submission", .integer(submissionID)), .init("corrects", .integer(id)),
      .init("form", .string(form)), .init("run", .optional(verdict?.runID)),
      .init("rules", .optional(verdict?.rules)),
      .init("rulesVersion", .optional(verdict?.rulesVersion)),
      .init("verdict", .string(isAccepted ? "accepted" : "rejected")),
      .init("errors", .array(verdict?.errors.map { $0.json(withColumn: false) } ?? [])),
    ]
    let location = "/forms/\(form)/submissions/\(submissionID)"
    if isAccepted { return JSON.object(members).response(headers: [.location: location]) }
    var problem = Problem(
      .unprocessableContent,
      submissionID == id
        ? "the correction changes nothing, and the submission is still rejected by its rules"
        : "the correction was stored, and rejected by its rules",
      members)
    problem.headers[.location] = location
    return problem.response
  }
}

extension CorrectionRoutes {
  static let operations: [OpenAPIOperation] = [
    OpenAPIOperation(
      route: Route(.patch, "forms/:form/submissions/:id"),
      summary: "Changes fields of a rejected submission",
      body: json(.schema("object", ["minProperties": .integer(1)])), errors: [409],
      responses: [
        (200, "The correction is accepted.", json(.schema("object"))),
        (
          422, "The correction was rejected by its rules. It is also stored.",
          [(ContentType.problem, .schema("object"))]
        ),
      ])
  ]
}
#endif
