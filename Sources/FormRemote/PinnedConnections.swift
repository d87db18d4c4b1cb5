#if Remote
import AsyncHTTPClient
import FormRules
import NIOCore
import NIOHTTP1

/// Connections to resolved and allowed addresses.
///
/// Each address has a separate client, because `dnsOverride` is part of a client's configuration.
/// Beyond a maximum, the idle client that was used least recently is shut down.
actor PinnedConnections: HTTPTransport {
  private struct PinnedHost: Hashable {
    let host: String
    let address: String
  }

  /// A client with its number of requests in progress and the number of its last use.
  private struct PinnedClient {
    let client: HTTPClient
    var requests = 0
    var lastUse = 0
  }

  private let concurrency: Int
  private var clients: [PinnedHost: PinnedClient] = [:]
  private var uses = 0
  private var isClosed = false

  init(concurrency: Int) { self.concurrency = concurrency }

  func post(
    _ request: ServiceRequest, to endpoint: HTTPEndpoint
  ) async throws -> HTTPResponse {
    let host = endpoint.destination.host
    let pinned = PinnedHost(host: host, address: endpoint.address)
    let client = try beginRequest(pinned)
    defer { clients[pinned]?.requests -= 1 }
    do {
      return try await Self.post(request, host, client: client)
    } catch let error as ServiceError {
      throw error
    } catch let error as HTTPClientError where error == .deadlineExceeded {
      throw ServiceError.timeout(host: host)
    } catch {
      throw ServiceError.connection(host: host, reason: "\(type(of: error)): \(error)")
    }
  }

  /// Returns the client of an address, which is not shut down until the request ends.
  private func beginRequest(_ host: PinnedHost) throws(ServiceError) -> HTTPClient {
    if isClosed { throw .unavailable(reason: "the client was shut down") }
    uses += 1
    var pinned = clients[host] ?? PinnedClient(client: newClient(host))
    pinned.requests += 1
    pinned.lastUse = uses
    clients[host] = pinned
    return pinned.client
  }

  private func newClient(_ host: PinnedHost) -> HTTPClient {
    // There are more if all of them have requests in progress.
    while clients.count >= HTTPLimits.maximumConnections,
      let idle = clients.filter({ $0.value.requests == 0 })
        .min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      clients[idle.key] = nil
      let client = idle.value.client
      // Its only error is that the client is already shut down.
      Task { try? await client.shutdown() }
    }
    var configuration = HTTPClient.Configuration()
    configuration.redirectConfiguration = .disallow
    configuration.dnsOverride = [host.host: host.address]
    configuration.timeout.connect = .seconds(Int64(HTTPLimits.connectTimeout))
    configuration.httpVersion = .http1Only
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = concurrency
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  private static func post(
    _ request: ServiceRequest, _ host: String, client: HTTPClient
  ) async throws -> HTTPResponse {
    var post = HTTPClientRequest(url: request.url)
    post.method = .POST
    post.headers = HTTPHeaders(HTTPLimits.headers + [("User-Agent", HTTPLimits.userAgent)])
    post.body = .bytes(request.body)
    let response = try await client.execute(
      post, timeout: .nanoseconds(Int64(request.timeout / .nanoseconds(1))))
    var body: [UInt8] = []
    for try await part in response.body {
      body += part.readableBytesView
      guard body.count <= HTTPLimits.maximumBytes else {
        throw ServiceError.tooLong(host: host, limit: HTTPLimits.maximumBytes)
      }
    }
    return HTTPResponse(status: Int(response.status.code), body: body)
  }

  func close() async {
    isClosed = true
    let all = clients.values
    clients = [:]
    // Its only error is that the client is already shut down.
    for pinned in all { try? await pinned.client.shutdown() }
  }
}
#endif
