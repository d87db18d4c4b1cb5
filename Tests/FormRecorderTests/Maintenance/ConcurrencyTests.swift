import FormRecorderTestSupport
import FormRules
import FormStore
import Foundation
import Synchronization
import Testing

@testable import FormRecorder

/// Concurrent access to one store by several processes. The tests use threads, each with its own
/// stores and locks.
@Suite struct ConcurrencyTests {
  private static let definitions = PeopleDefinitions.yaml(
    rules: """
      fields:
        id:
          - %
      """)

  private func store(_ unique: String) throws -> TemporaryStore {
    try TemporaryStore(Self.definitions.replacing("%", with: unique))
  }

  /// A recorder whose lock timeout is long enough for a busy machine.
  private func waitingRecorder(of store: TemporaryStore) -> Recorder {
    var recorder = store.recorder
    recorder.settings.lockTimeout = 300
    return recorder
  }

  private func file(_ ids: some Sequence<Int>, name: String = "x") -> String {
    "id,name\n" + ids.map { "\($0),\(name)\n" }.joined()
  }

  /// Runs the bodies concurrently and returns the error that each one threw.
  private func together(_ bodies: [@Sendable () throws -> Void]) -> [(any Error)?] {
    let errors = Mutex<[Int: any Error]>([:])
    DispatchQueue.concurrentPerform(iterations: bodies.count) { index in
      do { try bodies[index]() } catch { errors.withLock { $0[index] = error } }
    }
    return errors.withLock { errors in bodies.indices.map { errors[$0] } }
  }

  @Test(arguments: [2, 3], [100, 50_000])
  func concurrentImportsStoreAFileOnce(processes: Int, chunk: Int) throws {
    let store = try store("unique")
    try store.write(file(1...6_000), to: "a.csv")
    let (recorder, path) = (waitingRecorder(of: store), store.path("a.csv"))
    let reports = Mutex<[ImportReport]>([])
    let errors = together(
      (0..<processes).map { _ in
        {
          var request = ImportRequest(path: path)
          request.chunk = chunk
          let report = try recorder.importFile(request)
          reports.withLock { $0.append(report) }
        }
      })
    #expect(errors.compactMap { $0 }.map { "\($0)" } == [])
    let known = reports.withLock { $0.map(\.isAlreadyImported) }
    #expect(known.count { !$0 } == 1)
    #expect(try store.rows("SELECT count(*) FROM form_people") == ["6000"])
    try store.recorder.expectValid()
  }

  /// Different files with the same first MiB and size are different imports.
  @Test func similarFilesAreDistinguished() throws {
    let store = try store("unique")
    let common = file(1...5_000, name: String(repeating: "n", count: 250))
    try store.write(common + "5001,b\n", to: "a.csv")
    try store.write(common + "5002,c\n", to: "b.csv")
    let recorder = waitingRecorder(of: store)
    let errors = together(
      ["a.csv", "b.csv"].map { name in
        let path = store.path(name)
        return {
          var request = ImportRequest(path: path)
          request.chunk = 500
          _ = try recorder.importFile(request)
        }
      })
    #expect(errors.compactMap { $0 }.map { "\($0)" } == [])
    #expect(
      try store.rows("SELECT count(*), count(DISTINCT _import) FROM form_people") == ["10002|2"])
    try store.recorder.expectValid()
  }

  /// Concurrent imports and single submissions with the same keys accept each key once.
  @Test(arguments: [70, 1_000]) func everyKeyIsAcceptedOnce(chunk: Int) throws {
    let store = try store("unique: ever")
    try store.write(file(1...4_000, name: "a"), to: "a.csv")
    try store.write(file((1...4_000).reversed(), name: "b"), to: "b.csv")
    let recorder = waitingRecorder(of: store)
    let imports: [@Sendable () throws -> Void] = ["a.csv", "b.csv"].map { name in
      let path = store.path(name)
      return {
        var request = ImportRequest(path: path)
        request.chunk = chunk
        _ = try recorder.importFile(request)
      }
    }
    let submits: @Sendable () throws -> Void = {
      for id in stride(from: 2_000, to: 2_040, by: 1) {
        _ = try recorder.submit(SubmissionRequest(fields: [("id", "\(id)"), ("name", "c")]))
      }
    }
    let errors = together(imports + [submits])
    #expect(errors.compactMap { $0 }.map { "\($0)" } == [])
    #expect(
      try store.rows(
        """
        SELECT count(*), count(DISTINCT id), sum(_verdict = 'accepted'),
          count(DISTINCT CASE WHEN _verdict = 'accepted' THEN id END) FROM form_people
        """) == ["8040|4000|4000|4000"])
    try store.recorder.expectValid()
  }

  @Test func concurrentReplaysAllFinish() throws {
    let store = try store("range: {max: 900}")
    try store.write(file(1...1_500), to: "a.csv")
    _ = try store.recorder.importFile(ImportRequest(path: store.path("a.csv")))
    let recorder = waitingRecorder(of: store)
    let replays: [@Sendable () throws -> Void] = (0..<8).map { _ in
      {
        for _ in 0..<3 {
          var request = ReplayRequest()
          request.isFull = true
          _ = try recorder.replay(request)
        }
      }
    }
    #expect(together(replays).compactMap { $0 }.map { "\($0)" } == [])
    #expect(try store.rows("SELECT count(*) FROM run_view") == ["25"])
    try store.recorder.expectValid()
  }

  @Test func importWaitsForProcessThatImportsTheFile() throws {
    let store = try store("unique")
    try store.write(file(1...5_000), to: "a.csv")
    let file = try #require(InputFile(store.path("a.csv")))
    let other = try store.recorder.storeForWriting()
    #expect(try other.reserve(file.fingerprint(form: "people")))
    var recorder = store.recorder
    recorder.settings.lockTimeout = 0.05
    let error = #expect(throws: RecorderError.self) {
      try recorder.importFile(ImportRequest(path: store.path("a.csv")))
    }
    #expect(error?.description.contains("is being imported by another process") == true)
    other.release(try file.fingerprint(form: "people"))
    #expect(try recorder.importFile(ImportRequest(path: store.path("a.csv"))).records == 5_000)
  }
}
