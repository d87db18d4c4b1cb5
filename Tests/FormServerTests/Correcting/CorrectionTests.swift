#if Server
import FormRecorder
import FormServer
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

/// Corrections over HTTP, of one submission and of a returned export.
@Suite(.timeLimit(.minutes(10))) struct CorrectionTests {
  private func submitted(_ body: String) async throws -> (server: TestServer, token: String) {
    let server = try TestServer()
    let token = try server.token(.correct)
    _ = try await server.test { try await $0.send(.post, "/forms/people/submissions", body) }
    return (server, token)
  }

  @Test func aCorrectionReplacesTheSubmission() async throws {
    let (server, token) = try await submitted(#"{"id": 1, "email": "a \"b\", c"}"#)
    let responses = try await server.test { client in
      var responses: [TestResponse] = []
      for email in ["still wrong", "a@example.com", "a@example.com", "b@example.com"] {
        responses.append(
          try await client.send(
            .patch, "/forms/people/submissions/1", #"{"email": "\#(email)"}"#, token: token))
      }
      return responses
    }
    #expect(responses.map(\.status) == [422, 200, 200, 409])
    #expect(responses.map { $0["submission"] } == ["2", "3", "3", nil])
    #expect(responses[1]["corrects"] == "1")
    let history = try server.recorder.history(of: 3)
    #expect(history.verdicts.last?.isAccepted == true && history.fileName == nil)
    #expect(try server.recorder.verify().problemDescription == nil)
  }

  @Test(arguments: [
    ("/forms/people/submissions/1", "[]", 400), ("/forms/people/submissions/1", "{}", 400),
    ("/forms/people/submissions/1", #"{"email":"a"},{"_submission":2}"#, 400),
    ("/forms/people/submissions/1", #"{"email":"a","email":"b"}"#, 400),
    ("/forms/people/submissions/1", #"{"_submission":2,"email":"b"}"#, 400),
    ("/forms/people/submissions/1", #"{"_check":"x","email":"b"}"#, 400),
    ("/forms/people/submissions/1", #"{"email":"a\u0000"}"#, 400),
    ("/forms/people/submissions/2", #"{"email":"a"}"#, 404),
    ("/forms/people/submissions/x", #"{"email":"a"}"#, 404),
    ("/forms/other/submissions/1", #"{"email":"a"}"#, 404),
  ])
  func invalidCorrectionsAreRefused(path: String, body: String, status: Int) async throws {
    let (server, token) = try await submitted(#"{"id": 1, "email": "a"}"#)
    let response = try await server.test { try await $0.send(.patch, path, body, token: token) }
    #expect(response.status == status, "\(response.body)")
    #expect(!response.body.contains("store.sqlite"))
    #expect(try server.submissions == 1)
  }

  @Test func changesSinceTheBaseAreKept() async throws {
    let (server, token) = try await submitted(#"{"id": 1, "email": "wrong"}"#)
    try await server.test { client in
      _ = try await client.send(.post, "/forms/people/submissions", #"{"id": 2, "email": "x"}"#)
      let statuses = [
        ("/1", "still", 422), ("/1?base=1", "a@example.com", 409), ("/1?base=2", "x", 409),
        ("/1?base=999", "a@example.com", 409), ("/1?base=3", "a@example.com", 200),
      ]
      for (path, email, status) in statuses {
        let response = try await client.send(
          .patch, "/forms/people/submissions\(path)", #"{"email": "\#(email)"}"#, token: token)
        #expect(response.status == status, "\(path): \(response.body)")
      }
    }
    #expect(try server.recorder.history(of: 4).corrects == 3)
  }

  @Test func theKeyChangesOnlyIfTheRequestSaysSo() async throws {
    let (server, token) = try await submitted(#"{"id": 1, "email": "wrong"}"#)
    try await server.test { client in
      for (query, status) in [("", 409), ("?acceptKey=false", 409), ("?acceptKey=true", 200)] {
        let response = try await client.send(
          .patch, "/forms/people/submissions/1\(query)", #"{"id": "9", "email": "a@example.com"}"#,
          token: token)
        #expect(response.status == status, "\(query): \(response.body)")
      }
    }
  }

  @Test func returnedExportIsImportedAsCorrections() async throws {
    let (server, token) = try await submitted(#"{"id": 1, "email": "wrong"}"#)
    let response = try await server.test {
      try await $0.send(
        .post, "/forms/people/corrections", "_submission,id,email\n1,1,a@example.com\n",
        type: "text/csv", token: token)
    }
    #expect(response.status == 201)
    #expect(response["accepted"] == "1")
  }

  @Test func aFieldWithTwoNamesIsRefused() async throws {
    let (server, token) = try await submitted(#"{"id": 1, "email": "a"}"#)
    let response = try await server.test {
      try await $0.send(
        .patch, "/forms/people/submissions/1", #"{"email":"a@x.de","EMAIL":"b@x.de"}"#,
        token: token)
    }
    #expect(response.status == 400)
    #expect(response.body.contains("'EMAIL' and 'email' are the same field"), "\(response.body)")
    #expect(try server.submissions == 1)
  }
}
#endif
