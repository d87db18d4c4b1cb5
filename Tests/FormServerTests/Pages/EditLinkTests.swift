#if Server
import FormRecorder
import HTTPTypes
import Testing

@testable import FormServer

/// Links by which people see and correct what they sent with a page.
@Suite(.timeLimit(.minutes(10))) struct EditLinkTests {
  static let forms = """
    form: f
    edit: {days: 30}
    key: [id]
    fields:
      - {name: id, type: integer, required: true}
      - {name: mail, type: text}
      - {name: age, type: integer}
      - {name: secret, type: text, sensitive: true}
      - {name: days, type: list, separator: ";"}
    ---
    rules: f
    form: f
    fields:
      mail:
        - email
        - unique: ever
      age:
        - range: {max: 120}
      days:
        - each: {in: [mon, tue, wed]}
    ---
    form: plain
    fields: [{name: a, type: integer}]
    ---
    rules: plain
    form: plain
    """

  private static let valid = [
    ("id", "1"), ("mail", "ana@example.com"), ("age", "40"), ("secret", "swordfish"),
    ("days", "mon"),
    ("days", "wed"),
  ]

  private func named(_ values: [(String, String)]) -> [(String, String)] {
    values.map { (ControlName.control(of: $0.0), $0.1) }
  }

  /// Sends a record, and returns the page after it.
  func sent(
    _ client: PageClient, _ values: [(String, String)] = valid
  ) async throws -> (page: PageClient.Response, path: String) {
    let response = try await client.send(named(values))
    return (try await client.follow(response), try #require(response.headers[.location]))
  }

  /// The path to which the page after a record posts to get a link, and the body.
  private func offer(_ page: String) throws -> (path: String, body: String) {
    let form = try #require(
      page.firstMatch(of: /action="([^"]+\/link\?code=[^"]+)">.*?name="([^"]+)" value="([^"]+)"/))
    return (String(form.1), "\(String(form.2).percentEncoded)=\(String(form.3).percentEncoded)")
  }

  /// Gets the link to the record that was just sent.
  func link(_ page: String, _ client: PageClient) async throws -> String {
    let (path, body) = try offer(page)
    let response = try await client.post(path, body)
    #expect(response.status == 200, "\(response.text)")
    return String(try #require(response.text.firstMatch(of: /\/link\?key=[^"<]+/)?.0))
  }

  /// Opens a link, and returns the headers of later requests.
  func open(_ link: String, _ client: PageClient) async throws -> HTTPFields {
    let response = try await client.get(link)
    #expect(response.status == 303)
    #expect(response.headers[.location] == "/forms/f")
    let cookie = try #require(response.headers[.setCookie])
    return [.cookie: String(cookie.prefix { $0 != ";" })]
  }

  /// Changes values on the page of a record, and returns the page after it.
  func change(
    _ values: [(String, String)], _ client: PageClient, _ headers: HTTPFields
  ) async throws -> PageClient.Response {
    try await client.follow(
      client.post("/forms/f/submissions", body(values, client, headers), headers), headers)
  }

  @Test func anAcceptedRecordIsCorrectedByWhoeverSentIt() async throws {
    let server = try PageServer(Self.forms)
    try await server.run { client in
      let link = try await link(sent(client).page.text, client)
      let other = [("id", "2"), ("mail", "bo@example.com"), ("secret", "other")]
      _ = try await sent(client, other)
      let headers = try await open(link, client)
      let page = try await client.get("/forms/f", headers)
      #expect(page.text.contains("ana@example.com") && page.text.contains("These are the entries"))
      #expect(!page.text.contains("swordfish") && !page.text.contains("bo@example.com"))
      #expect(page.text.count(of: " checked") == 2, "\(page.text)")
      // The new value is accepted; the sensitive value that was left empty is kept.
      let changed = Self.valid.filter { $0.0 != "days" && $0.0 != "age" }.map {
        $0.0 == "secret" ? ("secret", "") : $0
      }
      let done = try await change(
        changed + [("age", "41"), ("days", "tue")], client, headers)
      #expect(done.text.contains("Your changes were received."), "\(done.text)")
      let history = try server.recorder.history(of: 3, showsSensitive: true)
      #expect(history.corrects == 1)
      #expect(history.by?.hasPrefix("link to submission 1, ") == true)
      #expect(
        history.cells.map { "\($0.name)=\($0.text ?? "")" } == [
          "id=1", "mail=ana@example.com", "age=41", "secret=swordfish", #"days=["tue"]"#,
        ])
      #expect(history.verdicts.last?.isAccepted == true)
      #expect(try server.recorder.history(of: 1).state == .corrected)
      #expect(try server.recorder.submissionCount(.current, .all) == 2)
      // A value that would be rejected is not stored: the accepted one stays in effect.
      let wrong = try await change(changed + [("age", "300")], client, headers)
      #expect(wrong.text.contains("300") && wrong.text.contains("class=\"summary\""))
      let taken = try await change(
        changed.map { $0.0 == "mail" ? ("mail", "bo@example.com") : $0 }, client, headers)
      #expect(taken.text.contains("class=\"summary\""))
      #expect(try server.recorder.submissionCount(.all, .all) == 3)
      // The key of an accepted record cannot be changed.
      let key = try await client.post(
        "/forms/f/submissions", body([("id", "9")], client, headers), headers)
      #expect(key.status == 409, "\(key.status) \(key.text)")
      // Another correction corrects the last one.
      _ = try await change(changed + [("age", "42")], client, headers)
      #expect(try server.recorder.history(of: 4).corrects == 3)
      #expect(try server.recorder.submissionCount(.current, .all) == 2)
    }
    #expect(try server.recorder.verify().problemDescription == nil)
  }

  /// The field has another name than when the record was sent.
  @Test func renamedFieldsAreShownAndCorrected() async throws {
    let server = try PageServer(Self.forms)
    let link: String = try await server.run { client in
      try await self.link(sent(client).page.text, client)
    }
    _ = try server.recorder.apply(
      DefinitionSet(
        yaml: Self.forms.replacing("{name: age,", with: "{name: years, aliases: [age],")
          .replacing("  age:", with: "  years:")))
    try await server.run { client in
      let headers = try await open(link, client)
      let page = try await client.get("/forms/f", headers)
      #expect(page.text.contains("value=\"40\""), "\(page.text)")
      let changed = Self.valid.filter { $0.0 != "age" }.map {
        $0.0 == "secret" ? ("secret", "") : $0
      }
      _ = try await change(changed + [("years", "41")], client, headers)
      let history = try server.recorder.history(of: 2)
      #expect(history.cells.map(\.name) == ["id", "mail", "years", "secret", "days"])
      #expect(history.patch.map(\.field) == ["years"] && history.patch[0].after == "41")
    }
  }

  func body(
    _ values: [(String, String)], _ client: PageClient, _ headers: HTTPFields
  ) async throws -> String {
    let page = try await client.get("/forms/f", headers)
    let token = try #require(
      page.text.firstMatch(of: /name="[^"]*token[^"]*" value="([^"]+)"/)?.1)
    return ([(ControlName.token, String(token))] + named(values))
      .map { "\($0.0.percentEncoded)=\($0.1.percentEncoded)" }.joined(separator: "&")
  }

  /// Two pages of one record: neither takes back what the other has changed.
  @Test func changesSinceThePageWasShownAreKept() async throws {
    let server = try PageServer(Self.forms)
    try await server.run { client in
      let link = try await link(sent(client).page.text, client)
      let headers = try await open(link, client)
      func record(age: String, days: [String] = ["mon", "wed"]) -> [(String, String)] {
        [("id", "1"), ("mail", "ana@example.com"), ("age", age)] + days.map { ("days", $0) }
      }
      let days = try await body(record(age: "40", days: ["tue"]), client, headers)
      let age = try await body(record(age: "50"), client, headers)
      _ = try await change(record(age: "41"), client, headers)
      let merged = try await client.post("/forms/f/submissions", days, headers)
      #expect(merged.status == 303, "\(merged.text)")
      let shown = try await client.follow(
        client.post("/forms/f/submissions", age, headers), headers)
      #expect(shown.text.contains("has been changed since"), "\(shown.text)")
      #expect(shown.text.contains("value=\"50\"") && !shown.text.contains("changed differently"))
    }
    let texts = try server.recorder.history(of: 3).cells.map { "\($0.name)=\($0.text ?? "")" }
    #expect(texts.contains("age=41") && texts.contains(#"days=["tue"]"#), "\(texts)")
    #expect(try server.stored().count == 3)
  }

  /// A record that later rules reject is corrected too, and shows its errors.
  @Test func aRejectedRecordIsCorrected() async throws {
    let server = try PageServer(Self.forms)
    try await server.run { client in
      let link = try await link(sent(client).page.text, client)
      _ = try server.recorder.apply(
        DefinitionSet(yaml: Self.forms.replacing("max: 120", with: "max: 30")))
      var replay = ReplayRequest()
      replay.form = VersionReference("f")
      _ = try server.recorder.replay(replay)
      let headers = try await open(link, client)
      let page = try await client.get("/forms/f", headers)
      #expect(page.text.contains("class=\"summary\""), "\(page.text)")
      let wrong = try await change(
        [("id", "1"), ("mail", "ana@example.com"), ("age", "31")], client, headers)
      #expect(wrong.text.contains("class=\"summary\""))
      let done = try await change(
        [("id", "1"), ("mail", "ana@example.com"), ("age", "30")], client, headers)
      #expect(done.text.contains("Your changes were received."), "\(done.text)")
      #expect(try server.recorder.history(of: 3).corrects == 2)
    }
    #expect(try server.recorder.verify().problemDescription == nil)
  }

  @Test func aLinkReachesNothingElse() async throws {
    let server = try PageServer(Self.forms, isOpen: true)
    try await server.run { client in
      let link = try await link(sent(client).page.text, client)
      _ = try await sent(client, [("id", "2"), ("mail", "bo@example.com")])
      let headers = try await open(link, client)
      for path in [
        "/fix/f", "/forms/f/failures", "/forms/f/failures/rows?submissions=2",
        "/forms/f/all", "/forms/f/open", "/audit/submissions/2", "/audit", "/odata/f",
        "/forms/f/sent/1/proof?code=x",
      ] {
        let status = try await client.get(path, headers).status
        #expect([403, 404].contains(status), "\(path): \(status)")
      }
      // Other forms are open to everyone.
      #expect(try await client.get("/forms/plain", headers).status == 200)
      // It sends no new records, and corrects no other.
      var json = headers
      json[.contentType] = ContentType.json
      let page = try await client.get("/forms/f", headers)
      json[.csrfToken] = String(try #require(page.text.firstMatch(of: /data-csrf="([^"]+)"/)?.1))
      for path in [
        "/forms/f/submissions", "/forms/f/imports", "/forms/f/corrections?literal=true",
        "/forms/f/repairs?field=id",
      ] {
        #expect(try await client.post(path, #"{"id": 3}"#, json).status == 403, "\(path)")
      }
      #expect(try server.recorder.submissionCount(.all, .all) == 2)
      var actions: [String] = []
      try server.recorder.forEachEvent { if $0.kind == .activity { actions.append($0.action) } }
      #expect(actions.contains("read submission 1"), "\(actions)")
      #expect(try !server.stored().joined().contains(link))
    }
  }

  /// With the code, whoever has left the session of the link would get a proof with the sensitive
  /// values that the page does not show.
  @Test(arguments: ["40", "41"])
  func theHolderOfALinkGetsNoCode(_ age: String) async throws {
    let server = try PageServer(Self.forms)
    try await server.run { client in
      let link = try await link(sent(client).page.text, client)
      let headers = try await open(link, client)
      let values = Self.valid.map { name, text in
        (name, name == "secret" ? "" : name == "age" ? age : text)
      }
      let response = try await client.post(
        "/forms/f/submissions", body(values, client, headers), headers)
      // Nothing is stored if nothing has changed.
      let number = age == "40" ? 1 : 2
      #expect(response.headers[.location] == "/forms/f/sent/\(number)")
      let done = try await client.follow(response, headers)
      #expect(done.text.contains("Your changes were received."), "\(done.text)")
      let anonymous = try await client.follow(response)
      #expect(!anonymous.text.contains("code="), "\(anonymous.text)")
    }
  }

  @Test func aLinkIsGrantedOnceAndEnds() async throws {
    let server = try PageServer(Self.forms)
    let time = TestClock()
    try await server.run(ServerClock(now: time.clock.now)) { client in
      let (page, path) = try await sent(client)
      let link = try await link(page.text, client)
      let again = try await client.get(path)
      #expect(try await self.link(again.text, client) == link)
      let grants = try server.recorder.accessGrants()
      #expect(grants.map(\.submissionID) == [1])
      let headers = try await open(link, client)
      try server.recorder.revokeAccess(grants[0].id)
      // The server does not know yet that the link has ended.
      let (offer, body) = try offer(again.text)
      #expect(try await client.post(offer, body).status == 404)
      let core = PageClient(core: client.core)
      time.advance(by: .seconds(client.core.configuration.changeDelay))
      #expect(try await core.get(link).status == 404)
      #expect(try await core.get("/forms/f", headers).text.contains("ana@") == false)
      #expect(try await client.post(offer, body).status == 404)
      let ended = try await client.get(path).text
      #expect(!ended.contains("/link?") && ended.contains("/proof?"), "\(ended)")
    }
  }

  /// A link works at once, although the server has read the grants before.
  @Test func aNewLinkWorksAtOnce() async throws {
    try await PageServer(Self.forms).run { client in
      #expect(try await client.get("/link?key=x").status == 404)
      let link = try await link(sent(client).page.text, client)
      let headers = try await open(link, client)
      #expect(try await client.get("/forms/f", headers).text.contains("ana@example.com"))
    }
  }

  /// A link is a change, which counts for the limit on those that wait.
  @Test func linksAreLimited() async throws {
    var limits = ServerConfiguration.patient
    limits.maximumPending = 1
    let server = try PageServer(Self.forms, limits)
    try await server.run { client in
      let (path, body) = try await offer(sent(client).page.text)
      try client.core.limits.submissions.begin()
      let refused = try await client.post(path, body).status
      #expect(refused == 503)
      client.core.limits.submissions.end()
      let granted = try await client.post(path, body).status
      #expect(granted == 200)
    }
  }

  /// Everyone can get a link, so it lifts no limit.
  @Test func holdersOfLinksAreLimitedAsOthers() async throws {
    var limits = ServerConfiguration.patient
    limits.anonymousRecordsPerMinute = 2
    let server = try PageServer(Self.forms, limits)
    try await server.run(ServerClock(now: TestClock().clock.now)) { client in
      let link = try await link(sent(client).page.text, client)
      let headers = try await open(link, client)
      var statuses: [Int] = []
      for age in ["41", "42"] {
        let record = [("id", "1"), ("mail", "ana@example.com"), ("age", age)]
        let body = try await body(record, client, headers)
        statuses.append(try await client.post("/forms/f/submissions", body, headers).status)
      }
      #expect(statuses == [303, 429])
    }
    #expect(try server.stored().count == 2)
  }

  @Test func aPurgedRecordHasNeitherLinkNorProof() async throws {
    let server = try PageServer(Self.forms)
    try await server.run { client in
      let (page, path) = try await sent(client)
      let (offer, body) = try offer(page.text)
      _ = try server.recorder.purge(PurgeRequest(.submissions([1]), by: "ana", reason: "erasure"))
      let purged = try await client.get(path)
      #expect(purged.status == 200)
      #expect(!purged.text.contains("/link?") && !purged.text.contains("/proof?"))
      #expect(try await client.post(offer, body).status == 404)
      #expect(try server.recorder.accessGrants().isEmpty)
    }
  }

  @Test func onlyTheSenderIsOfferedALink() async throws {
    let server = try PageServer(Self.forms)
    try await server.run { client in
      let (page, path) = try await sent(client)
      let (offer, body) = try offer(page.text)
      let plain = String(path.prefix { $0 != "?" })
      #expect(try await !client.get(plain).text.contains("/link?"))
      #expect(try await client.post(plain + "/link", body).status == 404)
      #expect(try await client.post(plain + "/link?code=x", body).status == 404)
      #expect(try await client.post(offer, "x=1").status == 403)
      let other = try await client.follow(client.send(named([("a", "1")]), to: "plain"))
      #expect(!other.text.contains("/link?"))
      #expect(try server.recorder.accessGrants().isEmpty)
    }
  }
}
#endif
