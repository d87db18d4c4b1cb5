#if Remote
  import AsyncHTTPClient
  import FormRules
  import NIOCore
  import NIOHTTP1

  /// Connections to resolved and allowed addresses.
  ///
  /// Each address has a separate client, because `dnsOverride` is part of a client's configuration.
  actor PinnedConnections: HTTPTransport {
    private struct Place: Hashable {
      let host: String
      let address: String
    }

    private let concurrency: Int
    private var clients: [Place: HTTPClient] = [:]
    private var isClosed = false

    /// Maximum number of hosts with open connections.
    private static let maximumClients = 64

    init(concurrency: Int) { self.concurrency = concurrency }

    nonisolated func post(
      _ request: ServiceRequest, to endpoint: HTTPEndpoint
    ) async throws -> HTTPResponse {
      let host = endpoint.destination.host
      let client = try await client(Place(host: host, address: endpoint.address))
      do {
        return try await Self.post(request, host, client)
      } catch let failure as ServiceFailure {
        throw failure
      } catch let error as HTTPClientError where error == .deadlineExceeded {
        throw ServiceFailure.timeout(host: host)
      } catch {
        throw ServiceFailure.connection(host: host, reason: "\(type(of: error)): \(error)")
      }
    }

    private func client(_ place: Place) throws(ServiceFailure) -> HTTPClient {
      if isClosed { throw .unavailable(reason: "the client was shut down") }
      if let client = clients[place] { return client }
      if clients.count >= Self.maximumClients, let (old, client) = clients.first {
        clients[old] = nil
        // Requests in progress fail and are retried.
        Task { try? await client.shutdown() }
      }
      var configuration = HTTPClient.Configuration()
      configuration.redirectConfiguration = .disallow
      configuration.dnsOverride = [place.host: place.address]
      configuration.timeout.connect = .seconds(Int64(HTTPLimits.connectTimeout))
      configuration.httpVersion = .http1Only
      configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = concurrency
      let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
      clients[place] = client
      return client
    }

    private static func post(
      _ request: ServiceRequest, _ host: String, _ client: HTTPClient
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
          throw ServiceFailure.tooLong(host: host, limit: HTTPLimits.maximumBytes)
        }
      }
      return HTTPResponse(status: Int(response.status.code), body: body)
    }

    func close() async {
      isClosed = true
      let all = clients.values
      clients = [:]
      for client in all { try? await client.shutdown() }
    }
  }
#endif
