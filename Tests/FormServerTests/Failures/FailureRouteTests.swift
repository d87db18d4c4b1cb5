#if Server
import FormRecorder
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// The page on which people repair failures, and its routes.
@Suite(.timeLimit(.minutes(10))) struct FailureRouteTests {
  /// Submission 4 fails `email.email`, submission 5 fails `id.range`.
  private static let form = "/forms/people"
  private static let ndjson: HTTPFields = [.contentType: "application/x-ndjson"]
  private static let json: HTTPFields = [.contentType: ContentType.json]

  private func patch(_ submission: Int, _ fields: String) -> String {
    #"{"submission": \#(submission), "fields": \#(fields)}"# + "\n"
  }

  @Test func routesRequireThePermissionToCorrect() async throws {
    let requests: [(HTTPRequest.Method, String, String)] = [
      (.get, "\(Self.form)/failures", ""), (.get, "\(Self.form)/failures/rows?submissions=4", ""),
      (.post, "\(Self.form)/repairs?field=name", #"{"edits": {}}"#),
      (.post, "\(Self.form)/failures/assign", #"{"submissions": [4], "to": "bo"}"#),
      (.post, "\(Self.form)/submissions/4/comments", #"{"text": "really?"}"#),
      (
        .post, "\(Self.form)/failures/waive",
        #"{"submissions": [4], "rule": "email.email", "reason": "x"}"#
      ),
    ]
    try await ReadingServer().run { client in
      for (method, path, body) in requests {
        for (role, status) in [(.read, 403), (.submit, 403), (nil, 401), (.correct, 200)]
          as [(AccessGrant.Role?, Int)]
        {
          let response = try await client.send(method, path, as: role, Self.json, body)
          #expect(response.status == status, "\(path): \(response.text)")
        }
      }
    }
  }

  @Test(
    arguments: [
      (.correct, "/fix/people", 200), (.read, "/fix/people", 403), (.submit, "/fix/people", 403),
      (nil, "/fix/people", 401), (.correct, "/fix/none", 404),
      (.correct, "/fix/people?import=1&sensitive=true", 200), (.correct, "/fix/people?x=1", 400),
    ] as [(AccessGrant.Role?, String, Int)])
  func thePage(role: AccessGrant.Role?, path: String, status: Int) async throws {
    try await ReadingServer().run { client in
      let response = try await client.get(path, as: role)
      #expect(response.status == status, "\(response.text.prefix(300))")
      guard status == 200 else { return }
      #expect(!response.text.contains("??"))
      #expect(!response.text.contains(" style=") && !response.text.contains("<friends>"))
      let size =
        response.text.utf8.count + FailuresPage.script.size + FailuresPage.style.size
      #expect(size <= 60_000, "\(size) bytes")
      for asset in [FailuresPage.script, FailuresPage.style] {
        #expect(response.text.contains(asset.path))
        #expect(try await client.get(asset.path).status == 200)
      }
    }
  }

  @Test func failuresAreListedAndRowsHaveMasks() async throws {
    let server = try ReadingServer()
    try await server.run { client in
      let list = try await client.get("\(Self.form)/failures?import=1", as: .correct)
      #expect(list.text.contains(#""rows":[[4,0],[5,1]]"#), "\(list.text)")
      #expect(list.text.contains(#""rule":"email.email","field":"email""#))
      for (query, text) in [("", "•••"), ("&sensitive=true", "wrong")] {
        let before = try server.reads().count
        let rows = try await client.get(
          "\(Self.form)/failures/rows?submissions=4,99\(query)", as: .correct)
        #expect(rows.text.contains(#""email":"\#(text)""#), "\(rows.text)")
        #expect(rows.text.contains(#""fields":["email"]"#))
        #expect(try server.reads().count == before + 1)
      }
      #expect(try server.reads().last?.hasSuffix("unmasked") == true)
      let numbers = (1...500).map(String.init).joined(separator: ",")
      for (values, status) in [
        ("x", 400), ("", 400), ("4,", 400), ("04", 400), (numbers, 200), ("\(numbers),501", 400),
        (String(repeating: "9", count: 15), 200), (String(repeating: "9", count: 16), 400),
      ] {
        let path = "\(Self.form)/failures/rows?submissions=\(values)"
        #expect(try await client.get(path, as: .correct).status == status)
      }
    }
  }

  @Test func failuresAreReadWhileImportsOccupyAllThreads() async throws {
    try await ReadingServer().run { client in
      try await client.server.core.whileImporting {
        let list = try await client.get("\(Self.form)/failures", as: .correct)
        #expect(list.status == 200, "\(list.text)")
        let repairs = try await client.send(
          .post, "\(Self.form)/repairs?field=id", as: .correct, Self.json, #"{"edits": {}}"#)
        #expect(repairs.status == 200, "\(repairs.text)")
      }
    }
  }

  @Test func editsAreEvaluatedStoredAndRefused() async throws {
    let server = try ReadingServer()
    let path = "\(Self.form)/corrections?literal=true&keep=all&verdicts=true"
    try await server.run { client in
      func send(_ body: String, _ query: String = "") async throws -> ReadingClient.Response {
        try await client.send(.post, path + query, as: .correct, Self.ndjson, body)
      }
      // Nothing is stored by an evaluation.
      let both = patch(4, #"{"email": "still wrong"}"#) + patch(5, #"{"id": "20"}"#)
      let evaluated = try await send(both, "&dryRun=true")
      #expect(evaluated.status == 200, "\(evaluated.text)")
      #expect(evaluated.text.contains(#"{"submission":5,"errors":[]}"#))
      #expect(evaluated.text.contains(#"{"submission":4,"errors":[{"rule":"email.email""#))
      #expect(try server.recorder.submissionCount(.open, .all) == 2)
      // A cell without a failure keeps its text; the others of the record are stored.
      let protected = try await send(patch(4, #"{"name": "X", "email": "still wrong"}"#))
      #expect(protected.status == 201, "\(protected.text)")
      #expect(protected.text.contains(#""column":"name""#))
      #expect(!protected.text.contains("still wrong"))
      // Another person changed the same cell of submission 4 differently.
      let conflict = try await send(
        patch(4, #"{"email": "b@example.com"}"#) + patch(5, #"{"id": "=1"}"#))
      #expect(conflict.text.contains(#""line":1,"code":"conflict","latest":6"#), "\(conflict.text)")
      #expect(conflict.text.contains(#""rows":1,"#))
      let repaired = try await send(patch(6, #"{"email": "b@example.com"}"#))
      #expect(repaired.text.contains(#""closed":1"#), "\(repaired.text)")
      let closed = try await send(patch(6, #"{"email": "c@example.com"}"#))
      #expect(closed.text.contains(#""code":"corrected","latest":8"#), "\(closed.text)")
      let unknown = try await send(patch(7, #"{"none": "c"}"#))
      #expect(unknown.status == 400)
    }
    #expect(try server.recorder.verify().problemDescription == nil)
  }

  /// Without a decision, a changed cell without a failure stores nothing.
  @Test func protectedCellsNeedADecision() async throws {
    let server = try ReadingServer()
    try await server.run { client in
      let response = try await client.send(
        .post, "\(Self.form)/corrections?literal=true", as: .correct, Self.ndjson,
        patch(4, #"{"name": "X", "email": "a@example.com"}"#))
      #expect(response.status == 422)
    }
    #expect(try server.recorder.submissionCount(.all, .all) == 5)
  }

  @Test(arguments: [
    ("field=id", #"{"edits": {}}"#, 200, #""values":[{"text":"2000","count":1}]"#),
    (
      "field=id",
      #"{"edits": {"5": {"id": " 7 "}}, "repair": {"replace": {" 7 ": "7"}}}"#,
      200, #""cells":1,"closed":1"#
    ),
    (
      "field=id", #"{"edits": {}, "repair": {"replace": {"2000": "20"}}}"#, 200,
      #""cells":1,"closed":1,"examples":[["2000","20"]],"texts":[[5,"20"]]"#
    ),
    // The texts of masked cells are not shown.
    ("field=email", #"{"edits": {}}"#, 200, #"{"cells":0,"values":[],"repairs":[]}"#),
    ("field=email&sensitive=true", #"{"edits": {}}"#, 200, #""text":"wrong""#),
    ("field=name", #"{"edits": {}}"#, 200, #"{"cells":0,"values":[],"repairs":[]}"#),
    ("field=none", #"{"edits": {}}"#, 400, "unknown field"),
    (
      "field=id", #"{"edits": {}, "repair": {"strip": ["2", "000"]}}"#, 200,
      #""repairs":[{"repair":{"strip":["2","000"]},"cells":1"#
    ),
    ("field=id", #"{"edits": {}, "repair": "none"}"#, 400, "'repair' is not a repair"),
    ("field=id", #"{"edits": {}, "repair": {"type": "none"}}"#, 400, "'repair' is not a repair"),
    ("field=id", #"{"edits": {"x": {}}}"#, 400, "edits"), ("field=id", "[]", 400, "edits"),
    ("", #"{"edits": {}}"#, 400, "field"),
  ])
  func repairs(query: String, body: String, status: Int, part: String) async throws {
    let server = try ReadingServer()
    try await server.run { client in
      let response = try await client.send(
        .post, "\(Self.form)/repairs?\(query)", as: .correct, Self.json, body)
      #expect(response.status == status, "\(response.text)")
      #expect(response.text.contains(part), "\(response.text)")
      #expect(try server.reads().count == (status == 200 ? 1 : 0))
    }
    #expect(try server.recorder.submissionCount(.all, .all) == 5)
  }

  @Test func rowsHaveCommentsAlsoOfTheRecordBeforeItsCorrection() async throws {
    let server = try ReadingServer()
    try await server.run { client in
      for (body, status) in [
        (#"{"text": "really?", "rule": "email.email"}"#, 200),
        (#"{"text": "x", "rule": "x"}"#, 404),
        (#"{"text": " "}"#, 400), (#"{"text": "a\u0007"}"#, 400), ("{}", 400),
      ] {
        let response = try await client.send(
          .post, "\(Self.form)/submissions/4/comments", as: .correct, Self.json, body)
        #expect(response.status == status, "\(body): \(response.text)")
      }
      let other = try await client.send(
        .post, "/forms/none/submissions/4/comments", as: .correct, Self.json, #"{"text": "x"}"#)
      #expect(other.status == 404)
      _ = try await client.send(
        .post, "\(Self.form)/corrections?literal=true&keep=all", as: .correct, Self.ndjson,
        patch(4, #"{"email": "still wrong"}"#))
      let rows = try await client.get("\(Self.form)/failures/rows?submissions=6", as: .correct)
      #expect(
        rows.text.contains(
          #""comments":[{"submission":4,"rule":"email.email","text":"really?","by":"t-correct""#),
        "\(rows.text)")
    }
    #expect(try server.recorder.verify().problemDescription == nil)
  }

  /// Every change counts for the limit on those that wait.
  @Test(arguments: [
    ("failures/assign", #"{"submissions": [4], "to": "bo"}"#),
    ("failures/waive", #"{"submissions": [4], "rule": "id.integer", "reason": "x"}"#),
    ("repairs/keep?source=x", #"{"repairs": [{"id": "trim"}]}"#),
    ("submissions/4/comments", #"{"text": "x"}"#),
  ])
  func changesAreLimited(_ path: String, _ body: String) async throws {
    let server = try ReadingServer()
    var configuration = ServerConfiguration.patient
    configuration.maximumPending = 1
    let core = ServerCore(server.recorder, configuration)
    let client = ReadingClient(server: FormHTTPServer(core), tokens: server.tokens)
    try core.limits.submissions.begin()
    let response = try await client.send(
      .post, "\(Self.form)/\(path)", as: .admin, Self.json, body)
    #expect(response.status == 503, "\(response.text)")
  }

  @Test func recordsAreAssignedListedAndExported() async throws {
    let server = try ReadingServer()
    try await server.run { client in
      func assign(_ body: String) async throws -> ReadingClient.Response {
        try await client.send(.post, "\(Self.form)/failures/assign", as: .correct, Self.json, body)
      }
      #expect(try await assign("{}").status == 400)
      #expect(try await assign(#"{"submissions": [4], "to": " "}"#).status == 400)
      #expect(
        try await assign(#"{"submissions": [4], "to": "bo", "reason": " "}"#).status == 400)
      #expect(try await assign(#"{"submissions": [9], "to": "bo"}"#).status == 404)
      let both = try await assign(#"{"submissions": [1, 4, 5], "to": "bo"}"#)
      #expect(both.text.contains(#""submissions":2"#), "\(both.text)")
      #expect(try await assign(#"{"submissions": [5], "to": null}"#).status == 200)
      let list = try await client.get("\(Self.form)/failures", as: .correct)
      #expect(list.text.contains(#""assignees":[[4,"bo"]]"#), "\(list.text)")
      let mine = try await client.get("\(Self.form)/failures?assigned=bo", as: .correct)
      #expect(mine.text.contains(#""rows":[[4,0]]"#), "\(mine.text)")
      let open = try await client.get("\(Self.form)/open?assigned=bo", as: .correct)
      #expect(open.text.contains(#""submission":4,"#) && !open.text.contains(#""submission":5,"#))
      #expect(try await client.get("\(Self.form)/open?assigned=eva", as: .correct).status == 404)
    }
  }

  /// A misspelt field is no order, and the order by masked texts would reveal them.
  @Test(arguments: [
    ("sort=name", 200), ("sort=none", 400), ("sort=email", 403), ("sort=email&sensitive=true", 200),
  ])
  func sorting(query: String, status: Int) async throws {
    try await ReadingServer().run { client in
      let response = try await client.get("\(Self.form)/failures?\(query)", as: .correct)
      #expect(response.status == status, "\(response.text)")
    }
  }

  /// A misspelt member must not be ignored.
  @Test(arguments: [
    ("imports/1/retract", #""reason": "r", "dryrun": true"#),
    ("submissions/4/waive", #""reason": "r", "ruel": "email.email""#),
    ("submissions/4/reopen", #""reason": "r", "ruel": "email.email""#),
    ("submissions/4/comments", #""text": "r", "ruel": "email.email""#),
    (
      "failures/waive", #""submissions": [4], "rule": "email.email", "reason": "r", "reasons": "r""#
    ),
    ("failures/assign", #""submissions": [4], "To": "bo""#),
    ("repairs?field=id", #""edits": {}, "repairs": {"replace": {"2000": "20"}}"#),
    ("repairs/keep?source=x", #""repairs": [], "source": "y""#),
    ("validation", #""event": "blur", "visited": [], "values": [], "value": []"#),
  ])
  func unknownMembersAreRefused(path: String, members: String) async throws {
    let server = try ReadingServer()
    try await server.run { client in
      let before = try server.recorder.contentState()
      let response = try await client.send(
        .post, "\(Self.form)/\(path)", as: .admin, Self.json, "{\(members)}")
      #expect(response.status == 400, "\(response.text)")
      #expect(response.text.contains("and no others"), "\(response.text)")
      #expect(try server.recorder.contentState() == before)
    }
  }

  @Test func severalFailuresAreWaivedAtOnce() async throws {
    let server = try ReadingServer()
    try await server.run { client in
      let path = "\(Self.form)/failures/waive"
      for (body, status) in [
        (#"{"submissions": [4], "rule": "email.email", "reason": "known"}"#, 200),
        (#"{"submissions": [4], "rule": "email.email", "reason": ""}"#, 400), ("{}", 400),
      ] {
        let response = try await client.send(.post, path, as: .correct, Self.json, body)
        #expect(response.status == status, "\(response.text)")
      }
      let list = try await client.get("\(Self.form)/failures", as: .correct)
      #expect(list.text.contains(#""rows":[[5,0]]"#), "\(list.text)")
    }
    #expect(try server.recorder.submissionCount(.open, .all) == 1)
  }
}
#endif
