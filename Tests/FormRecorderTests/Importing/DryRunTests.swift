import FormRecorder
import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Foundation
import GRDB
import Testing

@testable import FormStore

/// A dry run predicts what the command does, which also depends on the store.
@Suite struct DryRunTests {
  private static let definitions = """
    form: people
    key: [id]
    fields:
      - {name: id, type: integer, required: true}
      - {name: name, type: text}
      - {name: email, type: text, sensitive: true}
    ---
    rules: people
    form: people
    fields:
      email: [email, {unique: ever}]
    """
  /// The addresses belong to accepted records of the outdated store.
  private static let records = """
    id,name,email
    77,Zed,eve@example.com
    78,Yan,dora@example.com
    79,Xi,finn@example.com

    """

  /// A database that a dry run cannot read.
  enum Database: CaseIterable {
    case outdated, newer, foreign, truncated, text, empty, folder, link

    func make(at path: String) throws {
      let url = URL(fileURLWithPath: path)
      switch self {
      case .outdated:
        let store = try TemporaryStore(DryRunTests.definitions)
        try store.add(DryRunTests.records.replacing("7", with: "1"))
        try FileManager.default.copyItem(atPath: store.path("store.sqlite"), toPath: path)
      case .newer, .truncated:
        let store = try TemporaryStore(DryRunTests.definitions)
        try FileManager.default.copyItem(atPath: store.path("store.sqlite"), toPath: path)
        if self == .truncated {
          try Data(contentsOf: url).prefix(20_000).write(to: url)
        } else {
          try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA user_version = 999") }
        }
      case .foreign:
        try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE a (b)") }
      case .text: try Data("id,name\n".utf8).write(to: url)
      case .empty: try Data().write(to: url)
      case .folder:
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      case .link:
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "elsewhere")
      }
    }
  }

  private let folder: TemporaryFolder
  private let recorder: Recorder
  private let set: DefinitionSet
  private var request: ImportRequest

  init() throws {
    folder = try TemporaryFolder()
    recorder = Recorder(database: folder.path("store.sqlite"))
    set = try DefinitionSet(files: [try folder.write(Self.definitions, to: "people.yaml")])
    request = ImportRequest(path: try folder.write(Self.records, to: "people.csv"))
    request.form = VersionReference("people")
  }

  /// The report of a dry run under the definitions.
  private func predicted(
    _ request: ImportRequest, _ callbacks: ImportCallbacks = ImportCallbacks()
  ) throws -> ImportReport {
    try recorder.openForImports(applying: set, isDryRun: true).importFile(request, callbacks)
  }

  @Test(arguments: Database.allCases)
  func storeThatCannotBeReadIsRefused(_ database: Database) throws {
    try database.make(at: recorder.database)
    let before = try state()
    try Migration.$added.withValue(database == .outdated ? [UpgradeTests.next] : []) { () throws in
      #expect(throws: RecorderError.self) { try predicted(request) }
      #expect(throws: RecorderError.self) { try recorder.apply(set, isDryRun: true) }
      #expect(throws: RecorderError.self) { try recorder.impact(of: set) }
    }
    #expect(try state() == before)
  }

  /// The names of all files except those that SQLite creates to read, and the content of the
  /// database.
  private func state() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      .filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") }
    let content = FileManager.default.contents(atPath: recorder.database) ?? Data()
    return Dictionary(uniqueKeysWithValues: names.map { ($0, content) })
  }

  /// Whoever has just installed a newer version has such a store.
  @Test func errorOfAnOutdatedStoreNamesTheRemedy() throws {
    try Database.outdated.make(at: recorder.database)
    try Migration.$added.withValue([UpgradeTests.next]) { () throws in
      let error = #expect(throws: RecorderError.self) { try predicted(request) }
      #expect(error?.remedies == [.updateDatabase])
      // The real import updates the store.
      var repeated = request
      repeated.allowsReimport = true
      try recorder.requireImportable([request.path], repeated, definitions: set)
      _ = try recorder.apply(set)
      #expect(try predicted(repeated).rejected == 3)
      #expect(try recorder.importFile(repeated).rejected == 3)
    }
  }

  /// Each file is compared with what the ones before it would store, as in the real import.
  @Test(arguments: [false, true]) func filesAreComparedWithEarlierOnes(_ hasStore: Bool) throws {
    let files = [
      "id,email\n1,a@x.com\n", "id,email\n2,a@x.com\n3,b@x.com\n",
      // It delivers record 1 again, without its address, which is free now.
      "id,email\n1,c@x.com\n4,a@x.com\n", "id,email\n5,a@x.com\n6,b@x.com\n7,c@x.com\n",
    ]
    if hasStore { _ = try recorder.apply(set) }
    let dry = try recorder.openForImports(applying: set, isDryRun: true)
    var dryRunContent: DryRunContent? = DryRunContent()
    var requests: [ImportRequest] = []
    var accepted: [Int] = []
    for (index, text) in files.enumerated() {
      var request = request
      request.path = try folder.write(text, to: "\(index).csv")
      requests.append(request)
      accepted.append(
        try dry.importFile(request, after: &dryRunContent, ImportCallbacks()).accepted)
    }
    #expect(accepted == [1, 1, 2, 0])
    let importer = try recorder.openForImports(applying: set)
    #expect(try requests.map { try importer.importFile($0).accepted } == accepted)
  }

  /// Definitions are checked like those of a real import, and used together with stored ones.
  @Test func definitionsFitThoseOfTheStore() throws {
    let rules = try DefinitionSet(
      yaml: """
        rules: people
        form: people
        fields: {name: [{length: {min: 3}}]}
        """)
    for isStored in [false, true] {
      if isStored { _ = try recorder.apply(set) }
      let reports = [true, false].map { isDryRun in
        try? recorder.openForImports(applying: rules, isDryRun: isDryRun).importFile(request)
      }
      #expect(reports.map(\.?.rejected) == (isStored ? [1, 1] : [nil, nil]))
    }
  }

  /// Limits compare a file with the one before it, and content that is stored is not stored again.
  @Test(arguments: [false, true]) func filesFollowEarlierOnes(_ hasStore: Bool) throws {
    let yaml = """
      form: f
      fields: [{name: id, type: integer}, {name: a, type: integer}]
      ---
      rules: f
      form: f
      fields: {a: [{range: {max: 10}}]}
      limits: [{records: {change: 20%}}]
      """
    let set = try DefinitionSet(files: [try folder.write(yaml, to: "f.yaml")])
    if hasStore { _ = try recorder.apply(set) }
    func records(_ count: Int, _ cells: String) -> String {
      (1...count).map { "\($0)\(cells)\n" }.joined()
    }
    let files = [
      "id,a\n" + records(10, ",1"), "id,a\n" + records(20, ",20"), "id\n" + records(20, ""),
      "id,a\n" + records(10, ",1"),
    ]
    let requests = try files.enumerated().map { index, text in
      var request = ImportRequest(path: try folder.write(text, to: "\(index).csv"))
      request.form = VersionReference("f")
      return request
    }
    // Before an import is stored, messages name its file instead of its number.
    func described(_ report: ImportReport) -> String {
      let limits = report.exceededLimits.map { $0.split(separator: " in ")[0] }
        .joined(separator: "; ")
      return "\(report.records) \(report.rejected) \(limits) \(report.isAlreadyImported)"
    }
    func predicted() throws -> [String] {
      let importer = try recorder.openForImports(applying: set, isDryRun: true)
      var dryRunContent: DryRunContent? = DryRunContent()
      return try requests.map {
        described(try importer.importFile($0, after: &dryRunContent, ImportCallbacks()))
      }
    }
    let first = try predicted()
    #expect(
      first == [
        "10 0  false", "20 20 records: 20, maximum change 20% from 10 false",
        "20 0 columns: none for 'a', unlike false", "10 0  true",
      ])
    let importer = try recorder.openForImports(applying: set)
    func imported() throws -> [String] {
      try requests.map { described(try importer.importFile($0)) }
    }
    #expect(try imported() == first)
    let second = try predicted()
    #expect(second == first.map { $0.replacing("false", with: "true") })
    #expect(try imported() == second)
  }

  /// Wrong requests have the same error, also for a file that is already imported.
  @Test(arguments: [false, true]) func wrongRequestsAreRefusedAlike(_ isImported: Bool) throws {
    let changes: [(name: String, apply: (inout ImportRequest) -> Void)] = [
      ("operator", { $0.by = " " }), ("reason", { $0.reason = "a\0" }),
      ("chunk", { $0.chunk = 0 }), ("source", { $0.source = "" }),
      ("batch label", { $0.batchLabel = " " }), ("form", { $0.form = VersionReference("other") }),
      ("rules", { $0.rules = VersionReference("other") }),
      ("language", { $0.localization = Localization("tlh") }),
      ("format", { $0.input.format = "other" }), ("delimiter", { $0.input.delimiter = "ab" }),
      ("column", { $0.input.map = [("id", "other")] }), ("scenario", { $0.scenario = "other" }),
      ("parameter", { $0.parameters = ["other": "1"] }),
      ("database", { [recorder] in $0.path = recorder.database }),
    ]
    _ = try recorder.apply(set)
    if isImported { _ = try recorder.importFile(request) }
    for change in changes {
      var request = request
      change.apply(&request)
      let errors = [request, request.dryRun].map { request in
        #expect(throws: RecorderError.self, "\(change.name)") {
          try recorder.importFile(request)
        }
      }
      #expect(errors[0]?.reason == errors[1]?.reason, "\(change.name)")
      #expect(errors[0]?.description == errors[1]?.description, "\(change.name)")
    }
  }

  /// An atomic file that exceeds a limit is not stored, so it claims nothing.
  @Test func refusedFileClaimsNothing() throws {
    var request = request
    request.isAtomic = true
    request.maximumRejected = .count(0)
    let importer = try recorder.openForImports(applying: set, isDryRun: true)
    var dryRunContent: DryRunContent? = DryRunContent()
    for (text, isRefused) in [("1,a@x.com\n2,bad\n", true), ("3,a@x.com\n", false)] {
      request.path = try folder.write("id,email\n\(text)", to: "a.csv")
      let report = try importer.importFile(request, after: &dryRunContent, ImportCallbacks())
      #expect(report.isRefused == isRefused && report.accepted == 1)
      #expect(report.exceededLimits.isEmpty == !isRefused)
    }
  }

  @Test func reportHasTheVersions() throws {
    #expect(try predicted(request).formVersion == nil)
    _ = try recorder.apply(set)
    let reports = try [request.dryRun, request].map { try recorder.importFile($0) }
    #expect(reports.map(\.formVersion) == [1, 1] && reports.map(\.rulesVersion) == [1, 1])
  }

  /// The definitions of the importer are used, and stay unstored.
  @Test func anImporterThatWritesMayHaveDryRuns() throws {
    let importer = try recorder.openForImports(applying: set)
    #expect(try importer.importFile(request.dryRun).accepted == 3)
    #expect(!importer.isApplied)
    #expect(try importer.importFile(request).accepted == 3)
    #expect(importer.isApplied)
  }

  @Test func withoutAStoreTheRecordsAreTheFirst() throws {
    var notes: [String] = []
    let report = try predicted(request, ImportCallbacks(note: { notes.append($0.description) }))
    #expect(report.accepted == 3)
    #expect(notes.contains { $0.contains("does not exist") })
    #expect(try recorder.apply(set, isDryRun: true).map(\.isNew) == [true, true])
    #expect(!FileManager.default.fileExists(atPath: recorder.database))
  }
}
