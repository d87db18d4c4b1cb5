/// A request to a service: a POST with `Content-Type` and `Accept` application/json that bypasses
/// caches. An `AsyncRequirement` is a service in the program itself, which a `ServiceClient` calls
/// without sending anything.
public struct ServiceRequest: Sendable {
  /// The URL of the service.
  public var url: String
  /// The body, a JSON object in UTF-8 with the value under `instance`.
  public var body: [UInt8]
  /// The maximum duration of the request, including retries.
  public var timeout: Duration
  /// Evaluates the request in the program, or nil to send it.
  let evaluate: (@Sendable () async throws -> Bool)?

  /// Creates a request that is sent.
  public init(url: String, body: [UInt8], timeout: Duration) {
    (self.url, self.body, self.timeout, evaluate) = (url, body, timeout, nil)
  }

  /// Creates a request that the program evaluates itself.
  init(code: String, _ evaluate: @escaping @Sendable () async throws -> Bool) {
    (url, body, timeout, self.evaluate) = ("custom:\(code)", [], .seconds(60), evaluate)
  }
}

extension ServiceRequest: Hashable {
  /// Compares the URL, the body and the timeout.
  public static func == (a: ServiceRequest, b: ServiceRequest) -> Bool {
    a.url.utf8.elementsEqual(b.url.utf8) && a.body == b.body && a.timeout == b.timeout
  }

  /// Hashes the URL and the body.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(url)
    hasher.combine(body)
  }
}

/// The result of a request.
public enum ServiceAnswer: Sendable, Equatable {
  /// The service answered.
  case response(status: Int, body: [UInt8])
  /// There was no answer before the timeout, or the connection failed.
  case unanswered

  /// The answer that accepts or rejects a value.
  static func verdict(_ isAccepted: Bool) -> ServiceAnswer {
    .response(status: 200, body: Array("\(isAccepted)".utf8))
  }

  /// Whether the service accepts the value: a 2xx status and JSON `true`. Nil if there is no
  /// answer.
  package var isAccepted: Bool? {
    guard case .response(let status, let body) = self else { return nil }
    let text = body.span.extracting(body.span.trimmedRange)
    return (200..<300).contains(status) && text.isEqual(to: Array("true".utf8))
  }
}
