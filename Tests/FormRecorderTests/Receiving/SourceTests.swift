import FormRecorderTestSupport
import FormRules
import FormStore
import FormTestSupport
import Foundation
import Synchronization
import Testing

@testable import FormQueries
@testable import FormRecorder

/// Imports of sources that have a definition.
@Suite struct SourceTests {
  static let file = """
    id;E-Mail Adresse;country;phone;Geb.;amount
    1;a@x.de;UK;+49 171-1;01.02.1990;1.234,50
    2;b@x.de;DE;+491;1990-02-01;12,5
    3;c@x.de;Spain;+49 1;31.12.1999;7
    4;nobody;Deutschland;+4;;1.5

    """

  @Test func settingsApplyAndRepairsAreCorrections() throws {
    let store = try TemporaryStore(SignupDefinitions.yaml)
    let report = try store.add(Self.file, source: "north")
    #expect(report.rejected == 3)
    #expect(report.repairs == .init(source: "north@1", records: 3, closed: 1))
    #expect(
      try store.export(.open).split(whereSeparator: \.isNewline).dropFirst().map { row in
        row.split(separator: ",", omittingEmptySubsequences: false).prefix(6).joined(separator: ",")
      } == ["3,c@x.de,Spain,+491,1999-12-31,7", "4,nobody,DE,+4,,1.5"])
    let patch = try store.recorder.patches(ofImport: 2)
    #expect(patch.map(\.changes.count) == [3, 2, 1])
    #expect(
      patch.first?.changes == [
        .init(field: "country", before: "UK", after: "GB"),
        .init(field: "phone", before: "+49 171-1", after: "+491711"),
        .init(field: "birthday", before: "01.02.1990", after: "1990-02-01"),
      ])
    #expect(
      try store.recorder.importReport(2).reason == "repaired as source north@1 defines")
    #expect(try store.recorder.verify().problem == nil)
  }

  /// A check has the verdicts of an import, also in parts.
  @Test func checkAppliesTheSettings() throws {
    let store = try TemporaryStore(SignupDefinitions.yaml)
    try store.write(Self.file, to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.source = "north"
    let report = try store.recorder.importFile(request.dryRun)
    let definitions = try DefinitionSet(yaml: SignupDefinitions.yaml)
    var check = try FileCheck(definitions, form: nil, rules: nil, now: Instant(seconds: 0))
    check.source = "north"
    let summary = try check.check(request.path, note: { _ in }) { _ in }
    #expect(
      summary.byRule == Dictionary(uniqueKeysWithValues: report.byRule.map { ($0.rule, $0.count) }))
    #expect(summary.rejected == 3 && report.rejected == 3)

    // Whoever checks the parts has only this description.
    let columns = ["id", "E-Mail Adresse", "Geb.", "amount"]
    let description = try check.description(columns: columns).text
    #expect(description.contains(#""columns":["id","email","birthday","amount"]"#))
    #expect(description.contains(#""limits":[{"of":"records""#))
    let object = try JSONSerialization.jsonObject(with: Data(description.utf8)) as? [String: Any]
    let text = try #require(object?["definitions"] as? String)
    var part = try FileCheck(
      DefinitionSet(yaml: text), form: nil, rules: nil, now: Instant(seconds: 0))
    part.source = "north"
    part.input.part = try InputPart(header: "id,E-Mail Adresse,country,phone,Geb.,amount")
    try store.write(
      Self.file.split(separator: "\n").dropFirst().joined(separator: "\n") + "\n", to: "part.csv")
    let counts = try part.check(store.path("part.csv"), note: { _ in }) { _ in }
    #expect(counts.byRule == summary.byRule)
  }

  /// Equal content has an equal dump, whatever the numbers of submissions are.
  @Test func dumpDoesNotDependOnNumbers() throws {
    func dump(_ files: [(name: String, text: String, source: String?)]) throws -> String {
      let store = try TemporaryStore(SignupDefinitions.yaml)
      for file in files { try store.add(file.text, as: file.name, source: file.source) }
      // The sender delivers the records again, and their repairs are carried.
      let again = try store.add(Self.file + "\n", as: "again.csv", source: "north")
      #expect(again.deliveries?.carried == 3)
      return try store.dump()
    }
    let files = [("a.csv", Self.file, "north"), ("b.csv", "id,email\n7,b@x.de\n", nil as String?)]
    #expect(try dump(files) == dump(files.reversed()))
  }

  /// The amounts are stored in the notation of the field, and a number in another one is noted.
  @Test func numbersAreRewritten() throws {
    let store = try TemporaryStore(SignupDefinitions.yaml)
    try store.write(Self.file, to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.source = "north"
    let (_, notes) = try store.importNoting(request)
    #expect(notes.contains("1 number not in the notation of the source; stored as received"))
    let amounts = try [1, 2, 3, 4].map { try store.amount(of: $0) }
    #expect(amounts == ["1234.50", "12.5", "7", "1.5"])
  }

  /// Faults of the same kinds in a later delivery are repaired in the same way.
  @Test func nextDeliveryNeedsNoRepairAgain() throws {
    let store = try TemporaryStore(SignupDefinitions.yaml)
    try store.add(Self.file, source: "north")
    let more = Self.file.replacing("Spain", with: "UK") + "5;e@x.de;UK;+49 5;03.03.2003;0\n"
    let report = try store.add(more, source: "north")
    #expect(report.exceededLimits.isEmpty == false)
    let open = try store.export(.open)
    #expect(open.contains("email.email"))
    for rule in ["country", "phone", "birthday"] { #expect(!open.contains("\(rule).")) }
    #expect(try store.recorder.verify().problem == nil)
  }

  @Test func optionsOfTheRequestTakePrecedence() throws {
    let store = try TemporaryStore(SignupDefinitions.yaml)
    try store.write("id,Mail,E-Mail Adresse\n1,a@x.de,no\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.source = "north"
    request.input.delimiter = ","
    request.input.map = [("Mail", "email")]
    let report = try store.recorder.importFile(request)
    #expect(report.rejected == 0)
    #expect(report.unknownColumns == ["E-Mail Adresse"])
  }

  /// A known import is repaired by the version with which it was imported.
  @Test func repeatedImportUsesItsVersion() throws {
    let store = try TemporaryStore(SignupDefinitions.yaml)
    try store.write(Self.file, to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.source = "north"
    _ = try store.recorder.importFile(request)
    try store.apply(SignupDefinitions.yaml.replacing("UK: GB", with: "UK: GB, Spain: FR"))
    let again = try store.recorder.importFile(request)
    #expect(again.isAlreadyImported)
    #expect(again.repairs == .init(source: "north@1"))
    request.allowsReimport = true
    #expect(try store.recorder.importFile(request).repairs?.source == "north@2")
    #expect(try !store.export(.open).contains("country.in"))
  }

  @Test func repairsAreUndoneWithTheirImport() throws {
    let store = try TemporaryStore(SignupDefinitions.yaml)
    try store.add(Self.file, source: "north")
    _ = try store.recorder.retract(RetractionRequest(importID: 2, by: "ana", reason: "wrong"))
    #expect(try store.export(.open).contains("1,a@x.de,UK"))
  }

  @Test func sourceWithoutDefinitionIsOnlyAName() throws {
    let store = try TemporaryStore(SignupDefinitions.yaml)
    let report = try store.add(
      "id,email\n1,a@x.de\n", source: "Branch South")
    #expect(report.source == "Branch South")
    #expect(report.repairs == nil)
  }

  @Test func sourceWithoutDeliveriesIsSelected() throws {
    let store = try TemporaryStore(SignupDefinitions.yaml)
    #expect(
      try store.recorder.submissions(.all, SubmissionSelection { $0.source = "north" }, limit: 9)
        .isEmpty)
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.audit(SubmissionSelection { $0.source = "nort" })
    }
    #expect(error?.description == "unknown source 'nort'; did you mean 'north'?")
  }

  @Test func fieldsMustExist() throws {
    let definitions = SignupDefinitions.yaml.replacing("- phone: {strip", with: "- phoen: {strip")
      .replacing("\"Geb.\": birthday", with: "\"Geb.\": born")
    let error = #expect(throws: RecorderError.self) { try TemporaryStore(definitions) }
    let text = try #require(error?.description)
    #expect(text.contains("source 'north': form 'signups' has no field 'born'"))
    #expect(text.contains("source 'north': form 'signups' has no field 'phoen'"))
    let missing = #expect(throws: RecorderError.self) {
      try TemporaryStore(
        SignupDefinitions.yaml.replacing("  signups:\n    file", with: "  other:\n    file"))
    }
    #expect(missing?.description.contains("there is no form 'other'") == true)
  }

  @Test func settingsAreRemembered() throws {
    let store = try TemporaryStore(SignupDefinitions.yaml)
    try store.write("id;Mail\n1;a@x.de\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.source = "south"
    request.input.map = [("Mail", "email")]
    request.input.delimiter = ";"
    let applied = try store.recorder.rememberMappingAndFormat(
      request, of: store.recorder.importFile(request))
    #expect(applied.map(\.number) == [1])
    try store.write("id;Mail\n2;b@x.de\n", to: "b.csv")
    var next = ImportRequest(path: store.path("b.csv"))
    next.source = "south"
    #expect(try store.recorder.importFile(next).rejected == 0)
    #expect(
      try store.recorder.rememberMappingAndFormat(next, of: store.recorder.importFile(next))[0]
        .isNew == false)
    request.source = "Branch South"
    #expect(throws: RecorderError.self) {
      try store.recorder.rememberMappingAndFormat(request, of: store.recorder.importReport(1))
    }
  }

  /// Options that the import of a known file did not have are noted, and not remembered from it.
  @Test(arguments: ["map", "encoding"]) func otherReadingIsNotRemembered(_ option: String) throws {
    let store = try TemporaryStore()
    try store.write("id,Mail\n1,a@x.de\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.source = "south"
    _ = try store.recorder.importFile(request)
    if option == "map" {
      request.input.map = [("Mail", "email")]
    } else {
      request.input.encoding = "windows-1252"
    }
    for known in [request, request.dryRun] {
      let (report, notes) = try store.importNoting(known)
      #expect(report.isAlreadyImported)
      #expect(notes.contains("it was read without \(option) "))
      #expect(throws: RecorderError.self) {
        try store.recorder.rememberMappingAndFormat(known, of: report)
      }
    }
  }

  /// A later version of the form may specify the format, and an encoding may have another name.
  @Test func formatOfTheFormIsNotAnotherReading() throws {
    let store = try TemporaryStore(SignupDefinitions.yaml)
    try store.write("id,email\n1,a@x.de\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.source = "south"
    request.input.encoding = "utf-8"
    _ = try store.recorder.importFile(request)
    try store.apply(
      SignupDefinitions.yaml.replacing(
        "form: signups\nkey:",
        with: "form: signups\nfile: {delimiter: \",\", header: 1, quote: \"'\"}\nkey:"))
    request.input.encoding = "UTF8"
    let (report, notes) = try store.importNoting(request)
    #expect(report.isAlreadyImported && !notes.contains("it was read with"))
    let applied = try store.recorder.rememberMappingAndFormat(request, of: report)
    #expect(applied.map(\.number) == [1])
  }

  /// A file that was imported without a source, or as that of another one, defines none.
  @Test(arguments: [nil, "north"] as [String?])
  func nothingIsRememberedFromAnotherSource(_ earlier: String?) throws {
    let store = try TemporaryStore()
    try store.write("id,Mail\n1,a@x.de\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.input.map = [("Mail", "email")]
    request.source = earlier
    _ = try store.recorder.importFile(request)
    request.source = "south"
    let report = try store.recorder.importFile(request)
    #expect(report.isAlreadyImported)
    #expect(throws: RecorderError.self) {
      try store.recorder.rememberMappingAndFormat(request, of: report)
    }
    request.allowsReimport = true
    let applied = try store.recorder.rememberMappingAndFormat(
      request, of: store.recorder.importFile(request))
    #expect(applied.map(\.number) == [1])
  }

  /// Repairs that several people keep at the same time are all in the last version.
  @Test func repairsAreKeptAtTheSameTime() throws {
    let store = try TemporaryStore(SignupDefinitions.yaml)
    let recorder = store.recorder
    let failed = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      let repair = Repair("country", .replace(["x\(number)": "DE"]))
      do {
        _ = try recorder.keepRepairs([repair], forSource: "south", of: "signups")
      } catch {
        failed.withLock { $0 += 1 }
      }
    }
    #expect(failed.withLock { $0 } == 0)
    let source = try recorder.definitions(.withoutVersion("south"), kind: .source).last?.content
    #expect((0..<8).filter { source?.contains("\"x\($0)\":") != true } == [])
  }

  /// They could not be removed from the definition.
  @Test(arguments: [Repair.Change.replace(["a": "b"]), .strip(["4111"])])
  func textsOfSensitiveFieldsAreNotKept(_ change: Repair.Change) throws {
    let store = try TemporaryStore()
    let recorder = store.recorder
    #expect(throws: RecorderError.self) {
      try recorder.keepRepairs([Repair("email", change)], forSource: "south", of: "people")
    }
    #expect(throws: (any Error).self) {
      try recorder.definitions(.withoutVersion("south"), kind: .source)
    }
  }

  @Test func lateDeliveriesAreListed() throws {
    let store = try TemporaryStore()
    func time(_ text: String) { store.recorder.settings.clock = { Instant(text: text)! } }
    // A Friday.
    time("2026-11-27T00:00:00Z")
    try store.apply(SignupDefinitions.yaml)
    #expect(try store.recorder.lateDeliveries().isEmpty)
    time("2026-11-30T11:59:59Z")
    #expect(try store.recorder.lateDeliveries().isEmpty)
    time("2026-11-30T12:00:00Z")
    let late = LateDelivery(
      source: "north", form: "signups", due: Instant(text: "2026-11-30T12:00:00Z")!)
    #expect(try store.recorder.lateDeliveries() == [late])
    #expect(try store.recorder.lateDeliveries(form: "people").isEmpty)
    try store.write(Self.file, to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.source = "north"
    _ = try store.recorder.importFile(request)
    #expect(try store.recorder.lateDeliveries().isEmpty)
    time("2026-12-07T11:59:59Z")
    #expect(try store.recorder.lateDeliveries().isEmpty)
    time("2026-12-07T12:00:00Z")
    #expect(
      try store.recorder.lateDeliveries().first?.last == Instant(text: "2026-11-30T12:00:00Z"))
    // Early for the next one.
    time("2026-12-11T12:00:00Z")
    request.allowsReimport = true
    _ = try store.recorder.importFile(request)
    time("2026-12-14T12:00:00Z")
    #expect(try store.recorder.lateDeliveries().isEmpty)
  }

  /// A source is late only for times since its deliveries have been expected without interruption,
  /// whatever the time at which they are due.
  @Test func deliveriesBecomeExpectedWithAVersion() throws {
    let store = try TemporaryStore()
    func time(_ text: String) { store.recorder.settings.clock = { Instant(text: text)! } }
    let due = "expect: {every: week, by: Monday 12:00, records: {change: 20%}}"
    let without = SignupDefinitions.yaml.replacing(due, with: "")
    for first in [without, SignupDefinitions.yaml] {
      // Fridays.
      time("2026-11-13T00:00:00Z")
      try store.apply(first)
      time("2026-11-20T00:00:00Z")
      try store.apply(without)
      time("2026-11-27T00:00:00Z")
      try store.apply(SignupDefinitions.yaml)
      #expect(try store.recorder.lateDeliveries().isEmpty)
    }
    time("2026-12-01T00:00:00Z")
    #expect(try store.recorder.lateDeliveries().map(\.due.description) == ["2026-11-30T12:00:00Z"])
    try store.apply(
      SignupDefinitions.yaml.replacing(due, with: "expect: {every: week, by: Monday 13:00}"))
    #expect(try store.recorder.lateDeliveries().map(\.due.description) == ["2026-11-30T13:00:00Z"])
  }

  /// The given map replaces the entries of the source for its columns, which are compared like
  /// headers, and for its fields.
  @Test func givenColumnsReplaceThoseOfTheSource() throws {
    let store = try TemporaryStore(
      """
      form: f
      fields:
        - {name: id, type: integer}
        - {name: mail, type: text}
        - {name: backup, type: text}
      ---
      rules: f
      form: f
      ---
      source: north
      forms: {f: {map: {"E-Mail Adresse": mail, Mail2: backup}}}
      """)
    func add(_ text: String, _ map: [(column: String, field: String)]) throws -> [String] {
      try store.write(text, to: "a.csv")
      var request = ImportRequest(path: store.path("a.csv"))
      request.source = "north"
      request.input.map = map
      let report = try store.recorder.importFile(request)
      if !map.isEmpty { _ = try store.recorder.rememberMappingAndFormat(request, of: report) }
      return try store.rows("SELECT mail, backup FROM form_f ORDER BY _submission DESC LIMIT 1")
    }
    let first = try add("id,E-Mail Adresse\n1,a\n", [("e-mail  adresse", "backup")])
    #expect(first == ["NULL|a"])
    let source = try store.recorder.definitions(.withoutVersion("north"), kind: .source).last
    #expect(source?.content.contains(#""map":{"e-mail  adresse":"backup"}"#) == true)
    // The next file has the remembered columns.
    #expect(try add("id,E-Mail Adresse,x\n2,b,c\n", [("x", "backup")]) == ["NULL|c"])
    #expect(try add("id,E-Mail Adresse,x\n3,d,e\n", []) == ["NULL|e"])
  }
}

extension TemporaryStore {
  fileprivate func amount(of submission: Int64) throws -> String? {
    try recorder.history(of: submission).cells.first { $0.name == "amount" }?.text
  }
}
