#if Remote
  import AsyncHTTPClient
  import FormRules
  import NIOCore
  import NIOHTTP1

  /// Connections to resolved and allowed addresses.
  ///
  /// Each address has its own client, because a client resolves names itself unless it is given the
  /// address of the host.
  actor PinnedConnections {
    private struct Place: Hashable {
      let host: String
      let address: String
    }

    private let policy: HostPolicy
    private let concurrency: Int
    private var clients: [Place: HTTPClient] = [:]
    private var isClosed = false

    /// Maximum number of hosts with open connections.
    private static let maximumClients = 64
    private static let maximumBytes = 64 << 10

    init(_ policy: HostPolicy, concurrency: Int) {
      self.policy = policy
      self.concurrency = concurrency
    }

    /// Sends a request and reads the response.
    ///
    /// - Throws: `HostPolicy.Refusal` or `UnusableAnswer`. Any other error is a connection failure.
    func answer(_ question: RemoteQuestion) async throws -> RemoteAnswer {
      let destination = try policy.destination(of: question.url)
      let address = try await address(of: destination)
      let client = try client(Place(host: destination.host, address: address))
      return try await Self.ask(client, question)
    }

    /// Returns the first of the host's addresses. All addresses must be allowed.
    private func address(of destination: HostPolicy.Destination) async throws -> String {
      let addresses = try await HostAddresses.look(up: destination.host)
      guard let first = addresses.first else {
        throw UnusableAnswer(description: "\(destination.host) has no address")
      }
      guard addresses.allSatisfy(policy.allows) else {
        throw UnusableAnswer(
          description:
            "\(destination.host) has an address that is not of the internet; it is not asked")
      }
      return first
    }

    private func client(_ place: Place) throws -> HTTPClient {
      if isClosed { throw UnusableAnswer(description: "the client was shut down") }
      if let client = clients[place] { return client }
      if clients.count >= Self.maximumClients, let (old, client) = clients.first {
        clients[old] = nil
        // Requests in progress fail and are retried.
        Task { try? await client.shutdown() }
      }
      var configuration = HTTPClient.Configuration()
      configuration.redirectConfiguration = .disallow
      configuration.dnsOverride = [place.host: place.address]
      configuration.timeout.connect = .seconds(10)
      configuration.httpVersion = .http1Only
      configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = concurrency
      let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
      clients[place] = client
      return client
    }

    private static func ask(
      _ client: HTTPClient, _ question: RemoteQuestion
    ) async throws -> RemoteAnswer {
      var request = HTTPClientRequest(url: question.url)
      request.method = .POST
      request.headers = HTTPHeaders([
        ("Content-Type", "application/json"), ("Accept", "application/json"),
        ("Cache-Control", "no-cache"), ("User-Agent", "formrec"),
      ])
      request.body = .bytes(question.body)
      let response = try await client.execute(request, timeout: .seconds(Int64(question.timeout)))
      let status = Int(response.status.code)
      guard status < 300 || (400..<500).contains(status) else {
        throw UnusableAnswer(description: "a service answered with status \(status)")
      }
      var body: [UInt8] = []
      for try await part in response.body {
        body += part.readableBytesView
        guard body.count <= maximumBytes else {
          throw UnusableAnswer(description: "a service answered with more than 64 KiB")
        }
      }
      return .response(status: status, body: body)
    }

    func close() async {
      isClosed = true
      let all = clients.values
      clients = [:]
      for client in all { try? await client.shutdown() }
    }
  }
#endif
