package import FormRules

/// Sends POST requests over HTTP/1.1 to addresses that are already resolved and allowed.
///
/// A transport follows no redirects, uses no proxies from the environment, and verifies
/// certificates against the host name.
package protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the response, at most for the request's timeout. May block the
  /// thread.
  ///
  /// - Throws: `ServiceError` if there is no complete response.
  func post(_ request: ServiceRequest, to endpoint: HTTPEndpoint) async throws -> HTTPResponse
}

/// The destination of a connection: a host name and the address to which it was resolved. The name
/// is not resolved again.
package struct HTTPEndpoint: Sendable, Hashable {
  package let destination: HostPolicy.Destination
  package let address: String
}

/// The response of a service.
package struct HTTPResponse: Sendable {
  package let status: Int
  package let body: [UInt8]

  package init(status: Int, body: [UInt8]) {
    self.status = status
    self.body = body
  }
}

/// The limits and headers of all transports.
package enum HTTPLimits {
  /// The maximum size of a response, in bytes.
  package static let maximumBytes = 64 << 10
  /// The maximum duration until a connection is established, in seconds.
  package static let connectTimeout = 10
  /// The maximum number of idle connections, or of clients with connections to one address.
  package static let maximumConnections = 64
  package static let userAgent = "formrec"
  package static let headers = [
    ("Content-Type", "application/json"), ("Accept", "application/json"),
    ("Cache-Control", "no-cache"),
  ]
}

extension HostPolicy {
  /// Sends a request over a transport, if the policy allows its host.
  ///
  /// Resolves the host name. All of its addresses must be allowed, and the request goes to the
  /// first one. A redirect, a status of 5xx and a response beyond the limit count as no answer.
  package func answer(
    to request: ServiceRequest, over transport: some HTTPTransport
  ) async throws -> ServiceAnswer {
    let endpoint = try endpoint(of: request.url)
    let response = try await transport.post(request, to: endpoint)
    guard response.status < 300 || (400..<500).contains(response.status) else {
      throw ServiceError.status(response.status, host: endpoint.destination.host)
    }
    return .response(status: response.status, body: response.body)
  }
}

extension HostPolicy {
  /// Resolves the host of a URL, if it and all of its addresses are allowed.
  ///
  /// - Parameter resolve: Returns the addresses of a host.
  package func endpoint(
    of url: String, resolve: (String) -> [String] = HostAddresses.addresses
  ) throws(ServiceError) -> HTTPEndpoint {
    let destination = try destination(of: url)
    let addresses = resolve(destination.host)
    guard let first = addresses.first else { throw .noAddress(host: destination.host) }
    guard addresses.allSatisfy(destination.allows) else {
      throw .privateAddress(host: destination.host)
    }
    return HTTPEndpoint(destination: destination, address: first)
  }
}
