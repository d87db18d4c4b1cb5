internal import CCurl
package import FormRemote
package import FormRules
import Synchronization

extension ServiceClient {
  /// Creates a client, for the command line, that sends requests with libcurl to the hosts that a
  /// policy allows.
  ///
  /// - Parameters:
  ///   - timeout: The timeout of a request including its retries, if it is shorter than that of the
  ///     rule; nil means that of the rule. Waiting for other requests does not count.
  ///   - onError: Called on any thread with the reason why a request was not sent or not answered,
  ///     once for each of the first 100 different reasons.
  package convenience init(
    overCurl policy: HostPolicy, timeout: Duration?,
    onError: @escaping @Sendable (ServiceError) -> Void
  ) {
    let transport = CurlTransport()
    self.init(timeout: timeout, onError: onError) {
      try await policy.answer(to: $0, over: transport)
    }
  }
}

extension HostPolicy {
  /// Sends one POST request with libcurl, if the policy allows its host. Blocks the thread.
  ///
  /// - Parameter headers: Additional headers.
  /// - Returns: The status of the response, whose body may have any length.
  package func post(
    _ request: ServiceRequest, headers: [(String, String)]
  ) throws(ServiceError) -> Int {
    let endpoint = try endpoint(of: request.url)
    try CurlLibrary.requireLoaded()
    guard let handle = CurlHandle(endpoint, headers) else {
      throw .unavailable(reason: "out of memory")
    }
    return try handle.post(request, truncates: true).status
  }
}

/// Sends requests with libcurl, which is loaded on first use.
///
/// Keeps the connections of answered requests. Beyond a maximum, the one that was used least
/// recently is closed.
package final class CurlTransport: HTTPTransport {
  /// In the order of their last use.
  private let idle = Mutex<[(endpoint: HTTPEndpoint, handle: CurlHandle)]>([])

  package init() {}

  /// The destinations of the connections that are kept, in the order of their last use.
  package var idleEndpoints: [HTTPEndpoint] { idle.withLock { $0.map(\.endpoint) } }

  package func post(
    _ request: ServiceRequest, to endpoint: HTTPEndpoint
  ) async throws -> HTTPResponse {
    try CurlLibrary.requireLoaded()
    let kept = idle.withLock { idle in
      idle.lastIndex { $0.endpoint == endpoint }.map { idle.remove(at: $0).handle }
    }
    guard let handle = kept ?? CurlHandle(endpoint) else {
      throw ServiceError.unavailable(reason: "out of memory")
    }
    let response = try handle.post(request)
    // The handle that is returned is closed without the lock.
    _ = idle.withLock { idle in
      idle.append((endpoint, handle))
      return idle.count > HTTPLimits.maximumConnections ? idle.removeFirst().handle : nil
    }
    return response
  }
}
