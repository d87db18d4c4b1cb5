import FormRecorderTestSupport
import FormRules
import FormStore
import Foundation
import Testing

@testable import FormRecorder

/// Files that cannot be read, in whole or in part.
@Suite struct UnreadableFileTests {
  @Test func readabilityCheckDoesNotOpenPipes() throws {
    let store = try TemporaryStore()
    try store.write("id\n1\n", to: "there.csv")
    // Opening the pipe would block until it has a writer, and closing it again would disconnect the
    // writer.
    #expect(unsafe mkfifo(store.path("pipe"), 0o600) == 0)
    for files in [["pipe"], ["there.csv"], ["nowhere.csv", "there.csv"], ["nowhere.csv", "pipe"]] {
      try store.recorder.requireReadable(files.map(store.path))
    }
    for files in [["nowhere.csv"], ["nowhere.csv", "neither.csv"], ["."]] {
      #expect(throws: RecorderError.self) {
        try store.recorder.requireReadable(files.map(store.path))
      }
    }
  }

  @Test func firstMalformedRecordsAreReported() throws {
    let store = try TemporaryStore(PeopleFile.definitions)
    try store.write("id,name\n1,a\n" + String(repeating: "2,b,c\n", count: 7), to: "a.csv")
    let notes = try store.importNoting(ImportRequest(path: store.path("a.csv"))).notes
    #expect(
      notes.contains("a.csv:3:3 The record has 3 fields; 2 are expected. [csv.tooManyFields]"))
    #expect(notes.contains("a.csv:7:3"))
    #expect(!notes.contains("a.csv:8:3"))
    #expect(notes.contains("a.csv: 7 malformed records in total"))
  }

  /// Invalid UTF-8 in the first records stops the import. Later it makes a record malformed.
  @Test func invalidUTF8IsReported() throws {
    let store = try TemporaryStore(PeopleFile.definitions)
    let umlaut: [UInt8] = [0x31, 0x2C, 0x5A, 0x6F, 0xEB, 0x0A]
    try (Data("id,name\n".utf8) + umlaut).write(to: URL(fileURLWithPath: store.path("a.csv")))
    var request = ImportRequest(path: store.path("a.csv"))
    let error = #expect(throws: RecorderError.self) { try store.recorder.importFile(request) }
    #expect(error?.description.contains("line 2, byte 12: the text is not UTF-8") == true)
    #expect(try store.rows("SELECT count(*) FROM submission") == ["0"])
    request.input.encoding = "windows-1252"
    #expect(try store.recorder.importFile(request).records == 1)

    let late = Data(PeopleFile.text(1_500).utf8) + umlaut
    try late.write(to: URL(fileURLWithPath: store.path("b.csv")))
    let report = try store.recorder.importFile(ImportRequest(path: store.path("b.csv")))
    #expect(report.records == 1_501)
    #expect(try store.rows("SELECT count(*) FROM malformed") == ["1"])
    try store.recorder.expectValid()
  }

  @Test(arguments: [
    ("name\nx\n", "lacks the required column 'id'"),
    ("id,name,ID\n1,a,2\n", "are both mapped to field 'id'"),
    ("", "no header"), ("id,name\n1,caf\u{E9}\n", ""),
  ])
  func unsupportedFilesAreReported(text: String, message: String) throws {
    let store = try TemporaryStore(PeopleFile.definitions)
    let bytes =
      message.isEmpty ? Data(text.unicodeScalars.map { UInt8($0.value) }) : Data(text.utf8)
    try bytes.write(to: URL(fileURLWithPath: store.path("a.csv")))
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.importFile(ImportRequest(path: store.path("a.csv")))
    }
    #expect(error?.description.contains(message.isEmpty ? "windows-1252" : message) == true)
    #expect(try store.rows("SELECT count(*) FROM submission") == ["0"])
  }
}
