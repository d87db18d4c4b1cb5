import FormRecorderTestSupport
import FormRules
import FormStore
import Foundation
import Testing

@testable import FormRecorder

/// A replay does not evaluate rules again whose outcome is known. It gives the same result as a
/// full replay.
struct ReplayReuseTests {
  /// A rule set with the given rules for `age` and for the record.
  private static func definitions(_ age: String, extra: String = "") -> String {
    """
    form: people
    fields:
      - {name: id, type: integer, required: true}
      - {name: name, type: text, trim: true}
      - {name: age, type: integer}
      - {name: born, type: date}
    ---
    rules: people
    form: people
    parameters:
      least: integer
    fields:
      id:
        - unique
      name:
        - length: {min: 2, max: 4}
        - pattern: '[A-Z].*'
          severity: warning
          when: age > 18
      age:
        - range: {min: {param: least}}
        - \(age)
      born:
        - before: now
    record:
      - must: age > 5 or name is blank
        at: name
      \(extra)
    """
  }

  /// Errors of every kind, in an order that does not repeat with the blocks.
  private static let records: String = {
    var text = "id,name,age,born\n"
    for number in 1...3_217 {
      switch number % 89 {
      case 0: text += "\(number),x,7\n"
      case 1: text += "x,Ana Lima,200,2031-01-01\n"
      case 2: text += ",,,\n"
      default:
        let id = number % 41 == 0 ? 1 : number
        let name = ["Ana", " b ", "", "Maximilian"][number % 7 % 4]
        text += "\(id),\(name),\(number % 13 == 0 ? "old" : "\(number % 60)"),2001-01-01\n"
      }
    }
    return text
  }()

