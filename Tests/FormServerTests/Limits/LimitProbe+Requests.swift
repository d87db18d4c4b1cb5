#if Server
import FormRecorder
import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import FormServer

/// The sizes of requests.
extension LimitProbe {
  private static let submissions = "/forms/people/submissions"
  private static let ndjson = "application/x-ndjson"

  static let requests = [
    LimitProbe("maximumBody", 40, [201, 413, 404, 413]) { configuration in
      try await statuses(configuration, bodies: [40, 41].map { padded(#"{"id": 1}"#, $0) })
        + statuses(
          configuration, at: "/forms/people/failures/assign", token: true,
          bodies: [40, 41].map { padded(#"{"submissions": [9], "to": "bo"}"#, $0) })
    },
    LimitProbe("maximumRecords", 3, [201, 413]) { configuration in
      try await statuses(configuration, type: ndjson, bodies: [3, 4].map(lines))
    },
    LimitProbe("recordsPerCommit", 3, [1, 2]) { configuration in
      var numbers: [Int] = []
      for count in [3, 4] {
        let server = try TestServer()
        let commits = Atomic(0)
        var recorder = server.recorder
        recorder.settings.onSeal = { _ in commits.add(1, ordering: .relaxed) }
        let client = try TestClient(
          server: FormHTTPServer(recorder, configuration.opening("people")))
        _ = try await client.send(.post, submissions, lines(count), type: ndjson)
        numbers.append(commits.load(ordering: .relaxed))
      }
      return numbers
    },
    LimitProbe("maximumFormValues", 3, [403, 400]) { configuration in
      try await statuses(
        configuration, type: "application/x-www-form-urlencoded",
        bodies: [3, 4].map { (0..<$0).map { "v\($0)=1" }.joined(separator: "&") })
    },
    // The last file is refused before its end.
    LimitProbe("maximumFormFileCount", 2, [403, 413, 413]) { configuration in
      let bodies = [2, 3].map { multipart(Array(repeating: 1, count: $0)) }
      return try await statuses(
        configuration, type: multipartType,
        bodies: bodies + [bodies[1].replacing("\r\n--B--\r\n", with: "")])
    },
    LimitProbe("maximumFormFile", 20, [403, 413]) { configuration in
      try await statuses(
        configuration, type: multipartType, bodies: [20, 21].map { multipart([$0]) })
    },
    LimitProbe("maximumFormFiles", 2_000, [403, 413]) { configuration in
      var configuration = configuration
      configuration.maximumBody = 1_000
      // The limit includes what is around the files.
      let files = [2_000, 2_001].map { 1_000 + $0 - multipart([0]).utf8.count }
      return try await statuses(
        configuration, type: multipartType, bodies: files.map { multipart([$0]) })
    },
    LimitProbe("maximumUpload", 10, [201, 413]) { configuration in
      try await statuses(
        configuration, at: "/forms/people/imports", type: "text/csv", token: true,
        bodies: [10, 11].map { padded("id\n1\n", $0) })
    },
    LimitProbe("maximumAnonymousUpload", 10, [201, 413, 201]) { configuration in
      let (path, type) = ("/forms/people/imports", "text/csv")
      let files = [10, 11].map { padded("id\n1\n", $0) }
      return try await statuses(configuration, at: path, type: type, bodies: files)
        + statuses(configuration, at: path, type: type, token: true, bodies: [files[1]])
    },
    LimitProbe("maximumSmallBody", 60, [403, 413, 404, 413]) { configuration in
      try await statuses(
        configuration, at: "/sign-in", type: "application/x-www-form-urlencoded",
        bodies: [60, 61].map { padded("a=", $0, with: "x") })
        + statuses(
          configuration, at: "/forms/people/submissions/9/waive", token: true,
          bodies: [60, 61].map { padded(#"{"reason": "r"}"#, $0) })
    },
  ]

  private static let multipartType = "multipart/form-data; boundary=B"

  /// A form with files of these sizes.
  private static func multipart(_ sizes: [Int]) -> String {
    sizes.map { size in
      "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\n"
        + String(repeating: "x", count: size) + "\r\n"
    }.joined() + "--B--\r\n"
  }

  private static func padded(
    _ text: String, _ count: Int, with character: Character = " "
  ) -> String {
    text.padding(toLength: count, withPad: String(character), startingAt: 0)
  }

  static func lines(_ count: Int) -> String { String(repeating: "{\"id\":1}\n", count: count) }

  /// The statuses of requests with these bodies. Each has a server of its own.
  static func statuses(
    _ configuration: ServerConfiguration, at path: String = submissions,
    type: String = "application/json", token: Bool = false, bodies: [String]
  ) async throws -> [Int] {
    var statuses: [Int] = []
    for body in bodies {
      let server = try TestServer()
      let client = try TestClient(
        server: FormHTTPServer(server.recorder, configuration.opening("people")))
      let token = token ? try server.token(.correct) : nil
      let response = try await client.send(.post, path, body, type: type, token: token)
      statuses.append(response.status)
      let folder = server.recorder.database + "-files"
      // The folder exists once a file arrived. No file of a refused form stays in it.
      #expect((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] == [])
    }
    return statuses
  }
}

extension ServerConfiguration {
  func opening(_ form: String) -> ServerConfiguration {
    var configuration = self
    configuration.publicForms = [form]
    return configuration
  }
}
#endif
