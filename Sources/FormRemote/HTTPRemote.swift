#if Remote
public import FormRules

/// Calls services for the rule `remote` by HTTP.
///
/// Sends `{"instance": …}` in a POST request. The result is valid if the status is 2xx and the
/// body is `true`.
///
/// ```swift
/// let remote = HTTPRemote(HostPolicy(allowing: ["api.example.com"]))
/// let result = try await validator.validate(signUp, using: remote.client)
/// ```
///
/// Each request resolves the host name once and connects to that address, so that a later DNS
/// answer cannot redirect it. Redirects are not followed, proxies from the environment are not
/// used, and at most 64 KiB of a response are read. A redirect, a status of 5xx and a response
/// that is too long count as no answer: the error is `remote.unavailable`, and the value is never
/// accepted.
public final class HTTPRemote: Sendable {
  /// The client that sends the requests. A program can share it.
  public let client: ServiceClient

  private let connections: PinnedConnections

  /// Creates a client for the hosts that a policy allows.
  ///
  /// - Parameters:
  ///   - policy: The allowed hosts.
  ///   - concurrency: The maximum number of concurrent requests; less than 1 means 1.
  ///   - retries: The number of retries after a connection failure; less than 0 means 0. Responses
  ///     of any status and timeouts are not retried.
  ///   - timeout: The timeout of a request including its retries, if it is shorter than that of the
  ///     rule; nil means that of the rule. Waiting for other requests does not count.
  ///   - onError: Called with the reason why a request was not sent or not answered, once for each
  ///     of the first 100 different reasons, for a log. The reason contains no submitted value.
  public init(
    _ policy: HostPolicy, concurrency: Int = 32, retries: Int = 1, timeout: Duration? = nil,
    onError: @escaping @Sendable (ServiceError) -> Void = { _ in }
  ) {
    let connections = PinnedConnections(concurrency: max(1, concurrency))
    self.connections = connections
    client = ServiceClient(
      concurrency: concurrency, retries: retries, timeout: timeout, onError: onError
    ) { try await policy.answer(to: $0, over: connections) }
  }

  deinit {
    let connections = connections
    Task { await connections.close() }
  }

  /// Closes the connections. Requests in progress and later ones are not answered.
  public func shutDown() async { await connections.close() }
}
#endif
