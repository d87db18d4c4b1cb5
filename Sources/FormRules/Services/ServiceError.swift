/// The reason that a request has no answer. It contains no submitted value.
public enum ServiceError: Error, Sendable, Hashable {
  /// The URL is not an http or https URL of ASCII characters, or contains a user name.
  case invalidURL
  /// The URL does not use TLS, which the policy requires.
  case insecure(host: String)
  /// The policy does not allow the host.
  case hostNotAllowed(String)
  /// The host name resolves to no address.
  case noAddress(host: String)
  /// The host has an address that is not publicly reachable, which the policy requires.
  case privateAddress(host: String)
  /// The service responded with a status that neither accepts nor rejects the value.
  case status(Int, host: String)
  /// The response is larger than the limit, in bytes.
  case tooLong(host: String, limit: Int)
  /// There was no answer before the timeout.
  case timeout(host: String)
  /// The connection failed. The request may be retried.
  case connection(host: String, reason: String)
  /// No request can be sent: the client was shut down, or lacks a library or memory, or
  /// requirements request each other without end.
  case unavailable(reason: String)

  /// Whether the same request may succeed when it is sent again.
  var isTransient: Bool { if case .connection = self { true } else { false } }
}

extension ServiceError: CustomStringConvertible {
  /// The reason in one line.
  public var description: String {
    switch self {
    case .invalidURL:
      "the URL of the service must be an http or https URL of ASCII characters, without a user name"
    case .insecure(let host): "the URL of \(host) does not use TLS"
    case .hostNotAllowed(let host): "\(host) is not among the allowed hosts"
    case .noAddress(let host): "\(host) has no address"
    case .privateAddress(let host): "\(host) has an address that is not publicly reachable"
    case .status(let status, let host): "\(host) answered with status \(status)"
    case .tooLong(let host, let limit): "\(host) answered with more than \(limit >> 10) KiB"
    case .timeout(let host): "\(host) did not answer in time"
    case .connection(let host, let reason): "\(host): \(reason)"
    case .unavailable(let reason): reason
    }
  }
}
