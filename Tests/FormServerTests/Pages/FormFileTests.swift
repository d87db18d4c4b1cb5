#if Server
import FormRecorder
import FormRules
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// Files that people send with forms.
@Suite(.timeLimit(.minutes(10))) struct FormFileTests {
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

  private static let gif = Array("GIF89a\u{1}\0\u{1}\0\0\0\0,\0\0\0\0\u{1}\0\u{1}\0\0".utf8)

  @Test func filesAreStoredByDigestAndJudged() async throws {
    let server = try PageServer(Self.files)
    try await server.run { client in
      func send(_ name: String, _ file: [UInt8]) async throws -> PageClient.Response {
        try await client.sendParts([
          ("name=\"name\"", Array(name.utf8)),
          ("name=\"photo\"; filename=\"../a%22b; c.gif\"\r\nContent-Type: image/gif", file),
        ])
      }
      #expect(try await send("Ana", Self.gif).status == 303)
      let script = try await client.follow(send("Ana", Array("#!/bin/sh".utf8)))
      #expect(script.text.contains("id=\"errors\""))
      // The file need not be chosen again after another field was wrong.
      let again = try await client.follow(send("", Self.gif))
      #expect(again.text.contains("../a&quot;b; c.gif"))
      let start = try #require(again.text.range(of: "name=\"photo\" value=\""))
      let proof = again.text[start.upperBound...].prefix { $0 != "\"" }
      let kept = proof.replacing("&quot;", with: "\"")
      let empty = "name=\"photo\"; filename=\"\"\r\nContent-Type: application/octet-stream"
      let token = client.agedToken()
      for (value, isAccepted) in [(kept, true), ("x" + kept, false)] {
        let response = try await client.sendParts(
          [("name=\"name\"", [65]), ("name=\"photo\"", Array(value.utf8)), (empty, [])],
          token: token)
        #expect(response.headers[.location]?.contains("/sent/") == isAccepted)
      }
    }
    let stored = try server.stored()
    #expect(stored.count == 5)
    let digest = try #require(stored[0].firstMatch(of: /"photo":"([0-9a-f]{64})"/)?.1)
    #expect(stored[3].contains(digest))
    // An altered reference is a text that names no file.
    #expect(stored[4].contains(#""photo":"x"#))
    let content = try Data(
      contentsOf: URL(filePath: server.recorder.database + "-files/\(digest)"))
    #expect(Array(content) == Self.gif)
  }

  /// A purge may delete the file of a page that is shown again.
  @Test func removedFilesAreSentAgain() async throws {
    let server = try PageServer(Self.files)
    let recorder = server.recorder
    try await server.run { client in
      func send(
        _ token: String?, _ name: String, _ photo: (String, [UInt8]), accept: String = "text/html"
      ) async throws -> PageClient.Response {
        try await client.sendParts(
          [("name=\"name\"", Array(name.utf8)), photo], token: token, accept: accept)
      }
      let chosen = ("name=\"photo\"; filename=\"a.gif\"\r\nContent-Type: image/gif", Self.gif)
      let page = try await client.follow(send(nil, "", chosen))
      let proof = try #require(page.text.firstMatch(of: /name="photo" value="([^"]+)"/)?.1)
      let token = String(
        try #require(page.text.firstMatch(of: /name="_formrec.token" value="([^"]+)"/)?.1))
      let kept = ("name=\"photo\"", Array(proof.utf8))
      var selection = SubmissionSelection.all
      selection.submissions = [1]
      let purged = try recorder.purge(PurgeRequest(selection, by: "Ana", reason: "request"))
      #expect(purged.files == 1)
      #expect(try await send(token, "Ana", kept, accept: "*/*").status == 409)
      let shown = try await client.follow(send(token, "Ana", kept))
      #expect(shown.text.contains("Please choose your files again."))
      #expect(shown.text.contains("value=\"Ana\""))
      #expect(!shown.text.contains(proof))
      let sent = try await send(token, "Ana", chosen)
      #expect(sent.headers[.location]?.contains("/sent/") == true)
    }
  }

  /// The name of a control means a field in any letter case.
  @Test func fieldsOfFilesAreFoundByTheirNames() async throws {
    let server = try PageServer(Self.files)
    try await server.run { client in
      let sent = try await client.sendParts(
        [("name=\"Name\"", [65]), ("name=\"PHOTO\"; filename=\"a.gif\"", Self.gif)],
        accept: "*/*")
      #expect(sent.status == 201, "\(sent.text)")
    }
    #expect(try server.stored().first?.contains(/"photo":"[0-9a-f]{64}"/) == true)
  }

  /// Only a line break of the header ends the name.
  @Test func namesOfFilesMayContainLineSeparators() async throws {
    try await PageServer(Self.files).run { client in
      let photo = ("name=\"photo\"; filename=\"a\u{2028}b.gif\"", Self.gif)
      let page = try await client.follow(client.sendParts([("name=\"name\"", []), photo]))
      #expect(page.text.contains("<bdi>a\u{2028}b.gif</bdi>"), "\(page.text)")
    }
  }

  private static let chosen = ("name=\"photo\"; filename=\"a.gif\"", gif)

  /// A page that a person sent again keeps its new files, another one asks for them.
  @Test(arguments: [("quick", true), ("trapped", false), ("expired", false)])
  func filesOfAPageThatIsShownAgain(_ cause: String, isKept: Bool) async throws {
    let (server, clock) = (try PageServer(Self.files), TestClock())
    try await server.run(clock.clock) { client in
      let age: Int64 = ["quick": 0, "expired": 90_000][cause] ?? 9
      let token = client.core.pages.tokens.token(
        for: "f", session: nil, since: client.core.clock.seconds() - age)
      let trap = Array((cause == "trapped" ? "x" : "").utf8)
      let shown = try await client.follow(
        client.sendParts(
          [("name=\"name\"", [65]), ("name=\"\(ControlName.honeypot)\"", trap), Self.chosen],
          token: token))
      #expect(shown.text.contains("Please choose your files again.") != isKept, "\(shown.text)")
      let proof = shown.text.firstMatch(of: /name="photo" value="([^"]+)"/)?.1
      #expect((proof != nil) == isKept)
      clock.advance(by: .seconds(9))
      let next = String(
        try #require(shown.text.firstMatch(of: /name="_formrec.token" value="([^"]+)"/)?.1))
      let photo = proof.map { ("name=\"photo\"", Array($0.utf8)) } ?? Self.chosen
      let sent = try await client.sendParts([("name=\"name\"", [65]), photo], token: next)
      #expect(sent.headers[.location]?.contains("/sent/") == true)
    }
    #expect(try server.stored().first?.contains(/"photo":"[0-9a-f]{64}"/) == true)
  }

  /// The stored file of a page is kept when the page expires, unless another one was chosen.
  @Test(arguments: [false, true])
  func storedFilesOfAnExpiredPage(isReplaced: Bool) async throws {
    try await PageServer(Self.files).run { client in
      let page = try await client.follow(client.sendParts([("name=\"name\"", []), Self.chosen]))
      let proof = try #require(page.text.firstMatch(of: /name="photo" value="([^"]+)"/)?.1)
      var parts: [(String, [UInt8])] = [
        ("name=\"name\"", [65]), ("name=\"photo\"", Array(proof.utf8)),
      ]
      if isReplaced { parts.append(Self.chosen) }
      let token = client.core.pages.tokens.token(for: "f", session: nil, since: 0)
      let shown = try await client.follow(client.sendParts(parts, token: token))
      #expect(shown.text.contains("The page has expired."), "\(shown.text)")
      #expect(shown.text.contains(proof) != isReplaced)
      #expect(shown.text.contains("Please choose your files again.") == isReplaced)
    }
  }

  /// The folder of the files cannot be created.
  @Test func aFileThatCannotBeStoredLosesNoEntries() async throws {
    let server = try PageServer(Self.files)
    let path = server.recorder.database + "-files"
    try Data().write(to: URL(filePath: path))
    try await server.run { client in
      let parts = [Self.chosen, ("name=\"name\"", Array("Ana".utf8))]
      let shown = try await client.follow(client.sendParts(parts))
      #expect(shown.text.contains("is not available at the moment"), "\(shown.text)")
      #expect(shown.text.contains("Please choose your files again."))
      #expect(shown.text.contains("value=\"Ana\""))
      #expect(try await client.sendParts(parts, accept: "*/*").status == 500)
      try FileManager.default.removeItem(atPath: path)
      #expect(try await client.sendParts(parts, accept: "*/*").status == 201)
    }
  }

  private static let dataURI =
    "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="

  /// A file that is sent as a text is judged as in a JSON object.
  @Test(arguments: [dataURI, "x"], [true, false])
  func filesAsTextsAreNotLost(_ text: String, _ isMultipart: Bool) async throws {
    let server = try PageServer(Self.files)
    try await server.run { client in
      let values = [("name", "Ana"), ("photo", text)]
      let response =
        try await isMultipart
        ? client.sendParts(
          values.map { ("name=\"\($0.0)\"", Array($0.1.utf8)) }, accept: "*/*")
        : client.send(values, [.accept: "*/*"])
      #expect(response.status == (text == "x" ? 422 : 201), "\(response.text)")
    }
    #expect(try server.stored()[0].contains("\"photo\":\"\(text)\""))
  }

  /// Files that no field would keep, and parameters that RFC 7578 excludes.
  @Test(arguments: [
    ["name=\"photo\"; filename*=UTF-8''a.gif"],
    ["name=\"photo\"; filename=\"a.gif\"; filename*=UTF-8''a.gif"],
    ["name*=UTF-8''photo"], ["name=\"name\"; filename=\"a.txt\""],
    ["name=\"other\"; filename=\"a.txt\""], ["name=\"photo\"; filename=\"\""],
    ["name=\"photo\"; filename=\"a\"", "name=\"photo\"; filename=\"b\""],
  ])
  func filesThatWouldBeLostAreRefused(_ heads: [String]) async throws {
    let server = try PageServer(Self.files)
    try await server.run { client in
      let response = try await client.sendParts(heads.map { ($0, [65]) }, accept: "*/*")
      #expect(response.status == 400, "\(response.text)")
    }
    #expect(try server.stored().isEmpty)
  }
}

extension PageClient {
  /// A token of a page that was opened some seconds ago.
  fileprivate func agedToken() -> String {
    core.pages.tokens.token(for: "f", session: nil, since: core.clock.seconds() - 9)
  }

  /// Posts parts as the page of the form does, by default one that was opened some seconds ago.
  fileprivate func sendParts(
    _ parts: [(String, [UInt8])], token: String? = nil, accept: String = "text/html"
  ) async throws -> Response {
    let token = ("name=\"\(ControlName.token)\"", Array((token ?? agedToken()).utf8))
    let body = ([token] + parts).map {
      "--B\r\nContent-Disposition: form-data; \($0.0)\r\n\r\n"
        + String(decoding: $0.1, as: UTF8.self) + "\r\n"
    }
    return try await post(
      "/forms/f/submissions", body.joined() + "--B--\r\n",
      [.contentType: "multipart/form-data; boundary=B", .accept: accept])
  }
}
#endif
