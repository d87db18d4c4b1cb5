#if Server
import FormRecorder
import HTTPTypes
import Testing

@testable import FormServer

/// The items of lists that pages and other clients send, and values that are sent several times.
@Suite(.timeLimit(.minutes(10))) struct ListPostTests {
  private static let form = """
    form: f
    edit: {days: 30}
    fields:
      - {name: code, type: text, required: true}
      - {name: qty, type: integer}
      - {name: tags, type: list}
      - {name: kinds, type: list, widget: hidden, prefill: true}
      - {name: news, type: boolean}
    ---
    rules: f
    form: f
    fields:
      qty: [{range: {max: 10}}]
      tags: [{in: ["a,b", c, d]}]
    """

  private static let areas = form.replacing("[{in: [\"a,b\", c, d]}]", with: "[{length: {max: 9}}]")

  private static func token(in page: PageClient.Response) throws -> String {
    String(try #require(page.text.firstMatch(of: /name="_formrec.token" value="([^"]+)"/)?.1))
  }

  /// Each value, and each line of it, is an item.
  @Test(arguments: [
    ("tags=a%2Cb&tags=c", #"["a,b","c"]"#), ("tags=a%2Cb%0D%0Ac&tags=&tags=d", #"["a,b","c","d"]"#),
    ("tags=a%E2%80%A8b%C2%85c%0Dd", "[\"a\u{2028}b\u{85}c\",\"d\"]"),
  ])
  func everyValueIsAnItem(_ body: String, _ items: String) async throws {
    let server = try PageServer(Self.areas)
    try await server.run { client in
      let token = client.core.pages.tokens.token(
        for: "f", session: nil, since: client.core.clock.seconds() - 9)
      let sent = try await client.post(
        "/forms/f/submissions", "\(ControlName.token)=\(token)&code=b&\(body)", [.accept: "*/*"])
      #expect(sent.status == 201, "\(sent.text)")
      let parts =
        ["\(ControlName.token)=\(token)", "code=b"] + body.split(separator: "&").map(String.init)
      let multipart = parts.map { part in
        let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return "--B\r\nContent-Disposition: form-data; name=\"\(pair[0])\"\r\n\r\n"
          + "\(pair[1].utf8.decodedFromForm ?? "")\r\n"
      }
      let same = try await client.post(
        "/forms/f/submissions", multipart.joined() + "--B--\r\n",
        [.accept: "*/*", .contentType: "multipart/form-data; boundary=B", .idempotencyKey: "2"])
      #expect(same.status == 201, "\(same.text)")
    }
    let stored = try server.stored()
    #expect(
      stored.count == 2 && stored.allSatisfy { $0.contains("\"tags\":\(items)") }, "\(stored)")
  }

  /// A field that is not a list has one value. A checkbox follows the value of an unticked one.
  @Test(arguments: [
    ("code=a&code=b", 400), ("code=a&Code=b", 400), ("code=a&x=1&x=2", 400),
    ("code=a&news=true&news=true", 400),
    ("code=a&news=false&news=true&news=true", 400), ("code=a&news=false&news=true", 201),
  ])
  func repeatedValuesAreRefused(_ body: String, _ status: Int) async throws {
    let server = try PageServer(Self.areas)
    try await server.run { client in
      let token = client.core.pages.tokens.token(
        for: "f", session: nil, since: client.core.clock.seconds() - 9)
      let sent = try await client.post(
        "/forms/f/submissions", "\(ControlName.token)=\(token)&\(body)", [.accept: "*/*"])
      #expect(sent.status == status, "\(sent.text)")
    }
    #expect(try server.stored().count == (status == 201 ? 1 : 0))
  }

  /// A page that is shown again has all items, and its next submission corrects the first, whatever
  /// the items contain.
  @Test(arguments: ["", "c", "a,b\nc"])
  func itemsMayContainTheSeparator(_ first: String) async throws {
    for (form, isArea) in [(Self.areas, true), (Self.form, false)] {
      let server = try PageServer(form)
      try await server.run { client in
        func tags(_ text: String) -> [(String, String)] {
          isArea ? [("tags", text)] : text.split(separator: "\n").map { ("tags", String($0)) }
        }
        let page = try await client.sendAndFollow([("code", "x"), ("qty", "99")] + tags(first))
        if isArea, !first.isEmpty { #expect(page.text.contains(">\n\(first)</textarea>")) }
        let body = ([("code", "x"), ("qty", "3")] + tags("a,b\nd"))
          .map { "\($0.0)=\($0.1.percentEncoded)" }.joined(separator: "&")
        let done = try await client.post(
          "/forms/f/submissions", "\(ControlName.token)=\(Self.token(in: page))&\(body)")
        #expect(done.headers[.location]?.hasPrefix("/forms/f/sent/2?") == true)
      }
      let history = try server.recorder.history(of: 2)
      #expect(history.corrects == 1 && history.verdicts.last?.isAccepted == true)
      #expect(try server.stored().last?.contains(#""tags":["a,b","d"]"#) == true)
    }
  }

  /// The holder of a link sees each item on a line of its own, and keeps or changes them.
  @Test func linksKeepItems() async throws {
    let server = try PageServer(Self.areas)
    try await server.run { client in
      let sent = try await client.send([("code", "x"), ("tags", "a,b\nc")])
      let page = try await client.follow(sent)
      let offer = try #require(
        page.text.firstMatch(of: /action="([^"]+\/link\?code=[^"]+)">.*?value="([^"]+)"/))
      let granted = try await client.post(String(offer.1), "\(ControlName.token)=\(offer.2)")
      let link = String(try #require(granted.text.firstMatch(of: /\/link\?key=[^"<]+/)?.0))
      let cookie = try #require(try await client.get(link).headers[.setCookie])
      let headers: HTTPFields = [.cookie: String(cookie.prefix { $0 != ";" })]
      let own = try await client.get("/forms/f", headers)
      #expect(own.text.contains(">\na,b\nc</textarea>"), "\(own.text)")
      for (code, tags) in [("y", "a,b\nc"), ("y", "a,b\nc,d")] {
        let body = "\(ControlName.token)=\(try Self.token(in: own))&code=\(code)"
        let done = try await client.post(
          "/forms/f/submissions", "\(body)&tags=\(tags.percentEncoded)", headers)
        #expect(done.status == 303, "\(done.text)")
      }
    }
    let stored = try server.stored()
    #expect(stored.count == 3)
    #expect(stored[1].contains(#""code":"y""#) && stored[1].contains(#""tags":["a,b","c"]"#))
    #expect(stored[2].contains(#""tags":["a,b","c,d"]"#))
  }

  /// A hidden list of the address has all its items.
  @Test func hiddenListsKeepTheirItems() async throws {
    let server = try PageServer(Self.areas)
    try await server.run { client in
      let page = try await client.get("/forms/f?kinds=a%2Cb&kinds=c")
      #expect(page.text.contains("name=\"kinds\" value=\"a,b\">"), "\(page.text)")
      #expect(page.text.contains("name=\"kinds\" value=\"c\">"))
    }
  }

  /// An array in a correction is a list.
  @Test func patchesOfListsAreArrays() async throws {
    let server = try PageServer(Self.form)
    let token = try server.recorder.grantToken(AccessRequest(name: "t", role: .correct)).token
    try await server.run { client in
      for tags in ["[\"x\"]", "[]"] {
        _ = try await client.post(
          "/forms/f/submissions", "{\"code\":\"x\",\"qty\":99,\"tags\":\(tags)}",
          [.contentType: "application/json", .authorization: "Bearer \(token)", .accept: "*/*"])
      }
      for id in 1...2 {
        let response = try await FormHTTPServer(client.core).response(
          to: .patch, "/forms/f/submissions/\(id)",
          headers: [.contentType: "application/json", .authorization: "Bearer \(token)"],
          body: Array(#"{"qty":3,"tags":["a,b","c"]}"#.utf8))
        #expect(response.status.code == 200, "\(String(decoding: response.body, as: UTF8.self))")
      }
      let response = try await FormHTTPServer(client.core).response(
        to: .patch, "/forms/f/submissions/1",
        headers: [.contentType: "application/json", .authorization: "Bearer \(token)"],
        body: Array(#"{"tags":["a\u0000"]}"#.utf8))
      #expect(response.status.code == 400)
    }
    let stored = try server.stored().suffix(2)
    #expect(stored.allSatisfy { $0.contains(#""qty":3,"tags":["a,b","c"]"#) }, "\(stored)")
  }
}
#endif
