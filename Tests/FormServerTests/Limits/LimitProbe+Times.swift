#if Server
import FormRecorder
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Testing

@testable import FormServer

/// Times and lifetimes, with a clock that the probe sets.
extension LimitProbe {
  static let times = [
    // Searches stop a little earlier, so that there is time for the response, and queries are then
    // interrupted.
    LimitProbe("readingTimeout", 10, [0, 1, 1, 11, 10]) { configuration in
      let (server, clock) = (try TestServer(), TestClock())
      let core = ServerCore(server.recorder, configuration, clock: clock.clock)
      let isOver = try await core.perform(orAdvise: "") { recorder, isOver in
        [7_999, 1, 999, 1].map { time in
          clock.advance(by: .milliseconds(time))
          return (isOver() ? 1 : 0) + (recorder.readingShouldStop?() == true ? 10 : 0)
        }
      }
      let reports = AuditReports(configuration, clock.expiringClock)
      let (end, finish) = AsyncStream.makeStream(of: Void.self)
      await #expect(throws: Problem.self) {
        try await reports.page(.numbered(1)) {
          for await _ in end {}
          return ""
        }
      }
      finish.finish()
      return isOver + clock.waits.map { Int($0.components.seconds) }
    },
    LimitProbe("waitingTimeout", 3, [503, 60, 3]) { configuration in
      let (server, clock) = (try TestServer(), TestClock())
      let core = ServerCore(
        server.recorder, configuration.opening("people"), clock: clock.expiringClock)
      let response = try await core.whileImporting {
        try await TestClient(server: FormHTTPServer(core)).send(
          .post, "/forms/people/imports", "id\n1\n", type: "text/csv")
      }
      #expect(try server.submissions == 0)
      return [response.status, Int(response.headers[.retryAfter] ?? "") ?? 0]
        + clock.waits.map { Int($0.components.seconds) }
    },
    LimitProbe("storingTimeout", 3, [503, 3]) { try await storing($0, token: true) },
    LimitProbe("anonymousStoringTimeout", 3, [503, 3]) { try await storing($0, token: false) },
    LimitProbe("stoppingTimeout", 3, [3]) { configuration in
      let server = try FormHTTPServer(TestServer().recorder, configuration)
      let duration = server.group(of: []).maximumGracefulShutdownDuration
      return [Int(duration?.components.seconds ?? 0)]
    },
    // The response ends without its end, because the client receives nothing.
    LimitProbe("downloadTimeout", 3, [0, 3]) { configuration in
      let (server, clock) = (try TestServer(), TestClock())
      let core = ServerCore(server.recorder, configuration, clock: clock.expiringClock)
      let body = try await Download.body(core, for: nil) { _, _, send in
        for _ in 0..<9 { try send([1]) }
      }
      var isComplete = true
      do { try await body.write(DiscardingWriter()) } catch { isComplete = false }
      return [isComplete ? 1 : 0] + clock.waits.map { Int($0.components.seconds) }.prefix(1)
    },
    LimitProbe("sessionLifetime", 100, [200, 303]) { configuration in
      let (server, clock) = (try PageServer(form, isOpen: false, configuration), TestClock())
      let user = try server.recorder.grantUser(
        AccessRequest(name: "Ana", role: .submit), password: "correct horse battery")
      return try await server.run(clock.clock) { client in
        let header = client.core.sessions.begin(grant: user, isSecure: false)
        #expect(header.contains("; Max-Age=\(configuration.sessionLifetime)"))
        let cookie: HTTPFields = [.cookie: String(header.prefix { $0 != ";" })]
        return try await [99, 1].map(clock) { try await client.get("/", cookie).status }
      }
    },
    LimitProbe("pageLifetime", 100, [1, 0]) { configuration in
      try await page(configuration, [99, 1])
    },
    LimitProbe("minimumFormTime", 3, [0, 1]) { configuration in
      try await page(configuration, [2, 1])
    },
    LimitProbe("draftLifetime", 100, [1, 0]) { configuration in
      let clock = TestClock()
      let drafts = PageDrafts(configuration, clock.clock)
      drafts.keep(.of(FormEntries([], [])), as: "a")
      return await [100, 1].map(clock) { drafts.number("a") }
    },
    LimitProbe("changeDelay", 100, [1, 2]) { configuration in
      let clock = TestClock()
      let (released, release) = AsyncStream.makeStream(of: Void.self)
      defer { release.finish() }
      let value = ExpiringValue<Int>(
        maximumAge: .seconds(configuration.changeDelay), clock.clock
      ) { known in
        guard let known else { return 1 }
        for await _ in released {}
        return known + 1
      }
      _ = try await value.value
      clock.advance(by: .milliseconds(99_999))
      // The next value is being read.
      async let before = value.value
      if configuration.changeDelay < 99.999 { release.finish() }
      let first = try await before
      clock.advance(by: .milliseconds(1))
      async let after = value.value
      if configuration.changeDelay > 100 { return [first, try await after] }
      release.finish()
      return [first, try await after]
    },
  ]

  /// The status of a request with 5 records of which each takes a second, and the number of those
  /// that are stored.
  private static func storing(
    _ configuration: ServerConfiguration, token: Bool
  ) async throws -> [Int] {
    var configuration = configuration.opening("people")
    configuration.recordsPerCommit = 1
    let (server, clock) = (try TestServer(), TestClock())
    let token = token ? try server.token(.submit) : nil
    var recorder = server.recorder
    recorder.settings.onSeal = { _ in clock.advance(by: .seconds(1)) }
    let core = ServerCore(recorder, configuration, clock: clock.clock)
    let response = try await TestClient(server: FormHTTPServer(core)).send(
      .post, "/forms/people/submissions", lines(5), type: "application/x-ndjson", token: token)
    return [response.status, try server.submissions]
  }

  /// Whether a page is accepted when it is sent after each of these times.
  private static func page(
    _ configuration: ServerConfiguration, _ times: [Int]
  ) async throws -> [Int] {
    let (server, clock) = (try PageServer(form, configuration), TestClock())
    return try await server.run(clock.clock) { client in
      let token = client.core.pages.tokens.token(for: "f", session: nil)
      return try await times.map(clock) {
        let response = try await client.post(
          "/forms/f/submissions", "\(ControlName.token)=\(token)&a=x")
        return response.headers[.location]?.contains("/sent/") == true ? 1 : 0
      }
    }
  }
}

private struct DiscardingWriter: ResponseBodyWriter {
  func write(_ buffer: ByteBuffer) async throws {}

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

extension [Int] {
  /// The outcomes after each of these times in seconds.
  fileprivate func map(
    _ clock: TestClock, _ outcome: () async throws -> Int
  ) async rethrows -> [Int] {
    var outcomes: [Int] = []
    for time in self {
      clock.advance(by: .seconds(time))
      outcomes.append(try await outcome())
    }
    return outcomes
  }
}
#endif
