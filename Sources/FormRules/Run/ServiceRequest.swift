/// A request to a service: a POST with `Content-Type` and `Accept` application/json that bypasses
/// caches.
public struct ServiceRequest: Sendable, Hashable {
  /// The URL of the service.
  public var url: String
  /// The body, a JSON object in UTF-8 with the value under `instance`.
  public var body: [UInt8]
  /// The maximum duration of the request, including retries.
  public var timeout: Duration
}

/// The result of a request.
public enum ServiceAnswer: Sendable, Equatable {
  /// The service answered.
  case response(status: Int, body: [UInt8])
  /// There was no answer before the timeout, or the connection failed.
  case none

  /// Whether the service accepts the value: a 2xx status and JSON `true`. Nil if there is no answer.
  var isAccepted: Bool? {
    guard case .response(let status, let body) = self else { return nil }
    let text = body.span.extracting(body.span.trimmedRange)
    return (200..<300).contains(status) && text.isEqual(to: Array("true".utf8))
  }
}
