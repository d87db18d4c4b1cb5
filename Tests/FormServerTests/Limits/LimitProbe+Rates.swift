#if Server
import FormRecorder
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// What a client may send per minute. The limit recovers with the time.
extension LimitProbe {
  static let rates = [
    LimitProbe("anonymousRequestsPerMinute", 3, [201, 201, 201, 429_020, 429_001, 201]) {
      try await rate($0, Array(repeating: lines(1), count: 6))
    },
    LimitProbe("anonymousRecordsPerMinute", 3, [201, 429_020, 413, 429_001, 201]) {
      try await rate($0, [3, 1, 4, 1, 1].map(lines))
    },
    LimitProbe("anonymousBytesPerMinute", 27, [201, 429_060, 413, 429_001, 201]) {
      try await rate($0, [3, 3, 4, 3, 3].map(lines), wait: 60)
    },
    LimitProbe("signInsPerMinute", 3, [422, 422, 422, 429_020, 429_001, 422]) { configuration in
      let (server, clock) = (try PageServer(form, isOpen: false, configuration), TestClock())
      return try await server.run(clock.clock) { client in
        try await repeated(6, clock, wait: 20) {
          let token = client.core.pages.tokens.token(for: "sign-in", session: nil)
          let response = try await client.post(
            "/sign-in", "\(ControlName.token)=\(token)&user=ana&password=x")
          return (response.status, response.headers)
        }
      }
    },
    LimitProbe("validationsPerMinute", 3, [200, 200, 200, 429_020, 429_001, 200]) { configuration in
      let (server, clock) = (try PageServer(form, configuration), TestClock())
      return try await server.run(clock.clock) { client in
        try await repeated(6, clock, wait: 20) {
          let response = try await client.post(
            "/forms/f/validation", #"{"event":"blur","visited":[],"values":[]}"#,
            [.contentType: "application/json"])
          return (response.status, response.headers)
        }
      }
    },
  ]

  private static func rate(
    _ configuration: ServerConfiguration, _ bodies: [String], wait: Int = 20
  ) async throws -> [Int] {
    let (server, clock) = (try TestServer(), TestClock())
    let core = ServerCore(server.recorder, configuration.opening("people"), clock: clock.clock)
    let client = TestClient(server: FormHTTPServer(core))
    var rest = bodies[...]
    return try await repeated(bodies.count, clock, wait: wait) {
      let response = try await client.send(
        .post, "/forms/people/submissions", rest.removeFirst(), type: "application/x-ndjson")
      return (response.status, response.headers)
    }
  }

  /// The statuses of repeated requests: the last but one is sent shortly before a time has passed,
  /// and the last one when it has passed. A status with `Retry-After` is followed by its seconds.
  private static func repeated(
    _ count: Int, _ clock: TestClock, wait: Int, _ request: () async throws -> (Int, HTTPFields)
  ) async throws -> [Int] {
    var statuses: [Int] = []
    for index in 0..<count {
      if index == count - 2 { clock.advance(by: .milliseconds(1000 * wait - 1)) }
      if index == count - 1 { clock.advance(by: .milliseconds(1)) }
      let (status, headers) = try await request()
      statuses.append(headers[.retryAfter].flatMap { Int($0) }.map { status * 1000 + $0 } ?? status)
    }
    return statuses
  }
}
#endif
