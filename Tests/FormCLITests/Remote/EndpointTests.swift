import FormRemote
import FormRules
import Testing

/// The address to which a request is sent.
@Suite struct EndpointTests {
  private let policy = HostPolicy(allowing: ["a.example.com"])

  @Test func theFirstAddressIsUsed() throws {
    let endpoint = try policy.endpoint(of: "https://a.example.com/x") { _ in
      ["93.184.216.1", "93.184.216.2"]
    }
    #expect(endpoint.address == "93.184.216.1")
  }

  /// One private address is enough, because a name server could send it first the next time.
  @Test(arguments: [["93.184.216.1", "10.0.0.1"], ["10.0.0.1", "93.184.216.1"], ["::1"], []])
  func everyAddressMustBeAllowed(addresses: [String]) {
    #expect(throws: ServiceError.self) {
      try policy.endpoint(of: "https://a.example.com/x") { _ in addresses }
    }
  }
}
