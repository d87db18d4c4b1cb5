#if Server
import FormRecorder
import FormRules
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// Submissions from pages.
@Suite(.timeLimit(.minutes(10))) struct FormPostTests {
  private static let form = """
    form: f
    title: Sign-up
    fields:
      - {name: email, label: E-mail, type: text, required: true}
      - {name: tags, type: list}
      - {name: news, type: boolean}
    ---
    rules: f
    form: f
    fields:
      email: [email, {lacks: "<"}]
    """

  @Test func anAcceptedSubmissionIsConfirmed() async throws {
    let server = try PageServer(Self.form)
    try await server.run { client in
      let page = try await client.get("/forms/f?source=site&x=1")
      #expect(page.status == 200)
      #expect(page.headers[.contentType] == "text/html; charset=utf-8")
      #expect(page.text.contains("action=\"/forms/f/submissions?source=site\""))
      let sent = try await client.send([
        ("email", "ana@example.org"), ("tags", "a\r\n\r\nb, c\r\n"), ("news", "false"),
        ("news", "true"),
      ])
      #expect(sent.status == 303)
      #expect(sent.headers[.location]?.hasPrefix("/forms/f/sent/1?code=") == true)
      let done = try await client.get("/forms/f/sent/1")
      #expect(done.status == 200 && done.text.contains("Your entries were received."))
      #expect(!done.text.contains("ana@"))
    }
    let stored = try server.stored()
    #expect(stored.count == 1)
    #expect(stored[0].contains(#""email":"ana@example.org","tags":["a","b, c"],"news":"true""#))
  }

  @Test func aRejectedSubmissionIsStoredAndShownAgain() async throws {
    let server = try PageServer(Self.form)
    try await server.run { client in
      let german: HTTPFields = [.acceptLanguage: "de-AT, en;q=0.5"]
      let sent = try await client.send(
        [("email", "\"><script>alert(1)</script>")], german)
      let address = try #require(sent.headers[.location])
      #expect(sent.status == 303 && address.hasPrefix("/forms/f?draft="))
      // The page can be reloaded.
      #expect(try await client.get(address).text.contains("&lt;script&gt;alert(1)"))
      let response = try await client.get(address, german)
      #expect(response.status == 200)
      #expect(response.text.contains("<html lang=\"de-AT\" dir=\"ltr\">"))
      #expect(response.text.contains("Bitte berichtigen Sie Folgendes"))
      #expect(response.text.contains("<a href=\"#f0\"><b><bdi>E-mail</bdi></b> – Dieses Feld muss"))
      #expect(response.text.contains("value=\"&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;\""))
      #expect(response.text.contains("aria-invalid=\"true\""))
      #expect(!response.text.contains("<script>"))
    }
    #expect(try server.stored().count == 1)
  }

  /// The rejected submission does not stay open once the person has corrected it.
  @Test func resubmittedPageCorrectsTheRejectedSubmission() async throws {
    let server = try PageServer(Self.form)
    try await server.run { client in
      var page = try await client.sendAndFollow([("email", "ana"), ("tags", "a")])
      var drafts: [String] = []
      for (email, isShownAgain) in [("ana@", true), ("ana@", true), ("ana@example.org", false)] {
        let token = try #require(
          page.text.firstMatch(of: /name="_formrec.token" value="([^"]+)"/)?.1)
        let response = try await client.post(
          "/forms/f/submissions",
          "\(ControlName.token)=\(token)&email=\(email.percentEncoded)&tags=b&news=true")
        if isShownAgain { drafts.append(try #require(response.headers[.location])) }
        page = try await client.follow(response)
        #expect(page.text.contains("id=\"errors\"") == isShownAgain)
      }
      // The entries of the page from which the record was sent are no longer kept.
      let last = try await client.get(try #require(drafts.last))
      #expect(last.status == 200 && !last.text.contains("value=\"ana@\""))
    }
    // Sending the same text again stores nothing.
    let stored = try server.stored()
    #expect(stored.count == 3)
    #expect(stored[2].contains(#""email":"ana@example.org""#), "\(stored)")
    let history = try server.recorder.history(of: 1)
    #expect(history.correctedBy == 2 && history.correctionIsAccepted == false)
  }

  /// What somebody else has changed since the page was shown is neither replaced nor duplicated
  /// until the person, who does not learn who it was, sends the entries again.
  @Test func conflictWithAnotherCorrectionIsShown() async throws {
    let server = try PageServer(Self.form)
    try await server.run { client in
      let page = try await client.sendAndFollow([("email", "ana"), ("tags", "a")])
      let token = try #require(
        page.text.firstMatch(of: /name="_formrec.token" value="([^"]+)"/)?.1)
      var correction = CorrectionRequest([SubmissionPatch(1, ["email": "bo"])])
      correction.by = "Steward"
      _ = try server.recorder.importCorrections(correction)
      let shown = try await sendAgain("ana@example.org", token, client)
      #expect(shown.text.contains("has been changed since"), "\(shown.text)")
      #expect(shown.text.contains("value=\"ana@example.org\""))
      #expect(!shown.text.contains("Steward"))
      #expect(try server.stored().count == 2)
      let next = try #require(
        shown.text.firstMatch(of: /name="_formrec.token" value="([^"]+)"/)?.1)
      let sent = try await sendAgain("ana@example.org", next, client)
      #expect(sent.text.contains("Your entries were received."), "\(sent.text)")
    }
    let stored = try server.stored()
    #expect(stored.count == 3, "\(stored)")
    #expect(stored[2].contains(#""email":"ana@example.org""#), "\(stored)")
    #expect(try server.recorder.history(of: 3).corrects == 2)
  }

  /// A steward has corrected the record like the person, and another field too: nothing is stored,
  /// and the person gets no code for the steward's correction.
  @Test func thereIsNoCodeForTheCorrectionOfAnother() async throws {
    let server = try PageServer(Self.form)
    try await server.run { client in
      let page = try await client.sendAndFollow([("email", "ana"), ("tags", "a")])
      let token = try #require(
        page.text.firstMatch(of: /name="_formrec.token" value="([^"]+)"/)?.1)
      var correction = CorrectionRequest([
        SubmissionPatch(1, ["email": "ana@example.org", "tags": "b"])
      ])
      correction.by = "Steward"
      _ = try server.recorder.importCorrections(correction)
      let sent = try await client.post(
        "/forms/f/submissions",
        "\(ControlName.token)=\(token)&email=\("ana@example.org".percentEncoded)&tags=a")
      #expect(sent.headers[.location] == "/forms/f/sent/2")
    }
    #expect(try server.stored().count == 2)
  }

  /// A steward has corrected another field, and the record is rejected with both corrections: the
  /// person is told before the entries replace the steward's, and gets no code for later ones.
  @Test func mergeWithTheCorrectionOfAnotherIsShown() async throws {
    let server = try PageServer(Self.form)
    try await server.run { client in
      let page = try await client.sendAndFollow([("email", "ana"), ("tags", "a")])
      let token = try #require(
        page.text.firstMatch(of: /name="_formrec.token" value="([^"]+)"/)?.1)
      var correction = CorrectionRequest([SubmissionPatch(1, ["tags": "b"])])
      correction.by = "Steward"
      _ = try server.recorder.importCorrections(correction)
      let shown = try await sendAgain("ana@", token, client)
      #expect(shown.text.contains("has been changed since"), "\(shown.text)")
      #expect(shown.text.contains("aria-invalid=\"true\""))
      #expect(try server.recorder.history(of: 3).corrects == 2)
      let next = try #require(
        shown.text.firstMatch(of: /name="_formrec.token" value="([^"]+)"/)?.1)
      let sent = try await client.post(
        "/forms/f/submissions",
        "\(ControlName.token)=\(next)&email=\("ana@example.org".percentEncoded)&tags=a")
      #expect(sent.headers[.location] == "/forms/f/sent/4")
    }
    #expect(try server.recorder.history(of: 4).corrects == 3)
  }

  /// Whoever goes back to an earlier page conflicts with the own correction.
  @Test func conflictWithTheOwnCorrectionIsShown() async throws {
    let server = try PageServer(Self.form)
    try await server.run { client in
      let page = try await client.sendAndFollow([("email", "ana"), ("tags", "a")])
      let token = try #require(
        page.text.firstMatch(of: /name="_formrec.token" value="([^"]+)"/)?.1)
      _ = try await sendAgain("ana@", token, client)
      let shown = try await sendAgain("ana@example.org", token, client)
      let next = try #require(
        shown.text.firstMatch(of: /name="_formrec.token" value="([^"]+)"/)?.1)
      let sent = try await sendAgain("ana@example.org", next, client)
      #expect(sent.text.contains("Your entries were received."), "\(sent.text)")
    }
    #expect(try server.stored().count == 3)
  }

  /// The store cannot be read when the token of a correction is compared with it or, later, when
  /// the form is read again.
  @Test(arguments: [false, true])
  func anUnusableStoreLosesNoEntries(isFormOutdated: Bool) async throws {
    let server = try PageServer(Self.form)
    let (path, clock) = (server.recorder.database, TestClock())
    try await server.run(ServerClock(now: clock.clock.now)) { client in
      let page = try await client.sendAndFollow([("email", "ana"), ("tags", "a")])
      let token = try #require(
        page.text.firstMatch(of: /name="_formrec.token" value="([^"]+)"/)?.1)
      try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
      if isFormOutdated { clock.advance(by: .seconds(client.core.configuration.changeDelay)) }
      let response = try await client.post(
        "/forms/f/submissions",
        "\(ControlName.token)=\(token)&email=\("ana@example.org".percentEncoded)&tags=b")
      try FileManager.default.moveItem(atPath: path + ".moved", toPath: path)
      let shown = try await client.follow(response)
      #expect(shown.text.contains("is not available at the moment"), "\(shown.text)")
      #expect(shown.text.contains("value=\"ana@example.org\""))
      let next = try #require(
        shown.text.firstMatch(of: /name="_formrec.token" value="([^"]+)"/)?.1)
      let sent = try await sendAgain("ana@example.org", next, client)
      #expect(sent.text.contains("Your entries were received."), "\(sent.text)")
    }
    #expect(try server.recorder.history(of: 2).corrects == 1)
  }

  /// Sends the page with a token, and opens the page to which the response redirects.
  private func sendAgain(
    _ email: String, _ token: Substring, _ client: PageClient
  ) async throws -> PageClient.Response {
    try await client.follow(
      client.post(
        "/forms/f/submissions",
        "\(ControlName.token)=\(token)&email=\(email.percentEncoded)&tags=a"))
  }

  @Test func otherClientsGetJSON() async throws {
    let server = try PageServer(Self.form)
    try await server.run { client in
      let accepted = try await client.send([("email", "ana@example.org")], [.accept: "*/*"])
      #expect(accepted.status == 201 && accepted.text.contains(#""verdict":"accepted""#))
      let rejected = try await client.send([("email", "ana")], [.accept: "*/*"])
      #expect(rejected.status == 422 && rejected.text.contains(#""rule":"email.email""#))
    }
  }

  /// Sending the same page twice stores it once, and going back to change it stores both.
  @Test func repeatedPostIsStoredOnce() async throws {
    let server = try PageServer(Self.form)
    try await server.run { client in
      let token = client.core.pages.tokens.token(
        for: "f", session: nil, since: client.core.clock.seconds() - 9)
      for email in ["a@example.org", "a@example.org", "b@example.org"] {
        let body = "\(ControlName.token)=\(token)&email=\(email.percentEncoded)"
        let response = try await client.post("/forms/f/submissions", body)
        #expect(response.status == 303)
      }
    }
    #expect(try server.stored().count == 2)
  }

  /// The page that corrects a rejected record with another key cannot replace the record of
  /// somebody else, unless the form lets anyone do so.
  @Test(arguments: [("signed-in", ["first"]), ("anyone", ["first", "second"])])
  func correctionWithAnotherKey(supersede: String, names: [String]) async throws {
    let server = try PageServer(
      """
      form: f
      key: [id]
      supersede: \(supersede)
      fields:
        - {name: id, type: integer, required: true}
        - {name: name, type: text}
      ---
      rules: f
      form: f
      """)
    try await server.run { client in
      _ = try await client.send([("id", "1"), ("name", "first")])
      let page = try await client.sendAndFollow([("id", "x"), ("name", "second")])
      let token = try #require(
        page.text.firstMatch(of: /name="_formrec.token" value="([^"]+)"/)?.1)
      _ = try await client.post(
        "/forms/f/submissions", "\(ControlName.token)=\(token)&id=1&name=second")
    }
    let accepted = try server.stored().filter { $0.contains(#""id":"1""#) }
    #expect(accepted.count == names.count)
    for (record, name) in zip(accepted, names) { #expect(record.contains(name)) }
  }

  /// Whatever is stored in between, a corrected page that is sent twice is stored once.
  @Test(arguments: [[], [("comment", "Hi")], [("comment", "Hi"), ("other", "1")]])
  func repeatedCorrectionIsStoredOnce(_ others: [(String, String)]) async throws {
    let server = try PageServer(Self.form)
    try await server.run { client in
      let page = try await client.sendAndFollow([("email", "ana")])
      let token = try #require(
        page.text.firstMatch(of: /name="_formrec.token" value="([^"]+)"/)?.1)
      let body = "\(ControlName.token)=\(token)&email=ana%40example.org&comment=%2B49"
      for _ in 0..<2 {
        let response = try await client.post("/forms/f/submissions", body)
        #expect(response.headers[.location]?.hasPrefix("/forms/f/sent/2?code=") == true)
        _ = try await client.send([("email", "bo@example.org")] + others)
      }
    }
    #expect(try server.stored().count == 4)
  }

  /// A text with a NUL character is refused before anything is stored.
  @Test func nulCharactersAreRefused() async throws {
    let server = try PageServer(Self.form)
    try await server.run { client in
      let sent = try await client.send([("email", "a\0@example.org")])
      #expect(sent.status == 400)
      for (text, status) in [("a\\u0000", 400), ("\\\\u0000", 422), ("\\\\\\u0000", 400)] {
        let json = try await client.post(
          "/forms/f/submissions", "{\"email\":\"\(text)\"}",
          [.contentType: "application/json", .accept: "*/*"])
        #expect(json.status == status, "\(text)")
      }
    }
    #expect(try server.stored().count == 1)
  }

  @Test func crossSitePostsAreRefused() async throws {
    let server = try PageServer(Self.form)
    try await server.run { client in
      let forged = try await client.post("/forms/f/submissions", "email=a%40example.org")
      let shown = try await client.follow(forged)
      #expect(shown.text.contains("has expired"))
      #expect(shown.text.contains("value=\"a@example.org\""))
      let program = try await client.post(
        "/forms/f/submissions", "email=a%40example.org", [.accept: "*/*"])
      #expect(program.status == 403)
      // A token of another form, of another session, and one from another site.
      for (subject, session) in [("g", nil), ("f", "s")] as [(String, String?)] {
        let token = client.core.pages.tokens.token(for: subject, session: session, since: 0)
        let response = try await client.post(
          "/forms/f/submissions", "\(ControlName.token)=\(token)&email=a%40example.org")
        #expect(try await client.follow(response).text.contains("has expired"))
      }
      let other = try await client.sendAndFollow(
        [("email", "a@example.org")], [.fetchSite: "cross-site"])
      #expect(other.text.contains("has expired"))
    }
    #expect(try server.stored().isEmpty)
  }

  @Test func botsAreRejected() async throws {
    let server = try PageServer(Self.form)
    try await server.run(TestClock().clock) { client in
      let quick = try await client.sendAndFollow(
        [("email", "a@example.org")], secondsOpen: 1)
      #expect(quick.text.contains("That was very quick."))
      #expect(quick.text.contains("value=\"a@example.org\""))
      let trapped = try await client.sendAndFollow(
        [("email", "a@example.org"), (ControlName.honeypot, "http://spam.example")])
      #expect(trapped.text.contains("<div class=\"field\"><label for=\"extra\">"))
      let old = try await client.sendAndFollow(
        [("email", "a@example.org")], secondsOpen: 90_000)
      #expect(old.text.contains("has expired"))
    }
    #expect(try server.stored().isEmpty)
  }

  private static let malformed: [(body: String, type: String)] = [
    ("a=%FF", "application/x-www-form-urlencoded"),
    ("--x\r\n\r\n", "multipart/form-data; boundary=x"),
    (
      "--x\r\nContent-Disposition: form-data\r\n\r\nv\r\n--x--\r\n",
      "multipart/form-data; boundary=x"
    ),
    ("", "multipart/form-data"),
    (
      "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nv",
      "multipart/form-data; boundary=x"
    ),
  ]

  @Test(arguments: malformed.indices)
  func malformedBodiesAreRejected(_ index: Int) async throws {
    let server = try PageServer(Self.form)
    let (body, type) = Self.malformed[index]
    try await server.run { client in
      let response = try await client.post(
        "/forms/f/submissions", body, [.contentType: type, .accept: "*/*"])
      #expect(response.status == 400)
    }
  }

  @Test func urlEncodedPairsAreDecoded() throws {
    let posted = try PostedForm(urlEncoded: Array("a+b=1%202%+&c&=x&a+b=%0D%0Ay".utf8))
    #expect(posted.values.map(\.name) == ["a b", "c", "", "a b"])
    #expect(posted.values.map(\.value) == ["1 2% ", "", "x", "\ny"])
  }
}
#endif
