#if Server
import FormRules
import HTTPTypes
import Hummingbird
import NIOCore

/// The body of a request, received within the limit of its route and, for anonymous clients, the
/// limit of bytes per minute.
struct ReceivedBody: AsyncSequence, Sendable {
  fileprivate let body: RequestBody
  fileprivate let limit: Int
  fileprivate let connection: Connection?
  /// Counts bytes, and throws if the client sends too many.
  fileprivate let count: @Sendable (Int) throws -> Void

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let received: ReceivedBody
    fileprivate var bytes: RequestBody.AsyncIterator
    private var total = 0
    private var isRequested = false

    fileprivate init(_ received: ReceivedBody) {
      self.received = received
      bytes = received.body.makeAsyncIterator()
    }

    mutating func next() async throws -> ByteBuffer? {
      if !isRequested {
        isRequested = true
        try await received.connection?.requestBody()
      }
      guard let part = try await bytes.next() else { return nil }
      total += part.readableBytes
      guard total <= received.limit else { throw Problem.tooLarge }
      try received.count(part.readableBytes)
      return part
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// The whole body.
  func collect() async throws -> [UInt8] {
    var all: [UInt8] = []
    for try await part in self { all += part.readableBytesView }
    return all
  }
}

extension ServerCore {
  /// The body of a request.
  ///
  /// - Parameter codings: The values of `Content-Encoding` that its reader decodes.
  /// - Throws: A problem with status 415 if it has another content coding, and 413 if the client
  ///   announces more than the limit, before anything is received.
  func body(
    of request: Request, _ context: ServerContext, upTo limit: Int, decoding codings: [String] = []
  ) throws(Problem) -> ReceivedBody {
    let coding = request.headers[.contentEncoding]?.lowercased() ?? "identity"
    guard coding == "identity" || codings.contains(coding) else {
      throw Problem(.unsupportedMediaType, "send the body without Content-Encoding")
    }
    let announced = request.headers[.contentLength].flatMap { Int($0) } ?? 0
    guard announced <= limit else { throw .tooLarge }
    var count: @Sendable (Int) throws -> Void = { _ in }
    if let client = anonymousClient(of: request, context) {
      count = { [limits] in try limits.anonymousBytes.count(client, $0) }
    }
    let isAwaited = request.headers[.expect] != nil
    return ReceivedBody(
      body: request.body, limit: limit, connection: isAwaited ? context.connection : nil,
      count: count)
  }

  /// Receives a body of one media type.
  ///
  /// - Throws: A problem with status 415 for another media type, and 413 if the body exceeds the
  ///   limit.
  func content(
    of request: Request, _ context: ServerContext, as mediaType: String, upTo limit: Int
  ) async throws -> [UInt8] {
    guard request.mediaType == mediaType else {
      throw Problem(.unsupportedMediaType, "send \(mediaType)")
    }
    return try await body(of: request, context, upTo: limit).collect()
  }

  /// Receives a JSON object. Members that the type does not have are refused, so that a misspelt
  /// one does not turn a dry run into a change.
  ///
  /// - Parameters:
  ///   - limit: The maximum size of the body, or nil for `maximumSmallBody`.
  ///   - members: Its members, for the problem with status 400 if it lacks one or has others.
  func object<Object: Decodable>(
    _ type: Object.Type, of request: Request, _ context: ServerContext, upTo limit: Int? = nil,
    members: String
  ) async throws -> Object {
    let body = try await content(
      of: request, context, as: ContentType.json, upTo: limit ?? configuration.maximumSmallBody)
    let object = JSONReader.decode(
      type, from: String(decoding: body, as: UTF8.self), unknownKeys: .reject)
    guard let object else {
      throw Problem(.badRequest, "the body must be a JSON object with \(members), and no others")
    }
    return object
  }
}
#endif
