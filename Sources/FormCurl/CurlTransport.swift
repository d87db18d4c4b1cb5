internal import CCurl
import FormRemote
package import FormRules
import Synchronization

extension ServiceClient {
  /// Creates a client, for the command line, that sends requests with libcurl to the hosts that a
  /// policy allows.
  ///
  /// - Parameters:
  ///   - timeout: The maximum duration of a request. A rule may specify a shorter one.
  ///   - note: Called on any thread with the reason why a request was not sent or not answered, at
  ///     most once per reason.
  package convenience init(
    overCurl policy: HostPolicy, timeout: Duration?,
    note: @escaping @Sendable (ServiceError) -> Void
  ) {
    let transport = CurlTransport()
    self.init(timeout: timeout, note: note) {
      try await policy.answer(to: $0, over: transport)
    }
  }
}

extension HostPolicy {
  /// Sends one POST request with libcurl, if the policy allows its host. Blocks the thread.
  ///
  /// - Parameter headers: Additional headers.
  /// - Returns: The status of the response.
  package func post(
    _ request: ServiceRequest, headers: [(String, String)]
  ) throws(ServiceError) -> Int {
    let endpoint = try endpoint(of: request.url)
    try CurlLibrary.requireLoaded()
    guard let handle = CurlHandle(endpoint, headers) else {
      throw .unavailable(reason: "out of memory")
    }
    return try handle.post(request).status
  }
}

/// Sends requests with libcurl, which is loaded on first use.
private final class CurlTransport: HTTPTransport {
  private let idle = Mutex<[HTTPEndpoint: [CurlHandle]]>([:])

  func post(
    _ request: ServiceRequest, to endpoint: HTTPEndpoint
  ) async throws -> HTTPResponse {
    try CurlLibrary.requireLoaded()
    let kept = idle.withLock { $0[endpoint]?.popLast() }
    guard let handle = kept ?? CurlHandle(endpoint) else {
      throw ServiceError.unavailable(reason: "out of memory")
    }
    let response = try handle.post(request)
    idle.withLock { $0[endpoint, default: []].append(handle) }
    return response
  }
}
