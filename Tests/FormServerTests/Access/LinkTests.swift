#if Server
import FormRecorder
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// Addresses with a secret, which give access to one import.
@Suite(.timeLimit(.minutes(10))) struct LinkTests {
  private static let forms = """
    form: f
    fields: [{name: a, type: integer}, {name: b, type: text}]
    ---
    rules: f
    form: f
    ---
    form: g
    fields: [{name: a, type: integer}]
    ---
    rules: g
    form: g
    """

  /// A server with two imports of one rejected record each: submissions 1 and 2. Another form has
  /// the third one.
  private func server(_ limits: ServerConfiguration = .patient) throws -> PageServer {
    let server = try PageServer(Self.forms, isOpen: false, limits)
    for (form, text) in [("f", "a,b\nx,mine\n"), ("f", "a,b\ny,other\n"), ("g", "a\nz\n")] {
      try add(text, to: form, server)
    }
    return server
  }

  private func add(_ text: String, to form: String, _ server: PageServer) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).csv")
    // Only cleans up.
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    var request = ImportRequest(path: file.path)
    request.form = VersionReference(form)
    _ = try server.recorder.importFile(request)
  }

  /// Opens a link, and returns the headers of later requests.
  private func open(_ path: String, _ client: PageClient) async throws -> HTTPFields {
    let response = try await client.get(path)
    #expect(response.status == 303)
    #expect(response.headers[.location] == "/fix/f?import=1")
    let header = try #require(response.headers[.setCookie])
    var headers: HTTPFields = [.cookie: String(header.prefix { $0 != ";" })]
    let page = try await client.get("/fix/f?import=1", headers)
    #expect(page.status == 200)
    headers[.csrfToken] = String(
      try #require(page.text.firstMatch(of: /data-csrf="([^"]+)"/)?.1))
    headers[.contentType] = "application/x-ndjson"
    return headers
  }

  /// Whoever tries secrets has the rate of a client that tries passwords. Opening links does not
  /// count.
  @Test func triesOfSecretsAreLimited() async throws {
    var limits = ServerConfiguration.patient
    limits.signInsPerMinute = 2
    let server = try server(limits)
    let (_, path) = try server.recorder.grantLink(
      AccessRequest(name: "Branch North", role: .correct), toImport: 1)
    try await server.run(TestClock().clock) { client in
      for _ in 0..<3 {
        let opened = try await client.get(path)
        #expect(opened.status == 303)
      }
      for status in [404, 404, 429] {
        let refused = try await client.get("/link?key=wrong")
        #expect(refused.status == status)
      }
      let opened = try await client.get(path)
      #expect(opened.status == 303)
    }
  }

  @Test func holderSeesAndRepairsOnlyTheImport() async throws {
    let server = try server()
    let (grant, path) = try server.recorder.grantLink(
      AccessRequest(name: "Branch North", role: .correct), toImport: 1)
    try await server.run { client in
      for wrong in ["/link", "/link?key=", path + "x"] {
        #expect(try await client.get(wrong).status == 404, "\(wrong)")
      }
      let headers = try await open(path, client)
      _ = try server.recorder.assign(.all, to: "bo", by: "ana")
      let list = try await client.get("/forms/f/failures", headers)
      #expect(list.text.contains(#""assignees":[]"#), "\(list.text)")
      #expect(try await client.get("/forms/f/failures?assigned=bo", headers).status == 403)
      #expect(list.text.contains(#""rows":[[1,0]]"#), "\(list.text)")
      #expect(try await client.get("/forms/f/failures?import=2", headers).status == 403)
      let rows = "/forms/f/failures/rows?submissions="
      #expect(try await client.get(rows + "1", headers).text.contains("mine"))
      #expect(try await client.get(rows + "2", headers).status == 404)
      #expect(try await client.get(rows + "1&sensitive=true", headers).status == 403)
      let open = try await client.get("/forms/f/open?format=csv", headers)
      #expect(open.text.contains("mine") && !open.text.contains("other"))

      var json = headers
      json[.contentType] = "application/json"
      for (number, status) in [(1, 200), (2, 404)] {
        let comment = try await client.post(
          "/forms/f/submissions/\(number)/comments", #"{"text": "is x right?"}"#, json)
        #expect(comment.status == status, "\(comment.text)")
      }
      #expect(try await client.get(rows + "1", headers).text.contains("is x right?"))

      let save = "/forms/f/corrections?literal=true&keep=all"
      let foreign = try await client.post(
        save, #"{"submission": 2, "fields": {"a": "1"}}"# + "\n", headers)
      #expect(foreign.text.contains(#""rows":0,"#), "\(foreign.text)")
      let own = try await client.post(
        save, #"{"submission": 1, "fields": {"a": "1"}}"# + "\n", headers)
      #expect(own.text.contains(#""closed":1"#), "\(own.text)")

      // Nothing else of the form or the server can be seen or changed.
      let others = [
        "/forms/f", "/forms/f/all", "/forms/f/submissions", "/audit", "/audit/submissions",
        "/odata/f", "/forms/f/imports/2", "/forms/g/failures", "/forms/g/failures?import=1",
        "/forms/g/failures/rows?submissions=3", "/forms/g/open?format=csv", "/fix/g?import=1",
      ]
      for other in others {
        let status = try await client.get(other, headers).status
        #expect([403, 404].contains(status), "\(other): \(status)")
      }
      for other in [
        "/forms/f/submissions", "/forms/f/imports", "/forms/f/failures/waive",
        "/forms/f/failures/assign",
      ] {
        let status = try await client.post(other, "{}", headers).status
        #expect(status == 403, "\(other): \(status)")
      }
      var operators: Set<String> = []
      try server.recorder.forEachEvent { if let by = $0.by { operators.insert(by) } }
      #expect(operators == ["Branch North", "ana"])
      try server.recorder.revokeAccess(grant.id)
      #expect(try server.recorder.accessGrants().isEmpty)
    }
  }

  /// A steward is offered the values of other imports, the holder of a link is not.
  @Test func valuesOfOtherImportsAreNotOffered() async throws {
    let server = try server()
    try add("a,b\n4711,mine\n4711,mine\n", to: "f", server)
    let (_, path) = try server.recorder.grantLink(AccessRequest(role: .correct), toImport: 1)
    let (_, token) = try server.recorder.grantToken(AccessRequest(name: "t", role: .correct))
    try await server.run { client in
      var holder = try await open(path, client)
      holder[.contentType] = "application/json"
      let steward: HTTPFields = [
        .authorization: "Bearer \(token)", .contentType: "application/json",
      ]
      for body in [#"{"edits": {}}"#, #"{"edits": {}, "repair": {"others": "b"}}"#] {
        for (headers, isOffered) in [(steward, true), (holder, false)] {
          let response = try await client.post("/forms/f/repairs?import=1&field=a", body, headers)
          #expect(response.status == 200, "\(response.text)")
          #expect(response.text.contains(#""cells":1"#), "\(response.text)")
          #expect(response.text.contains("4711") == isOffered, "\(response.text)")
        }
      }
    }
  }

  /// Opening a link is a logged read, and ends the session of an earlier link.
  @Test func openingIsRecordedAndEndsTheEarlierSession() async throws {
    let server = try server()
    let paths = try ["one", "two"].map { name in
      try server.recorder.grantLink(AccessRequest(name: name, role: .read), toImport: 1).path
    }
    try await server.run { client in
      let headers = try await open(paths[0], client)
      let list = "/forms/f/failures"
      #expect(try await client.get(list, headers).status == 200)
      let cookie = try #require(headers[.cookie])
      #expect(try await client.get(paths[1], [.cookie: cookie]).status == 303)
      let ended = try await client.get(list, headers)
      #expect([303, 401].contains(ended.status), "\(ended.status)")
    }
    #expect(try server.readers() == ["one", "two"])
  }

  /// Another site can open a link in the browser of a steward, but not confirm it.
  @Test func userIsSignedOutOnlyAfterConfirmation() async throws {
    let server = try server()
    let user = try server.recorder.grantUser(
      AccessRequest(name: "ana", role: .correct), password: "correct horse battery")
    let (_, path) = try server.recorder.grantLink(
      AccessRequest(name: "one", role: .read), toImport: 1)
    try await server.run { client in
      let session = client.core.sessions.begin(grant: user, isSecure: false)
      let headers: HTTPFields = [.cookie: String(session.prefix { $0 != ";" })]
      let page = try await client.get(path, headers)
      #expect(page.status == 200 && page.headers[.setCookie] == nil)
      #expect(page.text.contains("Opening this link signs you out."), "\(page.text)")
      let csrf = String(
        try #require(page.text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1))
      let key = String(try #require(page.text.firstMatch(of: /name="key" value="([^"]+)"/)?.1))
      #expect(path.hasSuffix("=\(key)"))
      #expect(try await client.post("/link", "csrf=x&key=\(key)", headers).status == 403)
      #expect(try await client.post("/link", "csrf=\(csrf)&key=x", headers).status == 404)
      #expect(try await client.get("/forms/f", headers).status == 200)
      #expect(try server.readers().isEmpty)
      let opened = try await client.post("/link", "csrf=\(csrf)&key=\(key)", headers)
      #expect(opened.status == 303 && opened.headers[.location] == "/fix/f?import=1")
      #expect(opened.headers[.setCookie] != nil)
      #expect(try await client.get("/forms/f", headers).status == 303)
    }
    #expect(try server.readers() == ["one"])
  }

  /// Programs that check the links in mail do not use them.
  @Test func headBeginsNoSession() async throws {
    let server = try server()
    let (_, path) = try server.recorder.grantLink(AccessRequest(role: .read), toImport: 1)
    try await server.run { client in
      let response = try await FormHTTPServer(client.core).response(to: .head, path)
      #expect(response.status == .seeOther && response.headers[.setCookie] == nil)
    }
    #expect(try server.readers().isEmpty)
  }

  /// A returned file that changes cells without a failure needs a decision on each column, from
  /// the holder of a link as from others. The log has the changes under the name of the link.
  @Test func holderDecidesOnChangesOfOtherCells() async throws {
    let server = try server()
    let (_, path) = try server.recorder.grantLink(
      AccessRequest(name: "Branch North", role: .correct), toImport: 1)
    try await server.run { client in
      var headers = try await open(path, client)
      let returned = try await client.get("/forms/f/open?format=csv", headers).text
        .replacing("x,mine", with: "1,changed")
      headers[.contentType] = "text/csv"
      let refused = try await client.post("/forms/f/corrections", returned, headers)
      #expect(refused.status == 422, "\(refused.text)")
      let decided = try await client.post("/forms/f/corrections?accept=b", returned, headers)
      #expect(decided.status == 201, "\(decided.text)")
      let history = try server.recorder.history(of: 1)
      #expect(history.correctedBy != nil)
    }
  }

  /// In a list that is separated by commas, `b,c` means two other columns.
  @Test(arguments: [
    ("b,c", 422), ("%5B%22b,c%22%5D", 201), ("%5B%22b%22,%22c%22%5D", 422), ("%5B%22b,c%22", 400),
    ("%5B1%5D", 400),
  ])
  func aDecisionNamesAColumnWithAComma(_ accepted: String, _ status: Int) async throws {
    let server = try PageServer(
      "form: f\ncolumns: keep\nfields: [{name: a, type: integer}]\n---\nrules: f\nform: f\n",
      isOpen: false)
    try add("a,b,c,\"b,c\"\nx,1,2,3\n", to: "f", server)
    let (_, path) = try server.recorder.grantLink(AccessRequest(role: .correct), toImport: 1)
    try await server.run { client in
      var headers = try await open(path, client)
      let returned = try await client.get("/forms/f/open?format=csv", headers).text
        .replacing("x,1,2,3", with: "5,1,2,4")
      headers[.contentType] = "text/csv"
      let address = "/forms/f/corrections?accept=\(accepted)"
      let response = try await client.post(address, returned, headers)
      #expect(response.status == status, "\(response.text)")
    }
  }

  /// The names of other forms and imports appear neither in lists of known names nor by the absence
  /// of an error.
  @Test func namesOfOthersAreNotRevealed() async throws {
    let server = try server()
    for (form, source) in [("f", "near"), ("g", "secret")] {
      var request = SubmissionRequest(fields: [("a", "z")])
      request.form = VersionReference(form)
      request.source = source
      _ = try server.recorder.submit(request)
    }
    _ = try server.recorder.assign(.submissions([3]), to: "secretary", by: "ana")
    _ = try server.recorder.assign(.submissions([1]), to: "bo", by: "ana")
    let (_, token) = try server.recorder.grantToken(
      AccessRequest(name: "t", role: .read, form: "f"))
    let (_, path) = try server.recorder.grantLink(AccessRequest(role: .read), toImport: 1)
    try await server.run { client in
      let bearer: HTTPFields = [.authorization: "Bearer \(token)", .accept: "application/json"]
      for query in [
        "source=zz", "source=secret", "batch=zz", "assigned=zz", "assigned=secretary", "import=3",
      ] {
        for list in ["open", "submissions"] {
          let response = try await client.get("/forms/f/\(list)?\(query)", bearer)
          #expect(response.status == 404, "\(query): \(response.text)")
          let names = response.text.replacing("unknown source 'secret'", with: "")
            .replacing("unknown assignee 'secretary'", with: "")
          #expect(!names.contains("secret"), "\(query): \(response.text)")
        }
      }
      for query in ["source=near", "assigned=bo"] {
        #expect(try await client.get("/forms/f/open?\(query)", bearer).status == 200, "\(query)")
      }
      let headers = try await open(path, client)
      for query in ["source=near", "batch=zz", "assigned=bo"] {
        for list in ["open", "failures"] {
          let status = try await client.get("/forms/f/\(list)?\(query)", headers).status
          #expect(status == 403, "\(list) \(query)")
        }
      }
    }
  }

  @Test func readerChangesNothing() async throws {
    let server = try server()
    let (_, path) = try server.recorder.grantLink(AccessRequest(role: .read), toImport: 1)
    try await server.run { client in
      let headers = try await open(path, client)
      #expect(try await client.get("/forms/f/failures", headers).status == 200)
      let page = try await client.get("/fix/f?import=1", headers).text
      #expect(page.contains("<noscript>") && !page.contains("/audit/submissions"))
      for route in ["corrections?literal=true", "repairs?field=a", "submissions/1/comments"] {
        let response = try await client.post("/forms/f/\(route)", "{}", headers)
        #expect(response.status == 403, "\(route): \(response.text)")
      }
    }
  }
}

extension PageServer {
  /// Who has opened a link to the first import, in order.
  fileprivate func readers() throws -> [String?] {
    var readers: [String?] = []
    try recorder.forEachEvent { event in
      if event.action == "read the failures of import 1" { readers.append(event.by) }
    }
    return readers
  }
}
#endif
