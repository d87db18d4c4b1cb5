import FormRecorderTestSupport
import FormRules
import Foundation
import Synchronization
import Testing

@testable import FormRecorder

/// Service requests for corrections and for repeated submissions.
@Suite struct ServiceCorrectionTests {
  /// Three accepted and three rejected records in two imports with different columns.
  private func filled() throws -> TemporaryStore {
    let store = try TemporaryStore(CountedService.definitions())
    store.recorder.settings.services = CountedService().services()
    for (name, text) in [
      ("a.csv", "id,name\n1,ana\n2,taken2\n3,taken3\n4,eva\n"),
      ("b.csv", "name,id\ntaken5,5\nbo,6\n"),
    ] {
      try store.write(text, to: name)
      var request = ImportRequest(path: store.path(name))
      request.form = VersionReference("users")
      _ = try store.recorder.importFile(request)
    }
    return store
  }

  private let mended = """
    id,name,_submission
    2,two,2
    2,taken3b,3
    5,five,5

    """

  private func correct(
    _ store: TemporaryStore, _ service: CountedService?,
    _ change: (inout CorrectionRequest) -> Void = { _ in }
  ) throws -> ImportReport {
    try store.write(mended, to: "back.csv")
    store.recorder.settings.services = service?.services()
    var request = CorrectionRequest(path: store.path("back.csv"))
    request.acceptedColumns = ["all"]
    change(&request)
    return try store.recorder.importCorrections(request)
  }

  private func replay(_ store: TemporaryStore) throws -> ReplayReport {
    var request = ReplayRequest()
    request.form = VersionReference("users")
    request.isFull = true
    return try store.recorder.replay(request)
  }

  @Test func replaysOfCorrectionsReuseAnswers() throws {
    let (store, service) = (try filled(), CountedService())
    #expect(try correct(store, service) { $0.isDryRun = true }.accepted == 2)
    let report = try correct(store, service)
    #expect(report.corrections?.imports.count == 2)
    #expect(report.accepted == 2 && report.rejected == 1)
    // The second correction has the id of another record, so no request is sent for it.
    #expect(Set(service.questions.suffix(2)).count == 2 && service.questions.count == 4)
    #expect(
      try store.rows("SELECT submission, outcome FROM answer WHERE submission > 6 ORDER BY 1")
        == ["7|1", "9|1"])
    store.recorder.settings.services = nil
    let again = try replay(store)
    #expect(again.newlyAccepted == 0 && again.newlyRejected == 0)
    try store.recorder.expectValid()
    // Importing the same file again changes nothing and sends no requests.
    let second = CountedService()
    #expect(try correct(store, second).corrections?.unchanged == 3)
    #expect(second.questions.isEmpty)
  }

  @Test func correctionsAreNotAcceptedWithoutServices() throws {
    let notes = Mutex<[String]>([])
    let store = try filled()
    try store.write(mended, to: "back.csv")
    store.recorder.settings.services = nil
    var request = CorrectionRequest(path: store.path("back.csv"))
    request.acceptedColumns = ["all"]
    let report = try store.recorder.importCorrections(
      request,
      ImportCallbacks(note: { line in notes.withLock { $0.append("\(line)") } }))
    #expect(report.accepted == 0 && report.rejected == 3)
    #expect(notes.withLock { $0 }.contains { $0.contains("services are not requested here") })
    // When services are available, a replay accepts the corrections.
    store.recorder.settings.services = CountedService().services()
    #expect(try replay(store).newlyAccepted == 2)
  }

  @Test func unavailableServicesAreRequestedOnce() throws {
    let (store, down) = (try filled(), CountedService(isDown: true))
    #expect(try correct(store, down).rejected == 3)
    #expect(down.questions.count == 2)
    var request = SubmissionRequest(fields: [("id", "30"), ("name", "x")])
    request.form = VersionReference("users")
    #expect(try store.recorder.submit(request).isRejected)
    #expect(down.questions.count == 3)
  }

  /// Concurrent writers do not wait, and their changes are taken into account.
  @Test func noLockIsHeldDuringServiceRequests() throws {
    let store = try filled()
    let state = Mutex((database: store.recorder.database, written: 0))
    let service = CountedService {
      state.withLock { state in
        var request = SubmissionRequest(fields: [("text", "x")])
        request.form = VersionReference("notes")
        if (try? Recorder(database: state.database, lockTimeout: 0).submit(request)) != nil {
          state.written += 1
        }
      }
    }
    #expect(try correct(store, service).accepted == 2)
    #expect(state.withLock { $0.written } == 2)
  }

  @Test func rulesChangedDuringRequestsAreEvaluated() throws {
    let store = try filled()
    let state = Mutex((database: store.recorder.database, isChanged: false))
    let yaml = CountedService.definitions().replacing("example.com/free", with: "example.com/other")
    let service = CountedService {
      state.withLock { state in
        guard !state.isChanged else { return }
        let recorder = Recorder(database: state.database)
        state.isChanged =
          (try? recorder.apply(DefinitionSet(yaml: yaml))) != nil
      }
    }
    let report = try correct(store, service)
    #expect(report.rulesVersion == 2 && report.accepted == 2)
    #expect(service.questions.count == 4)
  }

  @Test func repeatedSubmissionsAreAnsweredFromTheStore() throws {
    let store = try TemporaryStore(CountedService.definitions())
    let service = CountedService()
    store.recorder.settings.services = service.services()
    var request = SubmissionRequest(fields: [("id", "1"), ("name", "taken")])
    request.form = VersionReference("users")
    request.idempotencyKey = "k"
    let first = try store.recorder.submit(request)
    for services in [service.services(), CountedService(isDown: true).services(), nil] {
      store.recorder.settings.services = services
      let again = try store.recorder.submit(request)
      #expect(again.isAlreadySubmitted && again.submissionID == first.submissionID)
      #expect(again.isRejected && again.errors.map(\.code) == ["remote.refused"])
    }
    #expect(service.questions.count == 1)
    // Other values with the same key are refused without a request.
    store.recorder.settings.services = service.services()
    var other = SubmissionRequest(fields: [("id", "1"), ("name", "free")])
    (other.form, other.idempotencyKey) = (request.form, "k")
    #expect(throws: RecorderError.self) { try store.recorder.submit(other) }
    #expect(service.questions.count == 1)
  }
}
