#if Server
import FormRecorder
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

@Suite(.timeLimit(.minutes(10))) struct HistoryRouteTests {
  @Test func submissionsAreListedAndFound() async throws {
    let server = try ReadingServer()
    try await server.run { client in
      let open = try await client.get("/forms/people/submissions?scope=open")
      #expect(open.text.contains("\"rules\":[\"email.email\"]"))
      let name = try await client.get("/forms/people/submissions?where%5Bname%5D=Ana")
      #expect(name.text.hasPrefix("[{\"submission\":1,"))
      let pay = try await client.get("/forms/people/submissions?where[pay]=1234.5")
      #expect(pay.text.hasPrefix("[{\"submission\":1,"))
      let key = try await client.get("/forms/people/submissions?where[id]=2&scope=current")
      #expect(key.text.hasPrefix("[{\"submission\":2,"))
      let next = try await client.get("/forms/people/submissions?limit=2&where[active]=yes")
      #expect(next.headers[.link]?.contains("after=4>; rel=\"next\"") == true)
      let email = "/forms/people/submissions?where[email]=ana@example.com"
      try await #expect(client.get(email).status == 403)
      try await #expect(client.get(email, as: .correct).text.hasPrefix("[{\"submission\":1,"))
      try await #expect(
        client.get("/forms/people/submissions?where[none]=1").status == 404)
    }
  }

  /// The old name of a field that is sensitive now also finds cells under its new name.
  @Test func oldNamesDoNotRevealMaskedCells() async throws {
    func definitions(_ email: String) -> String {
      """
      form: people
      fields:
        - {name: id, type: integer}
        - {type: text, \(email)}
      ---
      rules: people
      form: people
      """
    }
    let server = try ReadingServer(
      "id,mail\n1,ana@example.com\n", definitions("name: mail, aliases: [email]"))
    _ = try server.recorder.apply(
      DefinitionSet(yaml: definitions("name: email, sensitive: true")))
    try server.add("id,email\n2,bo@example.com\n")
    try await server.run { client in
      for path in [
        "/forms/people/submissions?where[mail]=", "/forms/people/submissions?where[email]=",
        "/audit/submissions?form=people&scope=all&field=mail&value=",
      ] {
        for value in ["bo@example.com", "none@example.com"] {
          let refused = try await client.get(path + value)
          #expect(refused.status == 403, "\(path): \(refused.text)")
        }
        let found = try await client.get(path + "bo@example.com", as: .correct)
        #expect(found.status == 200, "\(path): \(found.text)")
      }
    }
  }

  /// A malformed record may have a sensitive value in any column.
  @Test func searchesDoNotRevealMaskedRecords() async throws {
    let csv = "id,name,email\n1,Ana,ana@example.com\n2,bo@example.com,\"B\"o\n"
    let server = try ReadingServer(csv)
    try await server.run { client in
      for path in [
        "/forms/people/submissions?where[name]=", "/audit/submissions?scope=all&field=name&value=",
      ] {
        func finds(_ value: String, _ id: Int, as role: AccessGrant.Role) async throws -> Bool {
          let found = try await client.get(path + value, as: role)
          #expect(found.status == 200)
          return found.text.contains("\"submission\":\(id),")
            || found.text.contains("/audit/submissions/\(id)\"")
        }
        try await #expect(finds("Ana", 1, as: .read))
        try await #expect(finds("bo@example.com", 2, as: .correct))
        try await #expect(!finds("bo@example.com", 2, as: .read))
      }
    }
  }

  /// Without sensitive fields, nothing is masked.
  @Test func searchesFindMalformedRecords() async throws {
    let definitions = ReadingServer.definitions.replacing(", sensitive: true", with: "")
    let server = try ReadingServer("id,name,email\n2,bo@example.com,\"B\"o\n", definitions)
    try await server.run { client in
      let found = try await client.get("/forms/people/submissions?where[name]=bo@example.com")
      #expect(found.text.hasPrefix("[{\"submission\":1,"))
    }
  }

  @Test func historyIsMaskedAndRecorded() async throws {
    let server = try ReadingServer()
    try await server.run { client in
      let masked = try await client.get("/forms/people/submissions/4")
      #expect(
        masked.status == 200 && masked.text.contains("•••") && !masked.text.contains("wrong"))
      let tag = try #require(masked.headers[.eTag])
      try await #expect(
        client.get("/forms/people/submissions/4", [.ifNoneMatch: tag]).status == 304)
      let raw = try await client.get("/forms/people/submissions/4?raw=true", as: .admin)
      #expect(raw.text.contains("wrong"))
      for (path, status) in [
        ("/forms/people/submissions/99", 404), ("/forms/people/submissions/x", 404),
        ("/forms/other/submissions/4", 404), ("/forms/people/submissions/4?raw=true", 403),
      ] { try await #expect(client.get(path).status == status, "\(path)") }
    }
    try #expect(
      server.reads() == [
        "t-read: read submission 4 of people", "t-admin: read submission 4 of people, unmasked",
      ])
  }

  @Test func decisionsRecordTheCaller() async throws {
    let server = try ReadingServer()
    try await server.run { client in
      let json: HTTPFields = [.contentType: "application/json"]
      let path = "/forms/people/submissions/4/waive"
      func post(_ body: String, _ path: String, _ role: AccessGrant.Role) async throws -> Int {
        try await client.send(.post, path, as: role, json, body).status
      }
      try await #expect(post("{\"reason\":\"known\"}", path, .read) == 403)
      try await #expect(post("{\"reason\":\" \"}", path, .correct) == 400)
      try await #expect(post("{}", path, .correct) == 400)
      try await #expect(post("[1", path, .correct) == 400)
      try await #expect(
        post("{\"reason\":\"known\"}", "/forms/people/submissions/9/waive", .correct)
          == 404)
      try await #expect(
        post("{\"reason\":\"known\",\"rule\":\"email.email\"}", path, .correct) == 200)
      try await #expect(
        client.get("/forms/people/open").text.contains("\"submission\":4,") == false)
      try await #expect(
        post(
          "{\"reason\":\"wrong\"}", "/forms/people/submissions/4/reopen", .correct) == 200)
      let history = try await client.get("/forms/people/submissions/4")
      #expect(history.text.contains("\"by\":\"t-correct\""))
    }
  }
}
#endif
