extension URLRule {
  /// The examples of `documentation`.
  static let examples: [RuleExample] = [
    .init(
      accepts: [
        "http://example.com", "https://www.example.com/", "HTTPS://EXAMPLE.COM",
        "http://example.com:8080/a/b?c=d&e#f", "http://example.com?q", "http://example.com#f",
        "http://example.com.", "http://user:pa%24s@example.com/", "http://user:@example.com",
        "http://a:b:c@example.com", "http://a::@example.com",
        "http://192.0.2.1/", "http://[2001:db8::1]:80/", "http://example.com/%20a",
        "http://example.com/a(b)_c;d=1,2", "http://example.com/?a[0]=1", "http://a-b.xn--p1ai",
        "http://b\u{FC}cher.example/\u{E9}", "http://\u{2603}.example/", "http://example.com:0",
        "http://example.com:65535", "http://example.com/?#", "http://1337.net",
        "http://example.com/a//b/../c",
      ],
      rejects: [
        "example.com", "www.example.com", "//example.com", "http:", "http:/", "http://",
        "http:///a", "http:example.com", "http:/example.com", "http://?", "http://#", "http://.",
        "http://localhost", "http://example", "http://.example.com", "http://example..com",
        "http://-a.example", "http://a-.example", "http://a_b.example", "http://example.c",
        "http://1.2.3", "http://1.2.3.4.5", "http://1.2.3.256", "http://1.2.3.04",
        "http://3221225985", "http://0x7f.1", "http://foo.1.2.3.4", "http://[::1",
        "http://[::1::2]", "http://[]", "http://[192.0.2.1]", "http://[fe80::1%251]",
        "http://example.com:", "http://example.com:x", "http://example.com:65536",
        "http://example.com:-1", "http://example.com:000080", "http://@example.com",
        "http://:@example.com", "http://a@b@example.com",
        "http://example.com/a b", " http://example.com", "http://example.com ",
        "http://example.com\n", "http://exa\tmple.com", "http://example.com/%",
        "http://example.com/%2", "http://example.com/%gg", "http://example.com/<a>",
        "http://example.com/a|b", "http://example.com/\\", "http://example.com/\"",
        "http://example.com/#a#b", "http://exam%70le.com", "http://a\u{FFFD}.example",
        "http://a.\u{2603}", "http://example.com/\u{202E}a", "http://example.com/\u{A0}",
        "1http://example.com", "http//example.com", "://example.com",
      ]),
    .init(
      accepts: ["https://example.com"],
      rejects: ["ftp://example.com", "javascript:alert(1)", "mailto:ana@example.com"],
      code: "url.scheme"),
    .init(
      ["ftp", "mailto", "file"],
      accepts: ["ftp://example.com/a", "mailto:ana@example.com", "file:///etc/hosts"],
      rejects: ["ftp:example.com", "mailto:", "ftp:///a"]),
    .init(
      ["schemes": "any"], accepts: ["gopher://example.com", "tel:+1-816-555-1212"],
      rejects: ["a b:c", ":a", "tel:a b"]),
    .init(
      ["schemes": "any", "hostRequired": "true"], accepts: ["gopher://example.com"],
      rejects: ["tel:+1-816-555-1212", "file:///a", "example.com:80"]),
    .init(
      ["schemeRequired": "false"],
      accepts: [
        "www.example.com", "example.com:8080/a?b#c", "https://example.com", "192.0.2.1/a",
        "example.com?url=http://example.org",
      ],
      rejects: [
        "example", "//example.com", "/a", "?", "ana@example.com", "javascript:alert(1)",
        "javascript:alert(1)@example.com", "localhost:80",
      ]),
    .init(
      ["schemeRequired": "false", "schemes": ["https", "mailto"], "userinfo": "true"],
      accepts: ["mailto:ana@example.com", "ana:secret@example.com"],
      rejects: ["mailto:", ":@example.com", "javascript:alert(1)"]),
    .init(
      ["schemeRelative": "true"], accepts: ["//example.com/a", "//u@example.com"],
      rejects: ["/a", "///a", "example.com"]),
    .init(
      ["localHosts": "true"],
      accepts: ["http://localhost", "http://intranet:80/", "http://a.b.c1"],
      rejects: ["http://", "http://123", "http://a.1"]),
    .init(["underscores": "true"], accepts: ["http://a_b.example"], rejects: ["http://-a.example"]),
    .init(
      ["international": "false"], accepts: ["http://xn--bcher-kva.example"],
      rejects: ["http://b\u{FC}cher.example", "http://example.com/\u{E9}"]),
    .init(
      ["hosts": ["example.com", "*.example.org"]],
      accepts: ["http://example.com:80/", "http://a.b.EXAMPLE.org", "http://example.com./"],
      rejects: ["http://www.example.com", "http://example.org", "http://notexample.com"],
      code: "url.host"),
    .init(
      ["notHosts": ["example.com"]], accepts: ["http://www.example.com"],
      rejects: ["http://EXAMPLE.com/", "http://user@example.com"], code: "url.host"),
    .init(
      ["userinfo": "false", "port": "none", "query": "false", "fragment": "false"],
      accepts: ["http://example.com/a"],
      rejects: [
        "http://a@example.com", "http://example.com:80", "http://example.com?",
        "http://example.com#",
      ], code: "url.part"),
    .init(
      ["profile": "browser", "schemes": "any"],
      accepts: [
        "http://example.com", " http:example.com\n", #"http:\\example.com\a b"#, "https://0x7f.1/",
        "http://256/", "file:///C|/a", "javascript:alert(1)", "http://user@localhost:/",
        "http://a_b", "data:,a b", "foo://!host", "ht\ntp://a", "http://b%C3%BCcher.example",
        "http://\u{2603}.example", "http://a\u{AD}b", "http://a\u{3002}a", "http://\u{5D0}1",
        "http://\u{FF11}.2.3.4",
        "http://xn--a", "http://xn--%61",
      ],
      rejects: [
        "example.com", "http://", "http://a b", "http://a:b", "http://user@/", "http://1.2.3.256",
        "http://1.2.3.4.5", "http://a<b", "http://[::1", "http://a:65536", "foo://:80",
        "http://%00", "http://\u{AD}/", "http://a.09", "http://\u{FFFD}",
        "http://\u{301}a", "http://a\u{200D}b", "http://1\u{5D0}", "http://\u{5D0}a",
        "http://1a.\u{5D0}", "http://\u{FF05}41", "http://\u{661}", "http://xn--\u{E9}-abc",
        "http://\u{FC}.xn--a", "http://a\u{FE12}a",
        "http://\u{FF11}.2.3.256",
      ]),
    .init(
      ["profile": "browser"], accepts: ["http:a"], rejects: ["foo:a"], code: "url.scheme"),
    .init(
      ["port": "required"], accepts: ["http://example.com:80"], rejects: ["http://example.com"],
      code: "url.part"),
  ]
}
