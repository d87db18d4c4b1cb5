import FormRecorderTestSupport
import FormRules
import FormStore
import Foundation
import GRDB
import Synchronization
import Testing

@testable import FormRecorder

/// Concurrent submissions share a commit, and a recorder keeps its connection.
@Suite(.timeLimit(.minutes(10))) struct SubmissionQueueTests {
  private static let definitions = """
    form: people
    fields:
      - {name: id, type: integer, required: true}
    ---
    rules: people
    form: people
    fields:
      id:
        - unique: ever
        - range: {max: 1000}
    """

  private func request(_ id: Int, key: String? = nil) -> SubmissionRequest {
    var request = SubmissionRequest(json: Array(#"{"id": \#(id)}"#.utf8))
    request.idempotencyKey = key
    return request
  }

  private func submitted(_ store: TemporaryStore) throws -> [String] {
    try store.rows("SELECT id FROM form_people ORDER BY _submission")
  }

  @Test func concurrentSubmissionsAreEachStoredOnce() async throws {
    let store = try TemporaryStore(Self.definitions)
    let recorder = AsyncRecorder(store.recorder)
    let reports = try await withThrowingTaskGroup(of: SubmissionReport.self) { group in
      for id in 0..<200 { group.addTask { try await recorder.submit(request(id % 100)) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(reports.map(\.submissionID)) == Set(1...200))
    #expect(Set(reports.map(\.head)).count == 200)
    // The second of two equal ids is rejected, even if both are in one transaction.
    #expect(reports.count(where: \.isRejected) == 100)
    try store.recorder.expectValid()
  }

  @Test func aRepeatedSubmissionIsReadOnce() throws {
    let store = try TemporaryStore(Self.definitions)
    let writer = try SubmissionWriter(store.recorder)
    _ = try writer.store([QueuedWrite([request(1, key: "k")])], store.recorder)
    var reads = 0
    try writer.store.read { db in
      db.trace { if $0.description.contains("FROM submission_content") { reads += 1 } }
    }
    let results = try writer.store([QueuedWrite([request(1, key: "k")])], store.recorder)
    let reports = try results[0].get()
    #expect(reports?.map(\.isAlreadySubmitted) == [true])
    #expect(reads == 1)
  }

  @Test func theNumberOfBoundPlansIsLimited() throws {
    let store = try TemporaryStore(Self.definitions)
    let plans = SubmissionPlans(in: try store.recorder.storeForWriting(), maximum: 2)
    var counts: [Int] = []
    for rules in [nil, "people", "people", "people@1"] {
      var request = self.request(1)
      request.rules = rules.flatMap { VersionReference($0) }
      _ = try plans.plan(for: request, store.recorder)
      counts.append(plans.count)
    }
    #expect(counts == [1, 2, 2, 1])
  }

  /// Other processes lock the file that replaced the lock file.
  @Test func aWriterWithADeletedLockFileIsReplaced() throws {
    let store = try TemporaryStore(Self.definitions)
    _ = try store.recorder.submit(request(1))
    let lock = store.recorder.database + ".lock"
    try FileManager.default.removeItem(atPath: lock)
    _ = try store.recorder.submit(request(2))
    #expect(FileManager.default.fileExists(atPath: lock))
    #expect(try submitted(store) == ["1", "2"])
  }

  /// Performs calls, all of which wait while the first one is committed.
  ///
  /// - Parameter count: The number of calls.
  /// - Returns: The result of the body, and the number of events of each commit.
  private func countingCommits<Result>(
    of count: Int, in store: TemporaryStore, _ body: (AsyncRecorder) async throws -> Result
  ) async throws -> (Result, [Int]) {
    var counting = store.recorder
    let queue = Mutex<SubmissionQueue?>(nil)
    let commits = Mutex<[Int]>([])
    counting.settings.onSeal = { events in
      let isFirst = commits.withLock { commits in
        commits.append(events.count)
        return commits.count == 1
      }
      // Until the other submissions wait, for five seconds at most.
      let waited = isFirst ? queue.withLock(\.self) : nil
      for _ in 0..<5_000 {
        guard let waited, waited.waiting < count - events.count else { break }
        usleep(1_000)
      }
    }
    // A recorder with other settings has another queue.
    queue.withLock { $0 = counting.submissions }
    defer { queue.withLock { $0 = nil } }
    let result = try await body(AsyncRecorder(counting))
    return (result, commits.withLock(\.self))
  }

  @Test func copiesShareAQueueUntilTheirSettingsAreSet() throws {
    let recorder = try TemporaryStore(Self.definitions).recorder
    var copy = recorder
    #expect(copy.submissions === recorder.submissions)
    copy.settings.lockTimeout = 1
    #expect(copy.submissions !== recorder.submissions && copy.submissions === copy.submissions)
  }

  /// More submissions wait than share a transaction.
  @Test func waitingSubmissionsAreStoredInGroups() async throws {
    let store = try TemporaryStore(Self.definitions)
    let (reports, sizes) = try await countingCommits(of: 600, in: store) { recorder in
      try await withThrowingTaskGroup(of: SubmissionReport.self) { group in
        for id in 0..<600 { group.addTask { try await recorder.submit(request(id)) } }
        return try await group.reduce(into: [SubmissionReport]()) { $0.append($1) }
      }
    }
    #expect(Set(reports.map(\.submissionID)) == Set(1...600))
    #expect(sizes.count > 2 && sizes.dropFirst().dropLast().allSatisfy { $0 == 256 }, "\(sizes)")
  }

  /// A submission lets another process that waits pass first.
  @Test func waitingProcessesAreLetPass() throws {
    let store = try TemporaryStore(Self.definitions)
    _ = try store.recorder.submit(request(1))
    let file = try FileHandle(forUpdating: URL(filePath: store.recorder.database + ".lock"))
    #expect(OpenFileLock.set(.shared, on: file.fileDescriptor, at: 1) == 0)
    let time = try ContinuousClock().measure { _ = try store.recorder.submit(request(2)) }
    #expect(time >= .milliseconds(20))
  }

  @Test func threadsShareTheConnection() throws {
    let store = try TemporaryStore(Self.definitions)
    let recorder = store.recorder
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 40) { id in
      if (try? recorder.submit(request(id)).isRejected) != false { failures.withLock { $0 += 1 } }
    }
    #expect(failures.withLock { $0 } == 0)
    #expect(try submitted(store).count == 40)
    try store.recorder.expectValid()
  }

  @Test func severalRecordsAreStoredTogetherOrNotAtAll() throws {
    let store = try TemporaryStore(Self.definitions)
    let reports = try store.recorder.submit([request(1), request(1), request(2_000)])
    #expect(reports.map(\.isRejected) == [false, true, true])
    #expect(throws: RecorderError.self) {
      try store.recorder.submit([request(5), SubmissionRequest(json: Array("[]".utf8))])
    }
    #expect(try store.recorder.submit([]).isEmpty)
    #expect(try !store.recorder.submit(request(5)).isRejected)
    #expect(try submitted(store) == ["1", "1", "2000", "5"])
    try store.recorder.expectValid()
  }

  @Test func errorAffectsOnlyItsOwnSubmission() async throws {
    let store = try TemporaryStore(Self.definitions)
    let recorder = AsyncRecorder(store.recorder)
    _ = try await recorder.submit(request(1, key: "a"))
    let results = await withTaskGroup(of: (Int, Bool).self) { group in
      for id in 1...20 {
        group.addTask {
          // Every second request uses the key of the first one with another value.
          let key = id % 2 == 0 ? "a" : nil
          return (id, (try? await recorder.submit(request(id + 1, key: key))) != nil)
        }
      }
      return await group.reduce(into: [Int: Bool]()) { $0[$1.0] = $1.1 }
    }
    #expect(results.allSatisfy { id, isStored in isStored == (id % 2 == 1) })
    #expect(try submitted(store).count == 11)
    try store.recorder.expectValid()
  }

  @Test func readsAreRecordedBetweenSubmissions() async throws {
    let store = try TemporaryStore(Self.definitions)
    let (_, sizes) = try await countingCommits(of: 100, in: store) { recorder in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for id in 1...50 {
          group.addTask { _ = try await recorder.submit(request(id)) }
          group.addTask { try await recorder.logRead("submission \(id)", by: "web") }
        }
        try await group.waitForAll()
      }
    }
    // The first call, and those that waited meanwhile. One may have arrived later.
    #expect(sizes.count <= 3, "\(sizes)")
    let recorder = AsyncRecorder(store.recorder)
    await #expect(throws: RecorderError.self) { try await recorder.logRead("all", by: " ") }
    #expect(try submitted(store).count == 50)
    #expect(try store.rows("SELECT id FROM activity WHERE kind = 'read'").count == 50)
    try store.recorder.expectValid()
  }

  @Test func newDefinitionsApplyImmediately() throws {
    let store = try TemporaryStore(Self.definitions)
    let recorder = store.recorder
    #expect(try recorder.submit(request(2_000)).isRejected)
    _ = try Recorder(database: recorder.database).apply(
      DefinitionSet(yaml: Self.definitions.replacing("1000", with: "5000")))
    let report = try recorder.submit(request(3_000))
    #expect(!report.isRejected)
    #expect(report.rulesVersion == 2)
  }

  @Test func replacedStoreIsReopened() throws {
    let store = try TemporaryStore(Self.definitions)
    let copy = try TemporaryStore(Self.definitions)
    let recorder = store.recorder
    _ = try recorder.submit([request(1), request(2)])
    let path = recorder.database
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    try FileManager.default.copyItem(atPath: copy.recorder.database, toPath: path)
    #expect(try recorder.submit(request(1)).submissionID == 1)
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: RecorderError.self) { try recorder.submit(request(2)) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func receiptHandlerMaySubmit() throws {
    let store = try TemporaryStore(Self.definitions)
    var recorder = store.recorder
    let receipts = Mutex<[String]>([])
    let inner = store.recorder
    recorder.settings.onSeal = { new in
      let isFirst = receipts.withLock { receipts in
        receipts += new.map(\.head)
        return receipts.count == new.count
      }
      if isFirst { _ = try? inner.submit(request(2)) }
    }
    let report = try recorder.submit(request(1))
    #expect(receipts.withLock { $0.last } == report.head)
    #expect(try submitted(store) == ["1", "2"])
  }

  /// A call with more records than usually share a commit is stored in one, too.
  @Test(.timeLimit(.minutes(5))) func largeCallsAreStored() throws {
    let store = try TemporaryStore(
      "form: people\nfields:\n  - {name: id, type: integer}\n---\nrules: people\nform: people\n")
    let requests = (1...300).map { SubmissionRequest(fields: [("id", String($0))]) }
    #expect(try store.recorder.submit(requests).map(\.submissionID) == Array(1...300))
  }
}
