import FormRecorderTestSupport
import FormStore
import Foundation
import Testing

@testable import FormRecorder

/// An interrupted import of a stream is compared with the next stream of the same configuration.
@Suite struct StreamResumeTests {
  private let store: TemporaryStore

  init() throws {
    store = try TemporaryStore(
      PeopleDefinitions.yaml(rules: "fields:\n  id:\n    - range: {min: 3}\n"))
  }

  private func text(_ records: Int) -> String {
    "id,name\n" + (1...records).map { "\($0),n\n" }.joined()
  }

  /// Imports a text from a pipe. The text must fit into it: Linux buffers 64 KiB.
  private func importStream(
    _ records: Int, chunk: Int = 1_000, source: String? = nil,
    _ callbacks: ImportCallbacks = ImportCallbacks()
  ) throws -> ImportReport {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(text(records).utf8))
    try pipe.fileHandleForWriting.close()
    defer { try? pipe.fileHandleForReading.close() }
    var request = ImportRequest(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
    (request.chunk, request.source) = (chunk, source)
    return try store.recorder.importFile(request, callbacks)
  }

  /// Stops an import of 3,500 records after its first commit.
  private func stop(chunk: Int = 1_000, source: String? = nil) {
    var stop = false
    let error = #expect(throws: RecorderError.self) {
      try importStream(
        3_500, chunk: chunk, source: source,
        ImportCallbacks(committed: { _ in stop = true }, shouldStop: { stop }))
    }
    #expect(error?.reason == .stopped)
  }

  private func submissions() throws -> [String] {
    try store.rows("SELECT count(*) FROM submission")
  }

  @Test func theImportOfTheSameConfigurationIsResumed() throws {
    stop()
    stop(source: "north")
    #expect(try submissions() == ["2000"])
    let report = try importStream(3_500)
    #expect((report.importID, report.records) == (1, 3_500))
    #expect(try submissions() == ["4500"])
    try store.recorder.expectValid()
  }

  @Test func anImportThatAnotherProcessWritesIsNotResumed() throws {
    stop()
    let other = try store.recorder.storeForWriting()
    #expect(try other.reserve(stream: 1))
    #expect(try importStream(3_500).importID == 2)
    other.release(stream: 1)
    // It is resumed, and discarded because its content is already imported.
    let known = try importStream(3_500)
    #expect(known.isAlreadyImported && known.importID == 2)
    #expect(
      try store.rows("SELECT state FROM import_view ORDER BY import") == ["discarded", "finished"])
    try store.recorder.expectValid()
  }

  /// All blocks of the shorter stream are those of the stored part.
  @Test func aShorterStreamIsRefused() throws {
    stop(chunk: 2_000)
    let error = #expect(throws: RecorderError.self) { try importStream(1_000, chunk: 2_000) }
    #expect(error?.reason == .fileChanged(importID: 1))
    #expect(try submissions() == ["2000"])
    #expect(try importStream(3_500).importID == 1)
    #expect(try submissions() == ["3500"])
    try store.recorder.expectValid()
  }
}