  private func store(_ age: String) throws -> TemporaryStore {
    let store = try TemporaryStore(Self.definitions(age))
    try store.write(Self.records, to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.parameters = ["least": "3"]
    _ = try store.recorder.importFile(request)
    return store
  }

  /// The errors, rule counts and verdict counts of a run.
  private func outcome(_ store: TemporaryStore, run: Int64) throws -> [String] {
    try store.rows(
      """
      SELECT submission || ' ' || rule || ' ' || coalesce(code, '') || coalesce(arguments, '')
      FROM error WHERE run = \(run) ORDER BY submission, rule
      """)
      + store.rows(
        """
        SELECT rule || code || ' ' || failures || ' ' || skipped FROM run_rule WHERE run = \(run)
        ORDER BY rule, code
        """)
      + store.rows(
        "SELECT records || ' ' || accepted || ' ' || warned || ' ' || errors FROM run_end "
          + "WHERE run = \(run)")
  }

  private static let changes: [(before: String, after: String, extra: String)] = [
    ("range: {max: 50}\n      id: age.max", "range: {max: 40}\n      id: age.max", ""),
    ("range: {max: 50}\n      id: age.max", "notIn: [7, 8]", ""),
    ("notIn: [7]", "notIn: [7]\n      severity: info", ""),
    ("notIn: [7]", "notIn: [7]\n      needs: [age.range]", ""),
    ("notIn: [7]", "notIn: [7]\n      stop: first", ""),
    ("notIn: [7]", "notIn: [7]", "- unique: [name, age]"),
    ("notIn: [7]", "notIn: [7]", "- must: age < 50\n    at: age"),
  ]

  @Test(arguments: changes.indices)
  func replayEqualsAFullReplay(_ index: Int) throws {
    let change = Self.changes[index]
    let store = try store(change.before)
    try store.apply(Self.definitions(change.after, extra: change.extra))
    var request = ReplayRequest()
    let quick = try store.recorder.replay(request)
    request.isFull = true
    let full = try store.recorder.replay(request)
    #expect(try outcome(store, run: 2) == outcome(store, run: 3))
    #expect(quick.byRule.map(\.after).filter { $0 > 0 } == full.byRule.map(\.after))
    #expect(full.newlyAccepted + full.newlyRejected == 0)
    // Replay again from the verdicts of a replay, back to the first rules.
    try store.apply(Self.definitions(change.before))
    let back = try store.recorder.replay(ReplayRequest())
    #expect(try outcome(store, run: 4) == outcome(store, run: 1))
    #expect(back.newlyAccepted == quick.newlyRejected)
    #expect(back.newlyRejected == quick.newlyAccepted)
    try store.recorder.expectValid()
  }

  /// Runs record the version of PCRE2, because a pattern may have another meaning in another
  /// version. A replay with another version reuses no verdicts.
  @Test func verdictsOfAnotherPCRE2VersionAreNotReused() throws {
    let store = try store("notIn: [7]")
    #expect(ProgramVersion.judging.firstMatch(of: /\(PCRE2 10\.[0-9]+\)$/) != nil)
    #expect(try store.rows("SELECT program FROM run") == [ProgramVersion.judging])
    let open = try store.recorder.storeForReading()
    let bound = try store.recorder.bind(form: nil, rules: nil, in: open)
    let segments = try open.verdictSegments(SubmissionFilter(form: "people"))
    let parts = try #require(ImportReplayScope.parts(segments)[1])
    let own = try #require(open.originalConfigurations(ofImport: 1, 1...1).first).configuration
    let other = try VerdictReuse(
      parts, own, request: ReplayRequest(),
      unchanged: UnchangedRules(bound, open, program: "0.1.0 (PCRE2 10.43)"))
    #expect(other.positions.isEmpty)
  }

  @Test func rulesAreEvaluatedAgainWithAnotherConfiguration() throws {
    let store = try store("notIn: [7]")
    var request = ReplayRequest()
    request.parameters = ["least": "30"]
    let stricter = try store.recorder.replay(request)
    #expect(stricter.newlyRejected > 0)
    request = ReplayRequest()
    request.now = Instant(seconds: 0)
    let earlier = try store.recorder.replay(request)
    #expect(earlier.byRule.contains { $0.rule == "born.before" && $0.after > $0.before })
    let back = try store.recorder.replay(ReplayRequest())
    #expect(try outcome(store, run: 4) == outcome(store, run: 1))
    #expect(back.newlyAccepted > 0)
  }

  /// Parameters are compared by their bytes, as conditions compare texts.
  @Test func rulesAreEvaluatedAgainWithCanonicallyEquivalentParameters() throws {
    let store = try TemporaryStore(
      PeopleDefinitions.yaml(
        rules: """
          parameters:
            known: text
          record:
            - must: name = param.known
          """))
    try store.write("id,name\n1,\u{E9}\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.parameters = ["known": "\u{E9}"]
    _ = try store.recorder.importFile(request)
    var replay = ReplayRequest()
    replay.parameters = ["known": "e\u{301}"]
    #expect(try store.recorder.replay(replay).newlyRejected == 1)
  }

  @Test func verdictsOfPartialReplaysAreReused() throws {
    let store = try store("range: {max: 50}\n      id: age.max")
    try store.apply(Self.definitions("range: {max: 40}\n      id: age.max"))
    var request = ReplayRequest()
    request.onlyRejected = true
    _ = try store.recorder.replay(request)
    request.onlyRejected = false
    _ = try store.recorder.replay(request)
    request.isFull = true
    _ = try store.recorder.replay(request)
    #expect(try outcome(store, run: 3) == outcome(store, run: 4))
  }

  @Test func onlyChangedRulesAreEvaluated() throws {
    let store = try store("notIn: [7]")
    let recorder = store.recorder
    let open = try recorder.storeForReading()
    let segments = try open.verdictSegments(SubmissionFilter(form: "people"))
    let bound = try recorder.bind(form: nil, rules: nil, in: open)
    let parts = try #require(ImportReplayScope.parts(segments)[1])
    let own = try #require(open.originalConfigurations(ofImport: 1, 1...1).first).configuration
    func reuse(_ bound: BoundVersions) throws -> VerdictReuse {
      try VerdictReuse(
        parts, own, request: ReplayRequest(),
        unchanged: UnchangedRules(bound, open, program: ProgramVersion.judging))
    }
    let all = try reuse(bound)
    #expect(all.positions.count == bound.plan.rules.count - 1)
    try store.apply(Self.definitions("notIn: [8]"))
    let changed = try recorder.bind(form: nil, rules: nil, in: open)
    let some = try reuse(changed)
    #expect(
      some.positions == all.positions.subtracting([bound.plan.position(ofRule: "age.notIn")!]))
  }

  /// A record no longer repeats a purged one, which a replay notices although the rule is
  /// unchanged, also after replays that repeated the earlier result.
  @Test(arguments: 0...2)
  func uniqueIsEvaluatedAfterPurge(_ repetitions: Int) throws {
    let store = try TemporaryStore(Self.purged(maximum: 60))
    try store.add("id,age\n1,1\n1,1\n2,70\n")
    _ = try store.recorder.purge(
      PurgeRequest(.submissions([1]), by: "ana", reason: "erasure"))
    for _ in 0..<repetitions {
      #expect(try store.recorder.replay(ReplayRequest()).newlyAccepted == 0)
    }
    try store.apply(Self.purged(maximum: 80))
    #expect(try store.recorder.replay(ReplayRequest()).newlyAccepted == 2)
  }

  /// A retraction may release claims of its form. It changes no other result of rules that compare
  /// records, although the records with which they were compared are purged.
  @Test(arguments: ["people", "others"])
  func retractionsReleaseOnlyClaims(_ form: String) throws {
    let store = try TemporaryStore(
      """
      form: people
      fields:
        - {name: id, type: integer}
        - {name: group, type: text}
        - {name: name, type: text}
        - {name: code, type: text}
      ---
      rules: people
      form: people
      fields:
        id: [unique]
        name: [{depends: {on: group}}]
        code: [{unique: ever}]
      ---
      form: others
      fields: [{name: id, type: integer}]
      ---
      rules: others
      form: others
      fields: {id: [required]}
      """)
    for (name, text) in [
      ("people", "id,group,name,code\n8,9,z,x\n"), ("others", "id\n1\n"),
      ("people", "id,group,name,code\n1,1,a,k\n1,1,a,l\n3,1,a,m\n4,1,a,n\n5,1,b,o\n6,2,c,x\n"),
    ] {
      try store.write(text, to: "records.csv")
      var request = ImportRequest(path: store.path("records.csv"))
      request.form = VersionReference(name)
      _ = try store.recorder.importFile(request)
    }
    _ = try store.recorder.purge(
      PurgeRequest(.submissions([3, 5, 6]), by: "ana", reason: "erasure"))
    _ = try store.recorder.retract(
      RetractionRequest(importID: form == "people" ? 1 : 2, by: "ana", reason: "wrong file"))
    for released in [form == "people" ? 1 : 0, 0] {
      var request = ReplayRequest()
      request.form = VersionReference("people")
      let replay = try store.recorder.replay(request)
      #expect(replay.newlyAccepted == released && replay.newlyRejected == 0)
      try store.recorder.expectValid()
    }
  }

  private static func purged(maximum: Int) -> String {
    """
    form: people
    fields:
      - {name: id, type: integer}
      - {name: age, type: integer}
    ---
    rules: people
    form: people
    fields:
      id: [unique]
      age:
        - range: {max: \(maximum)}
    """
  }

  /// The corrections of a file, which are two imports, hold claims that none of them contradicts.
  @Test(arguments: [3, 4] as [Int64])
  func correctionsAreNotComparedWithThemselves(_ importID: Int64) throws {
    func definitions(_ maximum: Int) -> String {
      // A rule that compares within an import separates the corrections.
      Self.purged(maximum: maximum).replacing("id: [unique]", with: "id: [{unique: ever}]")
        .replacing("    - range", with: "    - unique\n    - range")
    }
    let store = try TemporaryStore(definitions(60))
    try store.add("id,age\n1,70\n")
    let submit = SubmissionRequest(fields: [("id", "2"), ("age", "70")])
    #expect(try store.recorder.submit(submit).isRejected)
    try store.write("id,age,_submission\n1,40,1\n2,40,2\n", to: "back.csv")
    let report = try store.recorder.importCorrections(
      CorrectionRequest(path: store.path("back.csv")))
    #expect(report.corrections?.imports == [3, 4])
    try store.apply(definitions(50))
    var request = ReplayRequest()
    request.importID = importID
    let replay = try store.recorder.replay(request)
    #expect(replay.submissions == (importID == 3 ? 2 : 1))
    #expect(replay.newlyRejected == 0)
  }

  /// The first record keeps its verdict and its value, although the new rules would reject it.
  @Test func replayOfRejectedRecordsComparesThemWithTheirImport() throws {
    func definitions(maximum: Int) -> String {
      """
      form: people
      fields: [{name: age, type: integer}, {name: code, type: text}]
      ---
      rules: people
      form: people
      fields:
        age: [{range: {max: \(maximum)}}]
        code: [{unique: ever, needs: [age.range]}]
      """
    }
    let store = try TemporaryStore(definitions(maximum: 60))
    try store.add("age,code\n50,c1\n30,c1\n")
    try store.apply(definitions(maximum: 40))
    var request = ReplayRequest()
    request.onlyRejected = true
    #expect(try store.recorder.replay(request).newlyAccepted == 0)
  }

  /// The first record is accepted without being compared, and the second was not compared with it.
  @Test func acceptedRecordsOfAnImportAreNotComparedAfterwards() throws {
    let store = try TemporaryStore(
      """
      form: people
      fields: [{name: note, type: text}, {name: id, type: integer}, {name: name, type: text}]
      ---
      rules: people
      form: people
      fields:
        note: [{blank: , severity: info, stop: first}]
        id: [{unique: ever}]
        name: [{length: {max: 2}, needs: [id.integer]}]
      """)
    try store.add("note,id,name\nx,1,Ana\n,1,Ana\n")
    let imported = try outcome(store, run: 1)
    #expect(imported.count { $0.contains("length") } == 1)
    #expect(!imported.contains { $0.contains("unique") })
    let replay = try #require(try store.recorder.replay(ReplayRequest()).runID)
    #expect(try outcome(store, run: replay) == imported)
  }
}
