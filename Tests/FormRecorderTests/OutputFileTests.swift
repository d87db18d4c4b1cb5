import FormRecorder
import Foundation
import Testing

@Suite struct OutputFileTests {
  private func smallStore() throws -> TemporaryStore {
    let store = try TemporaryStore()
    try store.add("id,name,email\n200,Ana,a@b.de\n", as: "a.csv", source: "no/rth")
    try store.add("id,name,email\n300,Ana,a@b.de\n", as: "b.csv")
    return store
  }

  /// The files, but for those that SQLite makes for readers.
  private func files(_ store: TemporaryStore) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: store.folder.path))
      .subtracting(["store.sqlite-wal", "store.sqlite-shm"])
  }

  @Test func aFileAppearsWhole() throws {
    let store = try smallStore()
    let report = try store.recorder.export(
      ExportRequest(), to: .file(store.path("out.csv"), replacing: false))
    #expect(report.files.map(\.submissions) == [2])
    #expect(report.maskedFields == ["email"])
    #expect(
      try String(contentsOfFile: store.path("out.csv"), encoding: .utf8) == store.export(.open))
    #expect(try !files(store).contains { $0.hasSuffix(".tmp") })
  }

  @Test func nothingIsReplacedUnlessAskedFor() throws {
    let store = try smallStore()
    try store.write("mine", to: "out.csv")
    #expect(throws: RecorderError.self) {
      try store.recorder.export(
        ExportRequest(), to: .file(store.path("out.csv"), replacing: false))
    }
    #expect(try String(contentsOfFile: store.path("out.csv"), encoding: .utf8) == "mine")
    _ = try store.recorder.export(
      ExportRequest(), to: .file(store.path("out.csv"), replacing: true))
    #expect(try String(contentsOfFile: store.path("out.csv"), encoding: .utf8) != "mine")
  }

  @Test(arguments: [
    "store.sqlite", "store.sqlite.lock", "a.csv", "link", "folder", "none/x.csv", "",
  ])
  func neitherDatabaseNorInputNorAnythingElseIsReplaced(_ name: String) throws {
    let store = try smallStore()
    try FileManager.default.createDirectory(
      atPath: store.path("folder"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: store.path("link"), withDestinationPath: store.path("store.sqlite"))
    let before = try files(store)
    let path = name.isEmpty ? "" : store.path(name)
    #expect(throws: RecorderError.self) {
      try store.recorder.export(ExportRequest(), to: .file(path, replacing: true))
    }
    #expect(throws: RecorderError.self) { try store.recorder.backUp(to: path, replacing: true) }
    #expect(try files(store) == before)
    #expect(try store.recorder.audit(.all).total.submissions == 2)
  }

  @Test func partsGetFilesOfTheirOwn() throws {
    let store = try smallStore()
    let folder = store.path("parts")
    for (part, names) in [
      (ExportPart.source, ["no-source.csv", "source-no%2frth.csv"]),
      (.import, ["import-1.csv", "import-2.csv"]), (.batch, ["no-batch.csv"]),
    ] {
      try? FileManager.default.removeItem(atPath: folder)
      let report = try store.recorder.export(
        ExportRequest(), to: .folder(folder, part, replacing: false))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == names)
      #expect(report.submissions == 2)
    }
  }

  @Test func whatStopsLeavesNoFile() throws {
    let store = try smallStore()
    let before = try files(store)
    #expect(throws: RecorderError.self) {
      try store.recorder.export(
        ExportRequest(), to: .file(store.path("out.csv"), replacing: false), shouldStop: { true })
    }
    #expect(try files(store) == before)
  }

  @Test func aBackupHoldsWhatTheStoreHolds() throws {
    let store = try smallStore()
    let path = store.path("backup.sqlite")
    let report = try store.recorder.backUp(to: path)
    #expect(report.submissions == 2 && report.imports == 2 && report.runs == 2)
    let copy = Recorder(database: path)
    var all = ExportRequest()
    all.choice = .all
    all.format = .ndjson
    var output: [UInt8] = []
    _ = try copy.export(all, to: .stream { output += $0 })
    #expect(String(decoding: output, as: UTF8.self) == (try store.export(.all, .ndjson)))
    #expect(throws: RecorderError.self) { try store.recorder.backUp(to: path) }
    _ = try store.recorder.backUp(to: path, replacing: true)
    try store.write("left behind", to: "other.sqlite-wal")
    #expect(throws: RecorderError.self) {
      try store.recorder.backUp(to: store.path("other.sqlite"))
    }
  }
}
