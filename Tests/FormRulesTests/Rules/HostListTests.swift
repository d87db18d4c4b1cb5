import Testing

@testable import FormRules

/// Lists of hosts compare what browsers open, not how it is written.
@Suite struct HostListTests {
  private let text = Form(name: "f", fields: [Field(name: "value", type: .text)])

  @Test(arguments: [
    ("https://example.com/", true), ("https://EXAMPLE.com/", true),
    ("https://\u{FF45}xample.com/", true), ("https://example\u{3002}com/", true),
    ("https://www.b\u{FC}cher.example/", true), ("https://www.xn--bcher-kva.example/", true),
    ("https://www.B\u{DC}CHER.example/", true), ("https://XN--BCHER-KVA.example/", false),
    ("https://example.org/", false),
  ])
  func spellingsOfAHostAreEqual(_ url: String, _ isListed: Bool) throws {
    for listed in ["*.b\u{FC}cher.example", "*.xn--bcher-kva.example"] {
      let rule = try bind(
        URLRule.self, ["notHosts": ["example.com", .text(listed)]], of: text)
      #expect(code(rule, of: text, ["value": url]) == (isListed ? "url.host" : nil))
    }
  }
}
