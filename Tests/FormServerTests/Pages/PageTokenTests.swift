#if Server
import FormRecorder
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// The tokens of pages that are open while the server restarts.
@Suite(.timeLimit(.minutes(10))) struct PageTokenTests {
  private static let form = """
    form: f
    edit: {days: 30}
    fields:
      - {name: a, type: text, required: true}
    ---
    rules: f
    form: f
    """

  /// The token in a page, as if the page was shown some seconds ago.
  private func token(_ client: PageClient, session: String? = nil) -> String {
    client.core.pages.tokens.token(
      for: "f", session: session, since: client.core.clock.seconds() - 10)
  }

  private func post(
    _ client: PageClient, _ token: String, _ headers: HTTPFields = [:]
  ) async throws -> String? {
    try await client.post(
      "/forms/f/submissions", "\(ControlName.token)=\(token)&a=x", headers
    ).headers[.location]
  }

  @Test func pagesStayValidWhenTheServerRestarts() async throws {
    let server = try PageServer(Self.form)
    try await server.run { before in
      let token = self.token(before)
      try await server.run { after in
        let location = try await post(after, token)
        #expect(location?.hasPrefix("/forms/f/sent/1?code=") == true)
      }
      // The page was sent twice, but to different processes.
      let again = try await post(before, token)
      #expect(again?.hasPrefix("/forms/f/sent/1?code=") == true)
    }
    #expect(try server.stored().count == 1)
  }

  /// Sessions end with the process, and the tokens of their pages with them.
  @Test func tokensOfSessionsEndWithTheirSession() async throws {
    let server = try PageServer(Self.form)
    let user = try server.recorder.grantUser(
      AccessRequest(name: "Ana", role: .submit), password: "correct horse battery")
    try await server.run { before in
      @Sendable func signIn(
        _ client: PageClient
      ) async throws -> (cookie: HTTPFields, csrf: String) {
        let header = client.core.sessions.begin(grant: user, isSecure: false)
        let cookie: HTTPFields = [.cookie: String(header.prefix { $0 != ";" })]
        let page = try await client.get("/forms/f", cookie)
        return (cookie, String(try #require(page.text.firstMatch(of: /data-csrf="([^"]+)"/)?.1)))
      }
      let old = try await signIn(before)
      let token = self.token(before, session: old.csrf)
      try await server.run { after in
        let new = try await signIn(after)
        for cookie in [old.cookie, new.cookie, [:]] {
          let location = try await post(after, token, cookie)
          #expect(location?.hasPrefix("/forms/f?draft=") == true)
        }
      }
    }
    #expect(try server.stored().isEmpty)
  }

  /// A new database beside the key of an earlier one uses its numbers again.
  @Test func codesAndTokensAreForOneRecord() async throws {
    let (server, other) = (try PageServer(Self.form), try PageServer(Self.form))
    let sent: [String] = try await server.run { client in
      let response = try await client.send([("a", "x")])
      let address = try #require(response.headers[.location])
      let page = try await client.get(address)
      #expect(page.text.contains("/proof?code=") && page.text.contains("/link?code="))
      let rejected = try await client.sendAndFollow([("a", "")])
      let token = try #require(
        rejected.text.firstMatch(of: /name="_formrec.token" value="([^"]+)"/)?.1)
      return [address, String(token)]
    }
    try FileManager.default.copyItem(
      atPath: server.recorder.database + "-key", toPath: other.recorder.database + "-key")
    try await other.run { client in
      _ = try await client.send([("a", "y")])
      _ = try await client.send([("a", "")])
      let page = try await client.get(sent[0])
      #expect(page.status == 200 && !page.text.contains("code="), "\(page.text)")
      let proof = try await client.get(sent[0].replacing("?", with: "/proof?"))
      #expect(proof.status == 404)
      let location = try await post(client, sent[1])
      #expect(location?.hasPrefix("/forms/f?draft=") == true)
    }
    #expect(try other.stored().count == 2)
  }

  /// A page may be newer than the time after the clock was set back. That is passed on to no page.
  @Test func aClockThatWasSetBackDelaysNoPage() async throws {
    try await PageServer(Self.form).run(TestClock().clock) { client in
      let page = try await client.sendAndFollow([("a", "")], secondsOpen: -600)
      #expect(!page.text.contains("That was very quick."))
      let token = try #require(
        page.text.firstMatch(of: /name="_formrec.token" value="([^"]+)"/)?.1)
      let verified = client.core.pages.tokens.verified(String(token), for: "f", session: nil)
      #expect(verified?.issuedAt == client.core.clock.seconds())
    }
  }

  @Test func codesAreForOnePurpose() {
    let tokens = PageTokens(ServerKey(), lifetime: 60, ServerClock())
    let code = tokens.code(for: .file, "f", "1")
    #expect(tokens.isCode(code, for: .file, "f", "1"))
    #expect(!tokens.isCode(code, for: .sender, "f", "1"))
  }

  @Test func eachStoreHasItsKey() async throws {
    let other = try PageServer(Self.form)
    try await PageServer(Self.form).run { client in
      let token = self.token(client)
      try await other.run { client in
        let location = try await post(client, token)
        #expect(location?.hasPrefix("/forms/f?draft=") == true)
      }
    }
  }
}
#endif
