#if Server
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1

/// An error response with problem details (RFC 9457).
struct Problem: Error, HTTPResponseError, Encodable {
  let status: HTTPResponse.Status
  /// The problem and its remedy, without what was stored.
  private var statement: String
  /// The number of records of the request that are stored, if the problem states it.
  var stored: Int?
  /// Additional members of the JSON object.
  var members: [JSON.Member] = []
  var headers = HTTPFields()
  /// The cause, for the log of the server, if the client is not told. Contains no submitted value.
  var cause: String?

  /// The problem and its remedy. Contains no submitted value.
  var detail: String { RecorderError.text(statement, stored: stored) }

  init(
    _ status: HTTPResponse.Status, _ statement: String, _ members: [JSON.Member] = [],
    stored: Int? = nil
  ) {
    self.status = status
    self.statement = statement
    self.members = members
    self.stored = stored
    if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer realm=\"formrec\"" }
  }

  /// The server is temporarily unable to process the request.
  static func unavailable(_ detail: String, retryAfter seconds: Int = 1) -> Problem {
    var problem = Problem(.serviceUnavailable, detail)
    problem.headers[.retryAfter] = String(seconds)
    return problem
  }

  /// Converts an error of the recorder. An error about the server's own state is not described,
  /// because it may name paths. What is stored in spite of the error is always stated, without the
  /// advice to try again.
  init(_ error: RecorderError) {
    let change = error.storedChange
    let retry = change == nil ? "; try again" : ""
    switch error.reason {
    case .usage, .ambiguous, .columns, .unreadable, .definition, .notStorable, .invalid, .refused:
      self.init(.badRequest, error)
    case .returnedFile:
      self.init(.badRequest, error, [.init("returnedFile", .bool(true))])
    case .sensitive:
      self.init(.forbidden, "\(error.description); it requires the permission 'correct'")
    case .missing(.database), .missing(.form(nil)):
      // It was there when the server started, and may come back. Requests name their form.
      self = .unavailable("the database cannot be used\(retry)", retryAfter: 5)
      cause = error.description
    case .missing: self.init(.notFound, error)
    case .idempotencyConflict(let submission):
      self.init(.conflict, error, [.init("submission", .integer(submission))])
    case .fileChanged, .fileRemoved, .unfinishedImport, .keyExists: self.init(.conflict, error)
    case .busy: self = .unavailable("the database is busy\(retry)", retryAfter: 2)
    case .stopped: self = .unavailable("the server is stopping\(retry)", retryAfter: 5)
    case .storage, .damaged, .newer:
      self.init(
        .internalServerError, "the database cannot be used; contact the operator of the server")
      cause = error.description
    }
    if let change, !statement.contains(change) {
      statement = "\(change): \(statement)"
      headers[.retryAfter] = nil
    }
  }

  /// A problem that describes an error of the recorder.
  private init(
    _ status: HTTPResponse.Status, _ error: RecorderError, _ members: [JSON.Member] = []
  ) {
    self.init(status, error.statement, members, stored: error.stored)
  }

  /// The problem because of which work was stopped, with what the work had stored.
  func withStored(by error: RecorderError) -> Problem {
    var problem = self
    problem.stored = error.stored
    if let change = error.storedChange { problem.statement = "\(change): \(statement)" }
    return problem
  }

  func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "type": "about:blank", "title": status.reasonPhrase, "status": status.code, "detail": detail,
    ])
    try JSON.object(members).encode(to: encoder)
    if let stored, stored > 0 { try encoder.encodeMembers(["stored": stored]) }
  }

  func response(from request: Request, context: some RequestContext) -> Response { response }

  var response: Response { json.response(status, type: ContentType.problem, headers: headers) }
}

extension Problem {
  /// Converts any error of a route. Errors of unknown types are not described.
  init(any error: any Error) {
    switch error {
    case let error as Problem: self = error
    case let error as RecorderError: self.init(error)
    case let refusal as CorrectionRefusal:
      let isInvalid = if case .nul = refusal { true } else { false }
      self.init(
        isInvalid ? .badRequest : .conflict, refusal.description,
        [.init("code", .string(refusal.code))])
    case let error as HTTPError: self.init(error.status, error.body ?? error.status.reasonPhrase)
    case is NIOTooManyBytesError: self = .tooLarge
    case is CancellationError: self = .stopping
    default:
      self.init(.internalServerError, "the request failed")
      // The description may contain values.
      cause = "a request failed with an error of type \(type(of: error))"
    }
  }

  static var stopping: Problem {
    .unavailable("the server is stopping; try again", retryAfter: 5)
  }

  /// The body exceeds the limit. The connection is closed, so that the rest need not be read.
  static var tooLarge: Problem {
    var problem = Problem(.contentTooLarge, "the body is too large")
    problem.headers[.connection] = "close"
    return problem
  }
}
#endif
