import FormRecorderTestSupport
import FormRules
import FormStore
import Foundation
import Synchronization
import Testing

@testable import FormRecorder

/// Service requests in imports, submissions and replays, and the recorded answers.
@Suite struct ServicesTests {
  private func file(_ ids: ClosedRange<Int>) -> String {
    "id,name\n" + ids.map { "\($0),\($0 % 10 == 7 ? "taken" : "n")\($0)\n" }.joined()
  }

  private func store(unique: String = "unique", _ service: CountedService) throws -> TemporaryStore
  {
    let store = try TemporaryStore(CountedService.definitions(unique: unique))
    store.recorder.settings.services = service.services()
    return store
  }

  private func importFile(
    _ store: TemporaryStore, _ callbacks: ImportCallbacks = ImportCallbacks()
  ) throws -> ImportReport {
    var request = ImportRequest(path: store.path("a.csv"))
    request.form = VersionReference("users")
    return try store.recorder.importFile(request, callbacks)
  }

  private func replay(
    _ recorder: Recorder, shouldStop: () -> Bool = { false }
  ) throws -> ReplayReport {
    var request = ReplayRequest()
    request.form = VersionReference("users")
    return try recorder.replay(request, shouldStop: shouldStop)
  }

  @Test(arguments: [false, true])
  func atomicImportsRequestNoServices(isDryRun: Bool) throws {
    let service = CountedService()
    let store = try store(service)
    try store.write(file(1...3), to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.form = VersionReference("users")
    (request.isAtomic, request.isDryRun) = (true, isDryRun)
    let error = #expect(throws: RecorderError.self) { try store.recorder.importFile(request) }
    #expect(error?.remedies == [.importNonatomically])
    #expect(service.questions.isEmpty)
  }

  @Test(arguments: ["unique", "unique: ever"])
  func replaysReuseAnswers(_ unique: String) throws {
    let service = CountedService()
    let store = try store(unique: unique, service)
    // Record 101 repeats a name, which is requested once. The last record is rejected by a local
    // rule.
    try store.write(file(1...100) + "101,n1\n6000,x\n", to: "a.csv")
    let report = try importFile(store)
    #expect(report.accepted == 91 && report.rejected == 11)
    #expect(service.questions.count == 100)
    #expect((2...4).contains(service.most))
    #expect(try store.rows("SELECT count(*), sum(outcome) FROM answer") == ["101|91"])

    store.recorder.settings.services = nil
    #expect(try replay(store.recorder).unchanged == 102)
    let other = CountedService()
    store.recorder.settings.services = other.services()
    let again = try replay(store.recorder)
    #expect(again.unchanged == 102 && again.serviceRequests == 0 && other.questions.isEmpty)
    try store.recorder.expectValid()
    #expect(try store.dump().contains(#""answers":[["name.remote","refused"]]"#))
  }

  @Test func resumedImportRequestsOnlyTheRest() throws {
    let service = CountedService()
    let (store, whole) = (try store(service), try self.store(CountedService()))
    for one in [store, whole] { try one.write(file(1...3_000), to: "a.csv") }
    var committed = 0
    #expect(throws: RecorderError.self) {
      try importFile(
        store, ImportCallbacks(committed: { committed = $0 }, shouldStop: { committed > 0 }))
    }
    let asked = service.questions.count
    #expect(committed >= 1_000 && committed < 3_000 && asked >= committed)
    let rest = CountedService()
    store.recorder.settings.services = rest.services()
    #expect(try importFile(store).accepted == 2_700)
    #expect(rest.questions.count == 3_000 - committed)
    try store.recorder.expectValid()
    _ = try importFile(whole)
    #expect(try store.dump() == whole.dump())
  }

