import FormRecorder
import FormTestSupport
import Foundation
import Testing

@Suite struct DamagedDatabaseTests {
  /// A damaged database has a verdict, also if it cannot be opened. Zeros take the place of a page;
  /// some of the first pages have the schema.
  @Test func unreadableDatabasesAreNotOK() throws {
    let folder = try TemporaryFolder()
    let recorder = Recorder(database: folder.path("s.sqlite"))
    try recorder.apply(DefinitionSet(yaml: "form: f\nfields: [{name: a, type: text}]\n"))
    _ = try recorder.backUp(to: folder.path("copy.sqlite"))
    let whole = try Data(contentsOf: URL(filePath: folder.path("copy.sqlite")))
    let pageSize = 16_384
    for page in [1, 2, 3, 4, 5, 30, 60] {
      var damaged = whole
      let start = page * pageSize
      damaged.replaceSubrange(start..<start + pageSize, with: Data(count: pageSize))
      let path = folder.path("damaged-\(page).sqlite")
      try damaged.write(to: URL(filePath: path))
      let run = CommandRun(["verify", "--db", path, "--format", "json"])
      #expect(run.code == 1, "page \(page): \(run.transcript)")
      #expect(run.out.hasPrefix(#"{"ok":false,"#))
      #expect(!run.transcript.contains("formrec verify"))
    }
  }
}
