import ArgumentParser
import FormRecorder
import FormTestSupport
import GRDB
import Testing

@testable import FormCLI

/// Errors of a later step of an operation, whose change is stored.
@Suite struct StoredChangeTests {
  private static func error(_ reason: RecorderError.Reason) -> RecorderError {
    RecorderError(reason, "x").after("import 1 is finished").inFile("b.csv")
  }

  @Test(arguments: [.refused, .usage, .busy(process: nil)] as [RecorderError.Reason])
  func errorsAreReportedAsStored(_ reason: RecorderError.Reason) {
    var messages: [UInt8] = []
    let console = Console(
      out: { _ in true },
      err: {
        messages += $0
        return true
      })
    #expect(ErrorOutput(console: console, isJSON: true).report(Self.error(reason)).rawValue == 2)
    let text = String(decoding: messages, as: UTF8.self)
    #expect(text.contains(#"{"error":{"kind":"stored","#) && text.contains("import 1 is finished"))
  }

  /// The receipt is reported although the log that describes the changes cannot be read.
  @Test(arguments: [false, true]) func changesAreReportedWithoutTheLog(isJSON: Bool) throws {
    let folder = try TemporaryFolder()
    var messages: [UInt8] = []
    let console = Console(
      out: { _ in true },
      err: {
        messages += $0
        return true
      })
    var recorder = Recorder(database: folder.path("s.sqlite"))
    console.changes.follow(&recorder, appendingTo: nil)
    try recorder.apply(DefinitionSet(yaml: "form: f\nfields: [{name: a, type: text}]\n"))
    let receipt = try #require(console.changes.lastReceipt)
    try DatabaseQueue(path: folder.path("s.sqlite")).write { db in
      try db.execute(sql: "ALTER TABLE event RENAME TO lost")
    }
    #expect(ErrorOutput(console: console, isJSON: isJSON).reportStored("x").rawValue == 2)
    let text = String(decoding: messages, as: UTF8.self)
    let damage = "x; the log of the changes up to event \(receipt.event) cannot be read: "
    #expect(text.contains(damage), "\(text)")
    #expect(text.contains(isJSON ? #""stored":[]"# : "receipt: event \(receipt.event), "))
    #expect(text.contains("the changes are stored:") != isJSON, "\(text)")
  }

  /// A signal stops the command also then.
  @Test func stoppedCommandsAreStopped() {
    #expect(Self.error(.stopped).category == .stopped)
  }

  @Test func filesAreListedByWhatIsStored() {
    let results: [ImportReporter.FileReport] = [
      .failed(file: "a.csv", RecorderError(.unreadable, "x")),
      .failed(file: "b.csv", Self.error(.refused)),
    ]
    #expect(
      results.failures == [
        "1 of 2 files were not imported: a.csv",
        "1 of 2 files were imported, but not all of their corrections are stored: b.csv",
      ])
  }
}
