#if Server
import FormRecorder
import FormStore
import HTTPTypes
import Testing

@testable import FormServer

/// Requests while another process writes, and while others occupy threads.
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
    recorder.settings.lockTimeout = wait
    var configuration = ServerConfiguration.patient
    (configuration.maximumDownloads, configuration.maximumPendingReports) = (2, 2)
    let core = ServerCore(recorder, configuration, clock: clock.clock)
    return ReadingClient(server: FormHTTPServer(core), tokens: server.tokens)
  }

  /// More changes and logged reads wait than the server has threads for either, and the grants
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
    let pending = client.server.core.limits.submissions
    while pending.current < 8 { try await Task.sleep(for: .milliseconds(1)) }
    let observer = try WriterLock(database: server.recorder.database)
    while !observer.letOthersPass() { try await Task.sleep(for: .milliseconds(5)) }
    for _ in 0..<8 {
      clock.advance(by: .seconds(2))
      #expect(try await client.get("/readyz", as: nil).status == 200)
      #expect(try await client.get("/forms/people/submissions").status == 200)
    }
    #expect(try server.reads().isEmpty)
    lock.release()
    let statuses = try await waiting
    #expect(statuses == Array(repeating: 200, count: 16))
    #expect(try server.reads().count == 8)
  }

  /// Calls occupy all threads of the pools for slow work, and the grants expire meanwhile.
  @Test func slowWorkDelaysNoAuthentication() async throws {
    let client = client(wait: 60)
    let core = client.server.core
    let pools = [core.pools.worker, core.pools.longReader, core.pools.importer]
    try await core.whileOccupied(pools, andWriter: true) { [clock] _ in
      for _ in 0..<8 {
        clock.advance(by: .seconds(2))
        let ready = try await client.get("/readyz", as: nil).status
        let read = try await client.get("/odata").status
        #expect(ready == 200 && read == 200)
      }
    }
  }

  /// Work that is slow needs none of the threads on which authentication depends.
  @Test func slowWorkOccupiesNoThreadOfAuthentication() async throws {
    let client = client(wait: 60)
    let core = client.server.core
    // The grants are known now.
    #expect(try await client.get("/odata").status == 200)
    let token = core.pages.tokens.token(for: "sign-in", session: nil)
    try await core.whileOccupied([core.pools.reader]) { _ in
      #expect(try await client.get("/forms/people/submissions").status == 200)
      #expect(try await client.get("/forms/people/imports/1").status == 200)
      #expect(try await core.storingFile { true })
      let signIn = try await client.send(
        .post, "/sign-in", as: nil, [.contentType: ContentType.form],
        "\(ControlName.token)=\(token)&user=ana&password=wrong")
      #expect(signIn.status == 422)
    }
  }

  /// Reading all versions of all forms takes no thread for short reads.
  @Test func metadataHasAPlaceForLongReads() async throws {
    let client = client(wait: 60)
    let downloads = client.server.core.limits.downloads
    for _ in 0..<2 { try downloads.begin() }
    #expect(try await client.get("/odata/$metadata").status == 503)
    downloads.end()
    #expect(try await client.get("/odata/$metadata").status == 200)
    downloads.end()
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
