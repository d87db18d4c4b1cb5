import FormRecorder
import FormRecorderTestSupport
import FormRules
import Foundation
import Testing

/// The views agree with the reports.
@Suite struct ViewTests {
  private static let second = TemporaryStore.definitions
    .replacing("max: 100", with: "max: 250")
    .replacing("{name: name, label", with: "{name: full_name, aliases: [name], label")
    .replacing("\n  name:\n", with: "\n  full_name:\n")

  /// A store with imports, a submission, a replay, and a new version with a renamed field.
  private func filledStore() throws -> TemporaryStore {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,a@b.de\n200,Barbara,a@b.de\nx,Bo,nope\n4,short\n300,C,\n")
    var submit = SubmissionRequest(fields: [("id", "7"), ("name", "Zacharias")])
    submit.source = "web"
    _ = try store.recorder.submit(submit)
    try store.apply(Self.second)
    var replay = ReplayRequest()
    replay.onlyRejected = true
    _ = try store.recorder.replay(replay)
    try store.add("id,full_name,email\n400,Dora,d@b.de\n8,Eve,e@b.de\n")
    return store
  }

  @Test func countsMatchTheAudit() throws {
    let store = try filledStore()
    let audit = try store.recorder.audit(.all)
    let total = audit.total
    func rows(_ sql: String) throws -> [String] { try store.rows(sql) }
    for view in ["form_people", "submission_view"] {
      let verdict = view == "form_people" ? "_verdict" : "verdict"
      #expect(
        try rows("SELECT count(*), sum(\(verdict) = 'rejected') FROM \(view)")
          == ["\(total.submissions)|\(total.rejected)"])
    }
    #expect(
      try rows("SELECT count(*) FROM form_people_current")
        == ["\(total.submissions - total.rejected)"])
    let byRule = audit.byRule.map { "\($0.rule)|\($0.severity.rawValue)|\($0.count)" }.sorted()
    for view in ["error_view", "error_history_view WHERE holds"] {
      #expect(
        try rows("SELECT rule, severity, count(*) FROM \(view) GROUP BY 1, 2").sorted() == byRule)
    }
    #expect(
      try store.tables("SELECT rule, severity, count(*) FROM errors GROUP BY 1, 2").sorted()
        == byRule)
    #expect(
      try rows("SELECT import, records FROM import_view ORDER BY 1")
        == audit.byImport.map { "\($0.importID)|\($0.counts.submissions)" })
    #expect(
      try store.tables("SELECT count(*), sum(_verdict = 'rejected'), sum(_errors) FROM people")
        == ["\(total.submissions)|\(total.rejected)|\(total.errors)"])
    #expect(
      try rows("SELECT description FROM error_view WHERE description LIKE '%It fails%'") == [])
  }

  @Test func renamedFieldKeepsItsOldValues() throws {
    let store = try filledStore()
    let expected = ["1|Ana", "2|Barbara", "6|Zacharias", "8|Eve"]
    #expect(
      try store.rows("SELECT _submission, full_name FROM form_people_current ORDER BY 1")
        == expected)
    #expect(
      try store.tables("SELECT _submission, full_name FROM people WHERE _verdict = 'accepted'")
        == expected)
  }

  @Test func typedViewsHaveNullForMissingValues() throws {
    let store = try TemporaryStore(
      """
      form: marks
      file: {missing: [NA, "-"]}
      fields:
        - {name: mark, type: integer, trim: true}
        - {name: ratio, type: decimal}
        - {name: note, type: text}
        - {name: day, type: date}
      ---
      rules: marks
      form: marks
      """)
    try store.add("mark,ratio,note,day\n NA,-,NA,-\n 5 ,0.5,,\n")
    #expect(
      try store.rows("SELECT mark, ratio, note, day FROM form_marks_current")
        == ["NULL|NULL|NULL|NULL", "5|0.5||NULL"])
  }

  /// Rules trim more blanks than SQL does by default.
  @Test func typedViewsTrimTheBlanksOfRules() throws {
    let store = try TemporaryStore(
      """
      form: marks
      file: {missing: [NA], delimiter: ";"}
      fields:
        - {name: mark, type: integer, trim: true}
        - {name: ratio, type: number, trim: true}
        - {name: done, type: boolean, trim: true}
        - {name: note, type: text, trim: true}
      ---
      rules: marks
      form: marks
      """)
    let report = try store.add(
      "mark;ratio;done;note\n\t10;\u{A0};\u{A0}true;\tNA\n"
        + "\u{2028}7\u{200B};\u{3000}0.5;no\t;\u{2003}a b\u{2060}\n")
    #expect(report.accepted == 2)
    let query = "SELECT mark, ratio, done, note FROM"
    let expected = ["10|NULL|1|NULL", "7|0.5|0|a b"]
    #expect(try store.rows("\(query) form_marks_current ORDER BY _submission") == expected)
    #expect(try store.tables("\(query) marks ORDER BY _submission") == expected)
  }

  /// Only ASCII letters of words may have any case.
  @Test func typedViewsFoldTheWordsOfBooleans() throws {
    let store = try TemporaryStore(
      """
      form: marks
      fields:
        - {name: id, type: integer}
        - {name: done, type: boolean, true: [ДА, Sí, "O'K"], false: [НЕТ, no]}
      ---
      rules: marks
      form: marks
      """)
    let cells = ["ДА", "sí", "Sí", "o'k", "НЕТ", "NO", "да", "SÍ"]
    let report = try store.add(
      "id,done\n" + cells.enumerated().map { "\($0),\($1)\n" }.joined())
    #expect(report.accepted == 6)
    #expect(
      try store.rows("SELECT done FROM form_marks_current ORDER BY _submission")
        == ["1", "1", "1", "1", "0", "0"])
  }

  /// A quotation mark and a combining character form one Character.
  @Test func markBeforeCombiningCharacterIsQuoted() throws {
    let store = try TemporaryStore(
      """
      form: marks
      file: {missing: ["'\u{301}"]}
      fields:
        - {name: note, type: text}
      ---
      rules: marks
      form: marks
      """)
    try store.add("note\n'\u{301}\nx\n")
    #expect(try store.rows("SELECT note FROM form_marks_current") == ["NULL", "x"])
  }

  /// Views keep the text of JSON values, as `history` and plain tables do.
  @Test func jsonValuesKeepTheirText() throws {
    let store = try TemporaryStore(
      """
      form: marks
      fields:
        - {name: id, type: integer}
        - {name: note, type: text}
        - {name: ratio, type: decimal}
        - {name: done, type: boolean}
        - {name: tags, type: list}
      ---
      rules: marks
      form: marks
      """)
    try store.add(
      """
      {"id":1,"note":1.50,"ratio":1.50,"done":true,"tags":["a", "b"]}
      {"id":2,"note":12345678901234567890123,"ratio":-0,"done":false,"tags":[]}
      {"id":3,"note":"1.50","ratio":12345678901234567890,"done":"yes","tags":[1.50]}
      {"id":4,"note":-0.10e1,"ratio":null,"done":null}

      """, as: "marks.ndjson")
    #expect(
      try store.rows("SELECT id, note, ratio, done, tags FROM form_marks") == [
        #"1|1.50|1.50|true|["a", "b"]"#, "2|12345678901234567890123|-0|false|[]",
        "3|1.50|12345678901234567890|yes|[1.50]", "4|-0.10e1|NULL|NULL|NULL",
      ])
    let current = try store.rows("SELECT id, note, ratio, done, tags FROM form_marks_current")
    #expect(
      current == [
        #"1|1.50|1.5|1|["a", "b"]"#, "2|12345678901234567890123|-0.0|0|[]",
        "3|1.50|1.2345678901234567e+19|1|[1.50]", "4|-0.10e1|NULL|NULL|NULL",
      ])
    #expect(
      try store.tables("SELECT note FROM marks")
        == store.rows("SELECT note FROM form_marks ORDER BY _submission"))
    let history = try store.recorder.history(of: 1, showsValues: true)
    #expect(history.cells.map(\.text) == ["1", "1.50", "1.50", "true", #"["a", "b"]"#])
    #expect(
      try store.export(.all, .ndjson, raw: true).contains(#""note":1.50,"ratio":1.50,"done":true"#))
  }

  /// All output is text, even if the imported bytes are not.
  @Test func undecodableBytesAreShownAsText() throws {
    let store = try TemporaryStore()
    let lines = Array("id,name,email\n1,Nu".utf8) + [0xF1, 0x81] + Array("ez,\n200,Bo,\n".utf8)
    try store.add(Data(lines))
    #expect(
      try store.rows(
        "SELECT name, cells FROM form_people JOIN submission_view ON submission = _submission")
        == [#"Nu\xF1\x81ez|["1","Nu\u005cxF1\u005cx81ez",""]"#, #"Bo|["200","Bo",""]"#])
    var dump: [UInt8] = []
    try store.recorder.dump { dump += $0 }
    #expect(String(validating: dump, as: UTF8.self) != nil)
    // A raw export contains the original bytes.
    var request = ExportRequest()
    request.scope = .all
    request.isRaw = true
    var raw: [UInt8] = []
    _ = try store.recorder.export(request, to: .stream { raw += $0 })
    #expect(raw.contains(0xF1))
    try store.recorder.expectValid()
  }

  /// A record with undecodable bytes is never accepted.
  @Test func correctionWithUndecodableBytesStaysMalformed() throws {
    let store = try TemporaryStore()
    let lines = Array("id,name,email\n1,Nu".utf8) + [0xF1, 0x81] + Array("ez,\n".utf8)
    try store.add(Data(lines))
    try store.write("id,_submission\n2,1\n", to: "back.csv")
    let report = try store.recorder.importCorrections(
      CorrectionRequest(path: store.path("back.csv")))
    #expect(report.rejected == 1)
    #expect(report.byRule.map(\.rule) == ["csv.encoding"])
    #expect(
      try store.rows("SELECT _state, _verdict, id, name FROM form_people ORDER BY _submission")
        == [#"corrected|rejected|1|Nu\xF1\x81ez"#, #"current|rejected|2|Nu\xF1\x81ez"#])
    let json = try store.export(.all, .ndjson)
    #expect(String(validating: json.utf8, as: UTF8.self) != nil)
    try store.recorder.expectValid()
  }
}