  /// With other services or none, the rest of an import would get different verdicts.
  @Test func importIsResumedOnlyWithItsServices() throws {
    let service = CountedService()
    let store = try store(service)
    try store.write(file(1...3_000), to: "a.csv")
    var committed = 0
    #expect(throws: RecorderError.self) {
      try importFile(
        store, ImportCallbacks(committed: { committed = $0 }, shouldStop: { committed > 0 }))
    }
    let others: [(Services?, String)] = [
      (nil, "allow-host was 'services'"), (service.services(.warn), "when-unavailable was not"),
      (
        Services(ServiceClient { _ in .unanswered }, name: "b.example"), "allow-host was 'services'"
      ),
    ]
    for (services, words) in others {
      store.recorder.settings.services = services
      let error = #expect(throws: RecorderError.self) { try importFile(store) }
      #expect(error?.description.contains(words) == true, "\(error.map { "\($0)" } ?? "none")")
    }
    store.recorder.settings.services = service.services()
    #expect(try importFile(store).accepted == 2_700)
  }

  /// Concurrent writers do not wait.
  @Test(arguments: ["unique", "unique: ever"])
  func noLockIsHeldDuringServiceRequests(_ unique: String) throws {
    let written = Mutex(0)
    let database = Mutex("")
    let service = CountedService {
      // Submits at most five records.
      var request = SubmissionRequest(fields: [("text", "x")])
      request.form = VersionReference("notes")
      let recorder = Recorder(database: database.withLock { $0 }, lockTimeout: 0)
      written.withLock { written in
        guard written < 5, (try? recorder.submit(request)) != nil else { return }
        written += 1
      }
    }
    let store = try store(unique: unique, service)
    database.withLock { $0 = store.recorder.database }
    try store.write(file(1...2_000), to: "a.csv")
    _ = try importFile(store)
    #expect(written.withLock { $0 } == 5)
    written.withLock { $0 = 0 }
    var request = SubmissionRequest(fields: [("id", "4000"), ("name", "free")])
    request.form = VersionReference("users")
    #expect(try !store.recorder.submit(request).isRejected)
    #expect(written.withLock { $0 } == 1)
    try store.recorder.expectValid()
  }

  @Test func repeatedSubmissionsNeedNoAnswers() throws {
    let store = try store(CountedService())
    var request = SubmissionRequest(fields: [("id", "1"), ("name", "free")])
    request.form = VersionReference("users")
    request.idempotencyKey = "key"
    let first = try store.recorder.submit(request)
    let service = CountedService(isDown: true)
    store.recorder.settings.services = service.services()
    let second = try store.recorder.submit(request)
    #expect(second.isAlreadySubmitted && second.submissionID == first.submissionID)
    #expect(!second.isRejected)
    #expect(service.questions.isEmpty)
  }

  @Test func missingAnswersRejectRecords() throws {
    let service = CountedService(isDown: true)
    let store = try store(service)
    try store.write(file(1...500), to: "a.csv")
    #expect(try importFile(store).rejected == 500)
    // Four requests are sent at once. Each of the first two without an answer is followed by
    // another request.
    #expect(service.questions.count <= 6)
    #expect(try store.rows("SELECT outcome, count(*) FROM answer GROUP BY 1") == ["2|500"])

    store.recorder.settings.services = service.services(.warn)
    let replayed = try replay(store.recorder)
    #expect(replayed.newlyAccepted == 500)
    try store.recorder.expectValid()
  }

  /// Records that were accepted without an answer stay accepted until the service is requested
  /// again.
  @Test func replayKeepsRecordsAcceptedWithoutAnAnswer() throws {
    let (store, down) = (
      try TemporaryStore(CountedService.definitions()), CountedService(isDown: true)
    )
    store.recorder.settings.services = down.services(.warn)
    try store.write(file(1...20) + "6000,x\n", to: "a.csv")
    #expect(try importFile(store).accepted == 20)
    #expect(
      try store.rows("SELECT outcome, count(*) FROM answer GROUP BY 1") == ["3|20"])
    store.recorder.settings.services = nil
    for isFull in [false, true] {
      var request = ReplayRequest()
      request.form = VersionReference("users")
      request.isFull = isFull
      let report = try store.recorder.replay(request)
      #expect(report.unchanged == 21 && report.newlyRejected == 0)
    }
    #expect(
      try store.rows("SELECT reasons FROM run_rule WHERE reasons LIKE '%unanswered%' ORDER BY run")
        == Array(repeating: #"{"rejected":1,"unanswered":20}"#, count: 3))
    // A replay with services requests the answers, which may reject records. Missing answers then
    // reject records unless the policy is `.warn`.
    store.recorder.settings.services = down.services(.warn)
    #expect(try replay(store.recorder).newlyRejected == 0)
    store.recorder.settings.services = CountedService().services()
    let asked = try replay(store.recorder)
    #expect(asked.serviceRequests == 20 && asked.newlyRejected == 2)
    store.recorder.settings.services = nil
    #expect(try replay(store.recorder).unchanged == 21)
    try store.recorder.expectValid()
  }

  /// Records that were accepted without an answer and records that were rejected are distinguished.
  @Test func replayKeepsRecordsRejectedWithoutAnAnswer() throws {
    let (store, down) = (
      try TemporaryStore(CountedService.definitions()), CountedService(isDown: true)
    )
    store.recorder.settings.services = down.services(.warn)
    try store.write(file(1...5), to: "a.csv")
    #expect(try importFile(store).accepted == 5)
    store.recorder.settings.services = down.services()
    #expect(try replay(store.recorder).newlyRejected == 5)
    store.recorder.settings.services = nil
    #expect(try replay(store.recorder).unchanged == 5)
    try store.recorder.expectValid()
  }

  @Test func purgesDeleteAnswers() throws {
    let down = CountedService(isDown: true)
    let store = try store(down)
    try store.write(file(1...20), to: "a.csv")
    _ = try importFile(store)
    var request = SubmissionRequest(fields: [("id", "30"), ("name", "x")])
    request.form = VersionReference("users")
    store.recorder.settings.services = CountedService().services()
    _ = try store.recorder.submit(request)
    #expect(try replay(store.recorder).serviceRequests == 20)
    #expect(
      try store.rows("SELECT run, count(*) FROM answer GROUP BY 1") == ["1|20", "2|1", "3|20"])
    _ = try store.recorder.purge(
      PurgeRequest(.submissions([3, 21]), by: "ana", reason: "erasure"))
    #expect(try store.rows("SELECT count(*) FROM answer WHERE submission IN (3, 21)") == ["0"])
    try store.recorder.expectValid()
    #expect(throws: (any Error).self) { try store.execute("DELETE FROM answer") }
    #expect(throws: (any Error).self) { try store.execute("UPDATE answer SET outcome = 1") }
  }

  @Test func replayCanBeStopped() throws {
    let store = try store(CountedService())
    try store.write(file(1...3_000), to: "a.csv")
    _ = try importFile(store)
    let head = try store.recorder.verify().head
    #expect {
      try replay(store.recorder, shouldStop: { true })
    } throws: {
      ($0 as? RecorderError)?.reason == .stopped
    }
    #expect(try store.recorder.verify().head == head)
    #expect(try replay(store.recorder).unchanged == 3_000)
    #expect(try store.rows("SELECT count(*) FROM run") == ["2"])
  }
}
