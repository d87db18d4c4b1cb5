#if Server
import FormRecorder
import FormStore
import HTTPTypes
import Testing

@testable import FormServer

/// Requests while another process writes.
@Suite(.timeLimit(.minutes(10))) struct BusyStoreTests {
  private let server: ReadingServer
  private let clock = TestClock()
  private let lock: WriterLock

  /// Another process holds the writer lock.
  init() throws {
    server = try ReadingServer()
    lock = try WriterLock(database: server.recorder.database)
    try lock.acquire(wait: 0)
  }

  /// A client of a server that waits for other writers.
  private func client(wait: Double) -> ReadingClient {
    var recorder = server.recorder
    recorder.settings.wait = wait
    let core = ServerCore(recorder, .patient, clock: clock.clock)
    return ReadingClient(server: FormServer(core), tokens: server.tokens)
  }

  /// More changes and recorded reads wait than the server has threads for either, and the grants
  /// expire meanwhile.
  @Test func onlyWhatIsStoredWaits() async throws {
    let client = client(wait: 60)
    async let waiting = withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<8 {
        group.addTask { try await client.get("/forms/people/submissions/4").status }
        group.addTask {
          try await client.send(
            .post, "/forms/people/submissions/4/comments", as: .admin,
            [.contentType: ContentType.json], #"{"text": "\#(number)"}"#
          ).status
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let observer = try WriterLock(database: server.recorder.database)
    while !observer.letOthersPass() { try await Task.sleep(for: .milliseconds(5)) }
    for _ in 0..<8 {
      clock.advance(by: .seconds(2))
      #expect(try await client.get("/readyz", as: nil).status == 200)
      #expect(try await client.get("/forms/people/submissions").status == 200)
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(try server.reads().isEmpty)
    lock.release()
    let statuses = try await waiting
    #expect(statuses == Array(repeating: 200, count: 16))
    #expect(try server.reads().count == 8)
  }

  @Test func readThatCannotBeRecordedIsRefused() async throws {
    let response = try await client(wait: 0).get("/forms/people/submissions/4")
    #expect(response.status == 503, "\(response.text)")
    #expect(response.headers[.retryAfter] != nil)
    #expect(!response.text.contains("wrong"))
    #expect(try server.reads().isEmpty)
  }
}
#endif
