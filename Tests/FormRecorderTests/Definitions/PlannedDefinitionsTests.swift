import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Testing

@testable import FormRecorder

/// Definitions that a change uses are stored with it, or not at all.
@Suite struct PlannedDefinitionsTests {
  private static func definitions(maximum: Int) throws -> DefinitionSet {
    try DefinitionSet(
      yaml: TemporaryStore.definitions.replacing("max: 100", with: "max: \(maximum)"))
  }

  private func versions(_ store: TemporaryStore) throws -> Int {
    try store.recorder.definitions(.withoutVersion("people"), kind: .ruleSet)[0].versions.count
  }

  @Test func anImportBeyondItsLimitStoresNoVersion() throws {
    let store = try TemporaryStore()
    try store.write("id,name,email\n400,Ana,\n", to: "a.csv")
    let importer = try store.recorder.openForImports(
      applying: try Self.definitions(maximum: 200))
    #expect(importer.applied.map(\.number) == [1, 2])
    var request = ImportRequest(path: store.path("a.csv"))
    (request.isAtomic, request.maximumRejected) = (true, .count(0))
    #expect(try importer.importFile(request).isRefused)
    #expect(try versions(store) == 1 && !importer.isApplied)
    // The next file of the same importer stores them.
    request.maximumRejected = nil
    #expect(try importer.importFile(request).rulesVersion == 2)
    #expect(try versions(store) == 2 && importer.isApplied)
  }

  @Test func aStoppedReplayStoresNoVersion() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n150,Ana,\n")
    let (recorder, applied) = try store.recorder.staging(try Self.definitions(maximum: 200))
    #expect(applied.map(\.isNew) == [false, true])
    #expect(throws: RecorderError.self) {
      try recorder.replay(ReplayRequest(), shouldStop: { true })
    }
    #expect(try versions(store) == 1)
    let report = try recorder.replay(ReplayRequest())
    #expect(report.rulesVersion == 2 && report.newlyAccepted == 1)
    #expect(try versions(store) == 2)
    #expect(try store.recorder.verify().isOK)
  }

  /// Nothing is judged under one version and stored under another.
  @Test func versionsOfOthersAreNotReplaced() throws {
    let store = try TemporaryStore()
    try store.write("id,name,email\n150,Ana,\n", to: "a.csv")
    let importer = try store.recorder.openForImports(
      applying: try Self.definitions(maximum: 200))
    try store.recorder.apply(try Self.definitions(maximum: 300))
    #expect(throws: RecorderError.self) {
      try importer.importFile(ImportRequest(path: store.path("a.csv")))
    }
    #expect(try versions(store) == 2)
    #expect(try store.recorder.list().imports.isEmpty)
  }

  /// Several processes may begin with the same definitions.
  @Test func equalDefinitionsOfOthersAreShared() throws {
    let store = try TemporaryStore()
    let importers = try (0...1).map { _ in
      try store.recorder.openForImports(applying: try Self.definitions(maximum: 200))
    }
    for (number, importer) in importers.enumerated() {
      try store.write("id,name,email\n15\(number),Ana,\n", to: "\(number).csv")
      let report = try importer.importFile(ImportRequest(path: store.path("\(number).csv")))
      #expect(report.rulesVersion == 2 && report.rejected == 0)
      #expect(importer.isApplied)
    }
    #expect(try versions(store) == 2)
    #expect(try store.recorder.verify().isOK)
  }

  /// A correction that changes nothing stores the definitions by themselves.
  @Test func successWithoutOtherChangesStoresThem() throws {
    let store = try TemporaryStore()
    let report = try store.add("id,name,email\n150,Ana,\n", as: "a.csv")
    let importer = try store.recorder.openForImports(
      applying: try Self.definitions(maximum: 200))
    let again = try importer.importFile(ImportRequest(path: store.path("a.csv")))
    #expect(again.importID == report.importID)
    #expect(try versions(store) == 2)
    #expect(try store.recorder.verify().isOK)
  }
}
