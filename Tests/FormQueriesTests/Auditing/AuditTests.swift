import FormRecorderTestSupport
import FormRules
import Foundation
import Testing

@testable import FormQueries
@testable import FormRecorder

@Suite struct AuditTests {
  /// Two imports. The first has a record of each kind.
  private func smallStore() throws -> TemporaryStore {
    let store = try TemporaryStore()
    try store.add(
      """
      id,name,email
      1,Ana,a@b.de
      200,Barbara,nope
      3,Barbara,a@b.de
      4,Ana

      """, as: "a.csv", source: "north", batchLabel: "w1")
    try store.add("id,name,email\n1,Ana,a@b.de\n500,Bo,a@b.de\n", as: "b.csv", source: "south")
    return store
  }

  /// Each single submission has its own source, also in an export that is split.
  @Test func singleSubmissionsAreCountedBySource() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,a@b.de\n", source: "north")
    let records: [(String, String?)] = [
      ("2", "north"), ("200", "south"), ("300", nil), ("400", nil),
    ]
    for (id, source) in records {
      var request = SubmissionRequest(fields: [("id", id)])
      request.source = source
      _ = try store.recorder.submit(request)
    }
    let report = try store.recorder.audit(.all)
    #expect(report.bySource.map(\.name) == [nil, "south", "north"])
    #expect(report.bySource.map(\.counts.submissions) == [2, 1, 2])
    #expect(report.bySource.map(\.rejectedOnDelivery) == [2, 1, 0])
    #expect(report.byImport.map(\.source) == ["north", nil])
    #expect(report.byImport.map(\.rejectedOnDelivery) == [0, 3])
    var export = ExportRequest()
    export.scope = .all
    let folder = store.path("parts")
    let files = try store.recorder.export(export, to: .folder(folder, .source, replacing: false))
      .files
    #expect(
      files.map { "\($0.path.dropFirst(folder.count + 1)) \($0.submissions)" } == [
        "source-north.csv 2", "source-south.csv 1", "no-source.csv 2",
      ])
  }

  @Test func currentVerdictsAreCounted() throws {
    let store = try smallStore()
    let report = try store.recorder.audit(.all)
    #expect(
      report.total
        == AuditReport.Counts(submissions: 6, rejected: 3, open: 3, warned: 2, errors: 4))
    #expect(report.total.accepted == 3)
    #expect(
      report.byRule.map {
        "\($0.rule) \($0.field ?? "-") \($0.severity) \($0.count) \($0.basisPoints)"
      }
        == [
          "id.range id error 2 3333", "name.length name warning 2 3333",
          "csv.tooFewFields - error 1 1667", "email.email email error 1 1667",
        ])
    #expect(report.byRule[0].firstSeen == "2027-01-15T08:00:00Z")
    #expect(report.byRule[0].lastSeen == "2027-01-15T09:00:00Z")
    #expect(
      report.byField.map { "\($0.field ?? "-") \($0.count)" } == [
        "id 2", "name 2", "- 1", "email 1",
      ])
    #expect(report.byImport.map(\.counts.rejected) == [2, 1])
    #expect(report.bySource.map(\.name) == ["north", "south"])
    #expect(report.byBatchLabel.map(\.name) == ["w1", nil])
    #expect(report.byDay.map(\.name) == ["2027-01-15"])
  }

  /// The batches have equally many rejected records and canonically equivalent names.
  @Test func groupsAreDistinguishedAndSortedByTheirBytes() throws {
    let store = try TemporaryStore()
    let names = ["e\u{301}", "\u{E9}"]
    for (index, name) in names.reversed().enumerated() {
      try store.add("id,name,email\n\(index + 1),Ana,a@b.de\n", batchLabel: name)
    }
    let groups = try store.recorder.audit(.all).byBatchLabel
    #expect(groups.map { Array(($0.name ?? "").utf8) } == names.map { Array($0.utf8) })
  }

  /// A partial replay leaves failures of two versions of a rule in one import.
  @Test func rulesAreDescribedAsInTheirLastFailure() throws {
    let definitions = { (maximum: Int) in
      PeopleDefinitions.yaml(
        rules: """
          fields:
            id:
              - range: {max: 100}
            name:
              - {length: {max: \(maximum)}, severity: warning}
          """)
    }
    let store = try TemporaryStore(definitions(5))
    try store.add("id,name\n1,Barbara\n200,Barbara\n")
    try store.apply(definitions(6))
    var request = ReplayRequest()
    request.onlyRejected = true
    _ = try store.recorder.replay(request)
    let rules = try store.recorder.audit(.all).byRule.filter { $0.rule == "name.length" }
    #expect(rules.map(\.count) == [2])
    #expect(rules.allSatisfy { $0.description.contains("6") && !$0.description.contains("5") })
  }

  /// A replay changes the current verdicts, but not those on delivery. A rule is not seen before it
  /// exists.
  @Test func verdictsOnDeliveryRemain() throws {
    let definitions = { (maximum: Int) in
      """
      form: people
      fields: [{name: age, type: integer}]
      ---
      rules: people
      form: people
      fields: {age: [{range: {max: \(maximum)}}\(maximum < 100 ? ", {multipleOf: 7}" : "")]}
      """
    }
    let store = try TemporaryStore(definitions(100))
    for _ in 1...20 { try store.add("age\n20\n200\n", source: "north") }
    try store.apply(definitions(10))
    for _ in 1...10 { try store.add("age\n14\n200\n", source: "south") }
    _ = try store.recorder.replay(ReplayRequest())
    let report = try store.recorder.audit(.all)
    #expect(report.bySource.map(\.counts.rejected) == [40, 20])
    #expect(report.bySource.map(\.rejectedOnDelivery) == [20, 20])
    #expect(report.byImport.map(\.rejectedOnDelivery).reduce(0) { $0 + ($1 ?? 0) } == 40)
    #expect(report.byDay.map(\.newRules) == [[], ["people@2"]])
    #expect(report.byDay.map(\.rejectedOnDelivery) == [16, 24])
    let since = try #require(report.byRule.first { $0.rule == "age.multipleOf" }).firstSeen
    #expect(since >= report.byImport[19].startedAt)
    var part = SubmissionSelection.all
    part.rule = "age.range"
    #expect(try store.recorder.audit(part).byDay.allSatisfy { $0.rejectedOnDelivery == nil })
  }

  @Test func comparedBatchesAreDistinguishedByTheirBytes() throws {
    let store = try TemporaryStore()
    try store.add("id,name\n1,Ana\n", as: "a.csv", batchLabel: "\u{E9}")
    try store.add("id,name\n2,Bo\n3,Cy\n", as: "b.csv", batchLabel: "e\u{301}")
    let compared = try store.recorder.compare(
      .batchLabel("\u{E9}"), .batchLabel("e\u{301}"), of: .all)
    #expect(compared.before.counts.submissions == 1 && compared.after.counts.submissions == 2)
  }

  @Test func filtersNarrowTheAudit() throws {
    let store = try smallStore()
    func rejected(_ change: (inout SubmissionSelection) -> Void) throws -> Int {
      try store.recorder.audit(SubmissionSelection(change)).total.rejected
    }
    #expect(try rejected { $0.importID = 2 } == 1)
    #expect(try rejected { $0.source = "north" } == 2)
    #expect(try rejected { $0.batchLabel = "w1" } == 2)
    #expect(try rejected { $0.form = "people" } == 3)
    #expect(try rejected { $0.since = Instant(text: "2027-01-15T08:30:00Z") } == 1)
    #expect(try rejected { $0.since = Instant(text: "2027-01-15T08:00:00Z") } == 3)
    #expect(try rejected { $0.since = Instant(text: "2027-01-15T08:00:00.5Z") } == 1)
    #expect(try rejected { $0.runID = 1 } == 2)
    #expect(try rejected { $0.rule = "id.range" } == 2)
    #expect(try rejected { $0.rule = "csv.tooFewFields" } == 1)
    #expect(try rejected { $0.rule = "name.length" } == 0)
    let all = try store.recorder.submissions(.rejected, .all, limit: 10).map(\.submissionID)
    #expect(try rejected { $0.submissions = [all[2], all[0], all[0]] } == 2)
    #expect(try rejected { $0.submissions = [] } == 0)
    #expect(try store.recorder.submissions(.all, .submissions([all[1]]), limit: 10).count == 1)
    #expect(try store.recorder.submissions(.all, .submissions([]), limit: 10).isEmpty)
    let exported = try store.export(.rejected, .ndjson, raw: false, .submissions([all[1]]))
    #expect(exported.contains(#"{"submission":\#(all[1]),"#))
    #expect(exported.split(separator: "\n").count == 1)
  }

  @Test func ruleFilterCountsOnlyFailuresOfTheRule() throws {
    let store = try smallStore()
    let report = try store.recorder.audit(SubmissionSelection { $0.rule = "name.length" })
    #expect(report.total == AuditReport.Counts(submissions: 6, warned: 2))
    #expect(report.byRule.map(\.rule) == ["name.length"])
    #expect(report.json.text.contains(#""submissions":6,"accepted":null"#))
  }

  @Test func correctedSubmissionsAreNotOpen() throws {
    let store = try smallStore()
    try store.execute("INSERT INTO correction VALUES (5, 2), (6, 1)")
    try store.execute("INSERT INTO submission_status VALUES (1, 0, 'corrected')")
    try store.execute("UPDATE submission_status SET state = 'corrected' WHERE submission = 2")
    #expect(try store.recorder.audit(.all).total.open == 2)
    let selection = SubmissionSelection { $0.rule = "id.range" }
    #expect(try store.recorder.audit(selection).total.open == 1)
    #expect(try !store.export(.open).contains("200,Barbara"))
  }

  @Test func unknownFilterValuesAreRejected() throws {
    let store = try smallStore()
    for (change, message) in [
      ({ $0.form = "peple" }, "unknown form 'peple'; did you mean 'people'?"),
      ({ $0.source = "nort" }, "unknown source 'nort'; did you mean 'north'?"),
      ({ $0.batchLabel = "w2" }, "unknown batch 'w2'; did you mean 'w1'?"),
      ({ $0.rule = "id.rang" }, "unknown rule 'id.rang'; did you mean 'id.range'?"),
      ({ $0.importID = 3 }, "there is no import 3"),
      ({ $0.runID = 3 }, "there is no run 3"),
    ] as [((inout SubmissionSelection) -> Void, String)] {
      let error = #expect(throws: RecorderError.self) {
        try store.recorder.audit(SubmissionSelection(change))
      }
      #expect(error?.description == message)
    }
  }

  @Test func auditOfEmptyStoreIsEmpty() throws {
    let store = try TemporaryStore()
    let report = try store.recorder.audit(.all)
    #expect(report.total == AuditReport.Counts())
    #expect(report.byRule.isEmpty)
  }

  /// After partial replays, the counts of the audit match an export of all submissions.
  @Test func auditMatchesTheExport() throws {
    let store = try TemporaryStore()
    for part in 0..<3 {
      let rows = (0..<40).map { row in
        let id = (row * 37 + part * 11) % 200
        let email = row % 5 == part ? "nope" : "a@b.de"
        return row % 17 == 3 ? "\(id)" : "\(id),\(row % 4 == 0 ? "Barbara" : "Bo"),\(email)"
      }
      try store.add(
        "id,name,email\n" + rows.joined(separator: "\n") + "\n", source: "s\(part % 2)")
    }
    try check(store)
    try store.apply(
      TemporaryStore.definitions.replacing("range: {max: 100}", with: "range: {max: 150}"))
    var request = ReplayRequest()
    request.importID = 2
    request.onlyRejected = true
    _ = try store.recorder.replay(request)
    try check(store)
    try store.apply(TemporaryStore.definitions.replacing("severity: warning", with: "empty: skip"))
    request.importID = nil
    _ = try store.recorder.replay(request)
    try check(store)
    try store.execute("INSERT INTO correction SELECT id + 1, id FROM submission WHERE id % 7 = 0")
    try store.execute(
      """
      INSERT INTO submission_status SELECT corrects, 0, 'corrected' FROM correction WHERE TRUE
      ON CONFLICT (submission) DO UPDATE SET state = 'corrected'
      """)
    try check(store)
  }

  private func check(_ store: TemporaryStore) throws {
    let selections = [
      SubmissionSelection.all, SubmissionSelection { $0.source = "s1" },
      SubmissionSelection { $0.importID = 2 },
    ]
    for selection in selections {
      let report = try store.recorder.audit(selection)
      let all = try exported(store, .all, selection)
      let rejected = try exported(store, .rejected, selection).count
      let open = try exported(store, .open, selection).count
      #expect(
        report.total
          == AuditReport.Counts(
            submissions: all.count, rejected: rejected, open: open, corrected: rejected - open,
            warned: try exported(store, .warned, selection).count,
            errors: all.reduce(0) { $0 + $1.errors.count { $0.severity == "error" } }))
      #expect(report.total.accepted == (try exported(store, .accepted, selection).count))
      var failures: [String: Int] = [:]
      for error in all.flatMap(\.errors) { failures[error.rule, default: 0] += 1 }
      var counted: [String: Int] = [:]
      for line in report.byRule { counted[line.rule, default: 0] += line.count }
      #expect(counted == failures)
      for (rule, count) in failures {
        var selection = selection
        selection.rule = rule
        #expect(try exported(store, .all, selection).count == count)
        let alone = try store.recorder.audit(selection)
        #expect(alone.byRule.reduce(0) { $0 + $1.count } == count)
        #expect(alone.total.rejected + alone.total.warned == count)
      }
    }
  }

  private struct Exported: Decodable {
    struct Failure: Decodable {
      var rule: String
      var severity: String
    }
    var submission: Int
    var errors: [Failure]
  }

  private func exported(
    _ store: TemporaryStore, _ choice: SubmissionScope, _ selection: SubmissionSelection
  ) throws -> [Exported] {
    let text = try store.export(choice, .json, raw: true, selection)
    return try JSONDecoder().decode([Exported].self, from: Data(text.utf8))
  }
}
