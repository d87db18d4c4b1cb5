import FormCurl
import FormRemote
import FormRules
import FormTestSupport
import Testing

/// The requests of the command line, and the connections that it keeps.
@Suite struct CurlTransportTests {
  /// With a service whose addresses change, the connections that were used least recently are
  /// closed.
  @Test func idleConnectionsAreLimited() async throws {
    let service = try LoopbackService()
    defer { service.stop() }
    let maximum = HTTPLimits.maximumConnections
    let urls = (0..<maximum + 2).map { "http://s\($0).example:\(service.port)/free" }
    let policy = HostPolicy(
      allowing: (0..<urls.count).map { "s\($0).example:\(service.port)" },
      allowsPrivateAddresses: true, allowsPlainHTTP: true)
    let transport = CurlTransport()
    func post(_ number: Int) async throws {
      let endpoint = try policy.endpoint(of: urls[number]) { _ in ["127.0.0.1"] }
      let request = ServiceRequest(url: urls[number], body: Array("{}".utf8), timeout: .seconds(60))
      #expect(try await transport.post(request, to: endpoint).status == 200)
    }
    for number in 0..<maximum { try await post(number) }
    // A connection that is used again is not the next one to be closed.
    try await post(0)
    #expect(transport.idleEndpoints.count == maximum)
    for number in maximum..<urls.count { try await post(number) }
    let hosts = transport.idleEndpoints.map(\.destination.host)
    let expected = Array(3..<maximum) + [0, maximum, maximum + 1]
    #expect(hosts == expected.map { "s\($0).example" })
  }

  /// A sender of events needs only the status.
  @Test func aLongBodyDoesNotHideTheStatus() throws {
    let service = try LoopbackService()
    defer { service.stop() }
    let policy = HostPolicy(
      allowing: ["127.0.0.1:\(service.port)"], allowsPrivateAddresses: true, allowsPlainHTTP: true)
    for (path, status) in [("free", 200), ("long", 200), ("down", 503)] {
      let url = "http://127.0.0.1:\(service.port)/\(path)"
      let request = ServiceRequest(url: url, body: Array("{}".utf8), timeout: .seconds(60))
      #expect(try policy.post(request, headers: []) == status)
    }
  }
}
