import FormPages
import FormRecorderTestSupport
import FormRules
import FormStore
import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// External runs, of which only the rejected records are stored.
@Suite struct ExternalRunTests {
  private func run(_ store: TemporaryStore) throws -> ExternalRunFolder {
    try ExternalRunFolder(definitions: store.path("definitions.yaml"))
  }

  private func request(_ run: ExternalRunFolder) -> ExternalRunRequest {
    ExternalRunRequest(folder: run.folder.url.path)
  }

  @Test func reportsIncludeTheCountsOfTheExternalRun() throws {
    let store = try TemporaryStore()
    let run = try run(store)
    let report = try #require(try store.recorder.importExternalRun(request(run)).first)
    #expect(report.rejected == 1 && report.accepted == 0 && !report.isAlreadyImported)
    #expect(report.externalRunDescription?.contains("it validated 3 and accepted 2") == true)
    #expect(
      try store.rows(
        "SELECT kind || records || external_records || external_accepted FROM import_view")
        == ["external132"])
    #expect(try store.rows("SELECT kind || external_records FROM run_view") == ["external3"])
    #expect(try store.recorder.audit(.all).externalRuns.accepted == 2)
    for language in ["en", "de"] {
      let localization = Localization(language)
      let note = localization.externalRuns(imports: 1, accepted: 2)
      let page = try store.recorder.auditPage(.all, samples: 1, in: localization)
      #expect(page.contains("<p>\(note)</p>"), "\(language)")
    }
    let verification = try store.recorder.verify()
    #expect(verification.isOK && verification.externalRunImports == [1])
    // Importing the same run again stores nothing.
    let again = try #require(try store.recorder.importExternalRun(request(run)).first)
    #expect(again.isAlreadyImported && again.importID == report.importID)
    // A replay excludes the import because its accepted records are not stored.
    let replay = try store.recorder.replay(ReplayRequest())
    #expect(replay.submissions == 0 && replay.externalRunImports == [1])
    var one = ReplayRequest()
    one.importID = 1
    #expect(throws: RecorderError.self) { try store.recorder.replay(one) }
  }

  /// Counts and rules that no external run can produce.
  @Test(
    arguments: [
      [
        (
          #""records":3,"accepted":2"#,
          #""records":9223372036854775807,"accepted":9223372036854775806"#
        )
      ],
      [(#""records":3,"accepted":2"#, #""records":-9223372036854775808,"accepted":2"#)],
      [(#""accepted":2"#, #""accepted":9223372036854775807"#)],
      [(#""size":20"#, #""size":-1"#)], [(#""warned":0"#, #""warned":9223372036854775807"#)],
      [(#""warned":0"#, #""warned":2"#)], [(#""errors":1"#, #""errors":2"#)],
      [(#""errors":1"#, #""errors":9223372036854775807"#)],
      [(#"{"id.range":1}"#, #"{"id.range":9223372036854775807}"#)],
      [(#"{"id.range":1}"#, #"{"id.range":0}"#)], [(#"{"id.range":1}"#, "{}")],
      [(#"{"id.range":1}"#, #"{"id.range":2}"#), (#""errors":1"#, #""errors":2"#)],
      [(#"{"id.range":1}"#, #"{"id.range":1,"invented":1}"#)],
      [(#"{"id.range":1}"#, #"{"email.email":1}"#)],
      [(#"{"id.range":1}"#, #"{"id.range":1,"email.email":1}"#), (#""errors":1"#, #""errors":2"#)],
      [(#""limits":[]"#, #""limits":["invented"]"#)],
      [(#""firstRecord":1"#, #""firstRecord":9223372036854775807"#)],
      [(#""firstRecord":1"#, #""firstRecord":2"#)],
      [(#""firstRecord":1,"records":3"#, #""firstRecord":1,"records":9223372036854775807"#)],
      [(#""firstRecord":1,"records":3"#, #""firstRecord":1,"records":-3"#)],
      [(#""firstRecord":1,"records":3"#, #""firstRecord":1,"records":2"#)],
      [
        (
          #""parts":[{"#,
          #""parts":[{"name":"part.ndjson","sha256":"x","firstRecord":1,"records":0,"rejected":0},{"#
        )
      ],
    ] as [[(String, String)]])
  func inventedCountsAreRefused(_ change: [(String, String)]) throws {
    let store = try TemporaryStore()
    let run = try run(store)
    try run.write(ExternalRunFolder.record, altered: change)
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.importExternalRun(request(run))
    }
    // The names of folders may contain these digits.
    #expect(error?.description.contains(/\b300\b/) == false)
    #expect(try store.rows("SELECT count(*) FROM import") == ["0"])
  }

  /// The counts of the external run, with its accepted records, are compared with the preceding
  /// import.
  @Test func limitsOnChangeCompareExternalRuns() throws {
    let store = try TemporaryStore(
      TemporaryStore.definitions + "\nlimits: [records: {change: 20%}]")
    let run = try run(store)
    #expect(try store.recorder.importExternalRun(request(run)).first?.exceededLimits == [])
    for (records, message, passed) in [
      (6, "y", ["records: 6, maximum change 20% from 3 in import 1"]), (7, "z", []),
    ] {
      try run.write(
        ExternalRunFolder.record.replacing("\"x\"", with: "\"\(message)\""), records: records,
        altered: [(#""firstRecord":1,"records":3"#, #""firstRecord":1,"records":\#(records)"#)])
      let report = try store.recorder.importExternalRun(request(run)).first
      #expect(report?.exceededLimits == passed)
    }
    try store.recorder.expectValid()
  }

  /// A warning rule may have failed for accepted records, which are not stored.
  @Test func warningsOfAcceptedRecordsAreNotRecomputed() throws {
    let store = try TemporaryStore()
    let run = try run(store)
    try run.write(
      ExternalRunFolder.record,
      altered: [
        (#"{"id.range":1}"#, #"{"id.range":1,"name.length":2}"#), (#""warned":0"#, #""warned":2"#),
      ])
    #expect(try store.recorder.importExternalRun(request(run)).first?.rejected == 1)
    try store.recorder.expectValid()
  }

  @Test func inconsistentOutputIsRefused() throws {
    let store = try TemporaryStore()
    let run = try run(store)
    func refusal() -> String {
      do {
        _ = try store.recorder.importExternalRun(request(run))
        return "nothing"
      } catch {
        return "\(error)"
      }
    }
    let record = ExternalRunFolder.record
    try run.write(record.replacing("300", with: "301"), digestOf: record)
    #expect(refusal().contains("its digest differs"))
    try run.write(record.replacing("300", with: "30"))
    #expect(refusal().contains("record 3 has a different result here: accepted"))
    #expect(!refusal().contains("30,"))
    try run.write(record + record)
    #expect(refusal().contains("not a rejected record"))
    try run.write("")
    #expect(refusal().contains("has 0 records, but 1 according to the manifest"))
    try run.write(record, records: 4)
    #expect(refusal().contains("contradict"))
    try run.folder.write("{}", to: "manifest.json")
    #expect(refusal().contains("is not the manifest"))
    #expect(try store.rows("SELECT count(*) FROM import") == ["0"])
  }

  /// Numbers of records that a store cannot hold, or that no line has.
  @Test(
    arguments: [("record", 3), ("line", 4)],
    ["9223372036854775807", "281474976710657", "0", "-1", "99999999999999999999", "4.5", "null"])
  func impossibleNumbersAreRefused(_ member: (name: String, value: Int), _ number: String) throws {
    let store = try TemporaryStore()
    let run = try run(store)
    try run.write(
      ExternalRunFolder.record.replacing(
        "\"\(member.name)\":\(member.value)", with: "\"\(member.name)\":\(number)"))
    #expect(throws: RecorderError.self) { try store.recorder.importExternalRun(request(run)) }
    #expect(try store.rows("SELECT count(*) FROM import") == ["0"])
  }

  @Test(arguments: ["line", "column", "byte", "expected", "found"])
  func impossibleNumbersOfFaultsAreRefused(_ member: String) throws {
    let faults = [
      "line": 4, "column": 1, "byte": 20, "expected": 3, "found": 1,
    ]
    for number in [faults[member].map(String.init) ?? "", "9223372036854775807", "-1", "\"x\""] {
      let fault = faults.map { name, value in
        "\"\(name)\":\(name == member ? number : "\(value)")"
      }.joined(separator: ",")
      let line =
        #"{"record":3,"line":4,"verdict":"rejected","errors":[{"rule":"csv.tooFewFields","field":"","#
        + #""code":"csv.tooFewFields","severity":"error","message":"x","column":1}],"raw":"MTI=","#
        + #""fault":{\#(fault)}}"#
      let record = ExternalRunRecord(Array(line.utf8))
      #expect((record != nil) == (number == faults[member].map(String.init)), "\(number)")
    }
  }

  /// The counts of a counting rule may not exceed what a store can hold.
  @Test func impossibleCountsAreRefused() throws {
    let store = try TemporaryStore(
      PeopleDefinitions.yaml(rules: "fields:\n  name: [resembles]\n"))
    let open = try store.recorder.storeForReading()
    let plan = try store.recorder.bind(form: nil, rules: nil, in: open).plan
    let hash = String(repeating: "a", count: 32)
    for (counts, isValid) in [
      (["5", "7"], true), (["9223372036854775807"], false), (["281474976710656", "1"], false),
      (["-1"], false), (["0"], false),
    ] {
      let rows = counts.map { "name.resembles,,\(hash),\($0),Ana\n" }
      try store.write("rule,group,value,count,text\n" + rows.joined(), to: "counts.csv")
      var configuration = RunState.Configuration(now: Instant(seconds: 0))
      let isAdded =
        (try? configuration.countRecords(for: plan, mayQuote: plan.mayQuote) {
          try CountsFile(store.path("counts.csv")).add(to: $0, for: plan)
        }) != nil
      #expect(isAdded == isValid, "\(counts)")
    }
  }

  @Test func fileIsCountedOnce() throws {
    let store = try TemporaryStore()
    let run = try run(store)
    let path = try run.folder.write(ExternalRunFolder.file, to: "people.csv")
    try run.write(ExternalRunFolder.record, file: path)
    let whole = try store.recorder.importFile(ImportRequest(path: path))
    #expect(whole.rejected == 1 && whole.records == 3)
    #expect {
      _ = try store.recorder.importExternalRun(request(run))
    } throws: {
      "\($0)".contains("already imported with all records as import 1")
    }
    let other = try TemporaryStore()
    #expect(try other.recorder.importExternalRun(request(run)).first?.rejected == 1)
    var again = ImportRequest(path: path)
    #expect {
      _ = try other.recorder.importFile(again)
    } throws: {
      "\($0)".contains("validated by an external run, which was imported as import 1")
    }
    #expect(try other.rows("SELECT count(*) FROM import") == ["1"])
    again.allowsReimport = true
    #expect(try other.recorder.importFile(again).records == 3)
  }

  /// A file that took effect as an external run is not reinstated as an import.
  @Test func aRetractedImportIsNotReinstatedBesideItsExternalRun() throws {
    let store = try TemporaryStore()
    let run = try run(store)
    let path = try run.folder.write(ExternalRunFolder.file, to: "people.csv")
    try run.write(ExternalRunFolder.record, file: path)
    _ = try store.recorder.importFile(ImportRequest(path: path))
    var request = RetractionRequest(importID: 1, by: "ana", reason: "wrong rules")
    _ = try store.recorder.retract(request)
    #expect(try store.recorder.importExternalRun(self.request(run)).first?.rejected == 1)
    request.isUndo = true
    let error = #expect(throws: RecorderError.self) { try store.recorder.retract(request) }
    #expect("\(error, default: "")".contains("import 2"))
  }

  @Test func manifestCountsAreRecomputed() throws {
    let store = try TemporaryStore()
    let run = try run(store)
    for (altered, words) in [
      (("\"errors\":1,", "\"errors\":2,"), "it has 2 errors"),
      (("{\"id.range\":1}", "{\"id.range\":2}"), "rule 'id.range' cannot have failed 2 times"),
      (("{\"id.range\":1}", "{\"id.range\":1,\"x\":4}"), "rule 'x' cannot have failed 4 times"),
      (("\"warned\":0", "\"warned\":4"), "4 records with warnings"),
      (("\"limits\":[]", "\"limits\":[\"x\"]"), "lists 1 exceeded limits"),
      (("\"firstRecord\":1", "\"firstRecord\":2"), "does not begin where the previous part ends"),
    ] {
      try run.write(ExternalRunFolder.record, altered: [altered])
      #expect {
        _ = try store.recorder.importExternalRun(request(run))
      } throws: {
        "\($0)".contains(words)
      }
    }
    #expect(try store.rows("SELECT count(*) FROM import") == ["0"])
  }

  @Test func localFileIsValidatedAgain() throws {
    let store = try TemporaryStore()
    let run = try run(store)
    func refusal(_ altered: [(String, String)] = []) throws -> String {
      do {
        try run.write(
          ExternalRunFolder.record, file: run.folder.path("people.csv"), altered: altered)
        _ = try store.recorder.importExternalRun(request(run))
        return "nothing"
      } catch let error as RecorderError {
        return "\(error)"
      }
    }
    // The output lacks a rejected record, with consistent counts.
    try run.folder.write(ExternalRunFolder.file.replacing("1,a", with: "400,a"), to: "people.csv")
    #expect(try refusal().contains("record 1 is rejected but missing"))
    try run.folder.write(ExternalRunFolder.file.replacing("1,a", with: "7,a"), to: "people.csv")
    #expect(try refusal().contains("not the file that the external run validated"))
    try run.folder.write(ExternalRunFolder.file.replacing("300", with: "3"), to: "people.csv")
    #expect(try refusal().contains("record 3 is accepted"))
    try run.folder.write(ExternalRunFolder.file, to: "people.csv")
    #expect(
      try refusal([
        ("\"warned\":0", "\"warned\":1"),
        ("{\"id.range\":1}", "{\"id.range\":1,\"name.length\":1}"),
      ]).contains("differ from the manifest"))
    #expect(try store.rows("SELECT count(*) FROM import") == ["0"])
    #expect(try refusal() == "nothing")
  }
}
