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
      #expect(sent.headers[.location] == "/forms/f/sent/1")
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
      let response = try await client.send(
        [("email", "\"><script>alert(1)</script>")], [.acceptLanguage: "de-AT, en;q=0.5"])
      #expect(response.status == 422)
      #expect(response.text.contains("<html lang=\"de-AT\" dir=\"ltr\">"))
      #expect(response.text.contains("Bitte berichtigen Sie Folgendes"))
      #expect(response.text.contains("<a href=\"#f0\">„E-mail“ muss"))
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
      var page = try await client.send([("email", "ana"), ("tags", "a")])
      for (email, status) in [("ana@", 422), ("ana@", 422), ("ana@example.org", 303)] {
        let token = try #require(
          page.text.firstMatch(of: /name="_formrec.token" value="([^"]+)"/)?.1)
        page = try await client.post(
          "/forms/f/submissions",
          "\(FormPage.tokenName)=\(token)&email=\(email.percentEncoded)&tags=b&news=true")
        #expect(page.status == status)
      }
    }
    // Sending the same text again stores nothing.
    let stored = try server.stored()
    #expect(stored.count == 3)
    #expect(stored[2].contains(#""email":"ana@example.org""#), "\(stored)")
    let history = try server.recorder.history(of: 1)
    #expect(history.correctedBy == 2 && history.correctionIsAccepted == true)
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
      let token = client.core.pageTokens.token(for: "f", session: nil, since: PageTokens.now - 9)
      for email in ["a@example.org", "a@example.org", "b@example.org"] {
        let body = "\(FormPage.tokenName)=\(token)&email=\(email.percentEncoded)"
        let response = try await client.post("/forms/f/submissions", body)
        #expect(response.status == 303)
      }
    }
    #expect(try server.stored().count == 2)
  }

  @Test func crossSitePostsAreRefused() async throws {
    let server = try PageServer(Self.form)
    try await server.run { client in
      let forged = try await client.post("/forms/f/submissions", "email=a%40example.org")
      #expect(forged.status == 403)
      #expect(forged.text.contains("value=\"a@example.org\""))
      let program = try await client.post(
        "/forms/f/submissions", "email=a%40example.org", [.accept: "*/*"])
      #expect(program.status == 403)
      // A token of another form, of another session, and one from another site.
      for (subject, session) in [("g", nil), ("f", "s")] as [(String, String?)] {
        let token = client.core.pageTokens.token(for: subject, session: session, since: 0)
        let response = try await client.post(
          "/forms/f/submissions", "\(FormPage.tokenName)=\(token)&email=a%40example.org")
        #expect(response.status == 403)
      }
      let other = try await client.send(
        [("email", "a@example.org")], [.fetchSite: "cross-site"])
      #expect(other.status == 403)
    }
    #expect(try server.stored().isEmpty)
  }

  @Test func botsAreRejected() async throws {
    let server = try PageServer(Self.form)
    try await server.run { client in
      let quick = try await client.send([("email", "a@example.org")], secondsOpen: -600)
      #expect(quick.status == 422 && quick.text.contains("That was very quick."))
      #expect(quick.text.contains("value=\"a@example.org\""))
      let trapped = try await client.send(
        [("email", "a@example.org"), (FormPage.honeypotName, "http://spam.example")])
      #expect(trapped.status == 422)
      #expect(trapped.text.contains("<div class=\"field\"><label for=\"extra\">"))
      let old = try await client.send([("email", "a@example.org")], secondsOpen: 90_000)
      #expect(old.status == 403 && old.text.contains("open for too long"))
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

  // MARK: Files

  private static let files = """
    form: f
    fields:
      - {name: name, type: text, required: true}
      - {name: photo, type: file}
    ---
    rules: f
    form: f
    fields:
      photo: [{media: image}, {byteSize: {max: 100}}]
    """

  private func multipart(_ parts: [(head: String, content: [UInt8])]) -> String {
    parts.map {
      "--B\r\nContent-Disposition: form-data; \($0.head)\r\n\r\n"
        + String(decoding: $0.content, as: UTF8.self) + "\r\n"
    }.joined() + "--B--\r\n"
  }

  @Test func filesAreStoredByDigestAndJudged() async throws {
    let server = try PageServer(Self.files)
    let gif = Array("GIF89a\u{1}\0\u{1}\0\0\0\0,\0\0\0\0\u{1}\0\u{1}\0\0".utf8)
    try await server.run { client in
      func send(_ name: String, _ file: [UInt8], proof: String? = nil) async throws
        -> PageClient.Response
      {
        let token = client.core.pageTokens.token(
          for: "f", session: nil, since: PageTokens.now - 9)
        var parts: [(String, [UInt8])] = [
          ("name=\"\(FormPage.tokenName)\"", Array(token.utf8)),
          ("name=\"name\"", Array(name.utf8)),
        ]
        if let proof { parts.append(("name=\"photo\"", Array(proof.utf8))) }
        parts.append(
          ("name=\"photo\"; filename=\"../a%22b; c.gif\"\r\nContent-Type: image/gif", file))
        return try await client.post(
          "/forms/f/submissions", multipart(parts),
          [.contentType: "multipart/form-data; boundary=B"])
      }
      #expect(try await send("Ana", gif).status == 303)
      #expect(try await send("Ana", Array("#!/bin/sh".utf8)).status == 422)
      // The file need not be chosen again after another field was wrong.
      let again = try await send("", gif)
      #expect(again.status == 422 && again.text.contains("../a&quot;b; c.gif"))
      let start = try #require(again.text.range(of: "name=\"photo\" value=\""))
      let proof = again.text[start.upperBound...].prefix { $0 != "\"" }
      let kept = proof.replacing("&quot;", with: "\"")
      let empty = "name=\"photo\"; filename=\"\"\r\nContent-Type: application/octet-stream"
      let token = client.core.pageTokens.token(for: "f", session: nil, since: PageTokens.now - 9)
      for (value, status) in [(kept, 303), ("x" + kept, 303)] {
        let body = multipart([
          ("name=\"\(FormPage.tokenName)\"", Array(token.utf8)), ("name=\"name\"", [65]),
          ("name=\"photo\"", Array(value.utf8)), (empty, []),
        ])
        let response = try await client.post(
          "/forms/f/submissions", body, [.contentType: "multipart/form-data; boundary=B"])
        #expect(response.status == status)
      }
    }
    let stored = try server.stored()
    #expect(stored.count == 5)
    let digest = try #require(stored[0].firstMatch(of: /"photo":"([0-9a-f]{64})"/)?.1)
    #expect(stored[3].contains(digest))
    // An altered reference counts as no file.
    #expect(stored[4].contains(#""photo":"""#))
    let content = try Data(
      contentsOf: URL(filePath: server.recorder.database + "-files/\(digest)"))
    #expect(Array(content) == gif)
  }

  /// The first file is too large itself, the second one for the files together.
  @Test(arguments: [11, 18])
  func largeFilesAreRejected(_ mebibytes: Int) async throws {
    let server = try PageServer(Self.files)
    try await server.run { client in
      let token = client.core.pageTokens.token(for: "f", session: nil, since: 0)
      let body = multipart([
        ("name=\"\(FormPage.tokenName)\"", Array(token.utf8)),
        ("name=\"photo\"; filename=\"x\"", [UInt8](repeating: 65, count: mebibytes << 20)),
      ])
      let response = try await client.post(
        "/forms/f/submissions", body, [.contentType: "multipart/form-data; boundary=B"])
      #expect(response.status == 413)
    }
    let folder = server.recorder.database + "-files"
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(files ?? [] == [])
  }
}
#endif
