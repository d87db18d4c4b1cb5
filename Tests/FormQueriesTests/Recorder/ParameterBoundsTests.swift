import FormRecorderTestSupport
import FormRules
import Foundation
import Testing

@testable import FormQueries
@testable import FormRecorder

/// Every number and text is either refused or used. None stops the process.
@Suite struct ParameterBoundsTests {
  private static let definitions = """
    form: people
    fields:
      - {name: id, type: integer}
    ---
    rules: people
    form: people
    fields:
      id: [required]
    """

  @Test(arguments: [-Double.infinity, -1, .nan, 1e300, .infinity])
  func anyTimeoutIsAccepted(wait: Double) throws {
    let store = try TemporaryStore(Self.definitions)
    let recorder = Recorder(database: store.recorder.database, lockTimeout: wait)
    #expect(try !recorder.submit(SubmissionRequest(fields: [("id", "1")])).isRejected)
    #expect(try recorder.list().forms.count == 1)
  }

  @Test func numbersBeyondTheirBoundsAreRefused() throws {
    let store = try TemporaryStore(Self.definitions)
    let recorder = store.recorder
    _ = try recorder.submit(SubmissionRequest(fields: [("id", "")]))
    for number in [-1, Int.min] {
      var details = AuditDetails()
      details.samples = number
      expectUsage { _ = try recorder.audit(.all, details: details) }
      expectUsage { _ = try recorder.audit(.all, top: number) }
      expectUsage { _ = try recorder.list(limit: number) }
      expectUsage { _ = try recorder.submissions(.all, .all, limit: number) }
    }
    #expect(try recorder.audit(.all, top: 0).byRule.isEmpty)
    #expect(try recorder.audit(.all, top: .max).total.submissions == 1)
    var details = AuditDetails()
    details.samples = .max
    #expect(try recorder.audit(.all, details: details).total.submissions == 1)
    #expect(try recorder.submissionCount(.all, .all, after: .max) == 0)
    #expect(try recorder.submissions(.all, .all, after: .max, limit: .max).isEmpty)
    #expect(try recorder.submissions(.all, .all, after: .min, limit: .max).count == 1)
    for chunk in [0, -1, Int.max] {
      var request = ImportRequest(path: "/dev/null")
      request.chunk = chunk
      expectUsage { _ = try recorder.importFile(request) }
    }
  }

  @Test(arguments: ["\0", "\n", "\r", "\"", "\u{C8}", "", ";;"])
  func invalidDelimiterIsRefused(delimiter: String) throws {
    let store = try TemporaryStore(Self.definitions)
    _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "1")]))
    var request = ExportRequest()
    (request.scope, request.delimiter) = (.accepted, delimiter)
    let path = store.recorder.database + ".csv"
    expectUsage { _ = try store.recorder.export(request, to: .file(path, replacing: false)) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: ["", String(repeating: "k", count: 256)])
  func idempotencyKeyLengthIsLimited(key: String) throws {
    let store = try TemporaryStore(Self.definitions)
    var request = SubmissionRequest(fields: [("id", "1")])
    request.idempotencyKey = key
    expectUsage { _ = try store.recorder.submit(request) }
    request.idempotencyKey = String(repeating: "k", count: 255)
    #expect(try !store.recorder.submit(request).isRejected)
  }

  @Test(arguments: ["", ":memory:", "file:x", "FILE:x?mode=memory"])
  func storePathMustBeAFilePath(path: String) throws {
    let before = try FileManager.default.contentsOfDirectory(atPath: ".")
    #expect(throws: RecorderError.self) {
      try Recorder(database: path).apply(DefinitionSet(yaml: Self.definitions))
    }
    #expect(throws: RecorderError.self) { try Recorder(database: path).list() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: ".") == before)
  }

  private func expectUsage(
    _ body: () throws -> Void, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: RecorderError.self, sourceLocation: sourceLocation) { try body() }
    #expect(error?.reason == .usage, sourceLocation: sourceLocation)
  }
}
