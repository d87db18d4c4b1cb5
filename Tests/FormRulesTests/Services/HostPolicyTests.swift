import FormRules
import Testing

/// Allowed requests and addresses.
@Suite struct HostPolicyTests {
  private let policy = HostPolicy(
    allowing: ["api.example.com", "*.example.org", "example.net:8443", "[2001:db8::1]"])

  @Test(arguments: [
    ("https://api.example.com/free?a=b", "api.example.com", 443),
    ("HTTPS://API.example.COM", "api.example.com", 443),
    ("https://a.b.example.org/x", "a.b.example.org", 443),
    ("https://example.net:8443/", "example.net", 8443),
    ("https://[2001:db8::1]/", "2001:db8::1", 443),
  ])
  func allowedHostsAreRequested(_ url: String, _ host: String, _ port: Int) throws {
    let destination = try policy.destination(of: url)
    #expect(destination.host == host && destination.port == port && destination.isSecure)
  }

  @Test(arguments: [
    "http://api.example.com/", "https://example.com/", "https://example.org/",
    "https://example.net/", "https://api.example.com:444/", "https://api.example.com.evil.example/",
    "https://user:secret@api.example.com/", "https://api.example.com@evil.example/",
    "https://api.example.com%00.evil.example/", "https://api.example.com\u{0}.evil.example/",
    "https://api.example.com\\@evil.example/", "https://api.example.com:80443/",
    "https:///api.example.com/", "https://localhost/", "https://127.0.0.1/", "https://127.1/",
    "https://0x7f000001/", "https://2130706433/", "https://[::1]/", "https://[::1", "https://[]/",
    "file:///etc/passwd", "gopher://api.example.com/", "ftp://api.example.com/", "api.example.com",
    "https://", "https://api.example.com /", "https://\u{430}pi.example.com/",
    "https://api..example.com/", "https://evilexample.org/", "https://api.example.com/a\\b",
  ])
  func otherHostsAreRefused(_ url: String) {
    #expect(throws: ServiceError.self) { try policy.destination(of: url) }
  }

  @Test(
    arguments: [
      ("https://forms.example.org", "https://forms.example.org"),
      ("https://forms.example.org/a//", "https://forms.example.org/a"), ("https://", nil),
      ("https://ana@forms.example.org", nil), ("https://forms.example.org/?a", nil),
      ("https://forms.example.org/#a", nil),
    ] as [(String, String?)])
  func pathsAreAppendedToASite(_ text: String, _ site: String?) {
    #expect(HostPolicy.Destination.site(text) == site)
  }

  /// The end of an address of version 6 is not a port.
  @Test func addressesWithoutBracketsHaveNoPort() throws {
    let policy = HostPolicy(allowing: ["2606:4700::1111:8080", "[2606:4700::1]:8080"])
    #expect(try policy.destination(of: "https://[2606:4700::1111:8080]/").port == 443)
    #expect(try policy.destination(of: "https://[2606:4700::1]:8080/").port == 8080)
    #expect(throws: ServiceError.hostNotAllowed("[2606:4700::1111]:8080")) {
      try policy.destination(of: "https://[2606:4700::1111]:8080/")
    }
  }

  @Test(arguments: [
    "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254",
    "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1",
    "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1",
    "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1",
    "fe80::1", "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1", "2001::1", "2002:7f00:1::",
    "3fff::1", "fec0::1", "", "x", "1.2.3", "01.2.3.4", "1.2.3.4.5", "fe80::1%eth0", "1:2:3",
  ])
  func privateAddressesAreRefused(_ address: String) throws {
    #expect(try !policy.destination(of: "https://api.example.com/").allows(address: address))
  }

  @Test(arguments: [
    "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "198.17.0.1",
    "223.255.255.255", "2606:4700::1111", "2a00:1450:4001:80b::200e", "2001:4860:4860::8888",
  ])
  func publicAddressesAreAllowed(_ address: String) throws {
    #expect(try policy.destination(of: "https://api.example.com/").allows(address: address))
  }

  @Test func namesHaveAtMost253Bytes() {
    let label = String(repeating: "a", count: 63)
    for (rest, isAllowed) in [(49, true), (50, false)] {
      let host = "\(label).\(label).\(label).\(String(repeating: "a", count: rest)).example.org"
      #expect(host.utf8.count == (isAllowed ? 253 : 254))
      #expect(((try? policy.destination(of: "https://\(host)/")) != nil) == isAllowed)
    }
  }

  /// In any order, and although both policies name the host.
  @Test func policiesAreCombined() throws {
    let open = HostPolicy(allowing: ["api.example.com"])
    let home = HostPolicy(allowing: ["*.example.com"], allowsPrivateAddresses: true)
    let plain = HostPolicy(allowing: ["api.example.com"], allowsPlainHTTP: true)
    for policies in [[open, home, plain], [plain, home, open]] {
      let policy = HostPolicy(anyOf: policies)
      #expect(try policy.destination(of: "https://api.example.com/").allows(address: "10.1.2.3"))
      // No policy allows a private address without TLS.
      let destination = try policy.destination(of: "http://api.example.com/")
      #expect(destination.allows(address: "8.8.8.8") && !destination.allows(address: "10.1.2.3"))
    }
  }

  @Test func privateAddressesCanBeAllowed() throws {
    let home = HostPolicy(
      allowing: ["localhost:8080"], allowsPrivateAddresses: true, allowsPlainHTTP: true)
    let destination = try home.destination(of: "http://localhost:8080/x")
    #expect(destination.port == 8080)
    #expect(destination.allows(address: "127.0.0.1") && !destination.allows(address: "nowhere"))
  }
}
