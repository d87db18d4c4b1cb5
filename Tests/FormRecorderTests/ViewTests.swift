import FormRecorder
import FormRules
import Foundation
import Testing

/// The views say what the reports say.
@Suite struct ViewTests {
  private static let second = TemporaryStore.definitions
    .replacing("max: 100", with: "max: 250")
    .replacing("{name: name, label", with: "{name: full_name, aliases: [name], label")
    .replacing("\n  name:\n", with: "\n  full_name:\n")

  /// Imports, submits, replays and a new version with a renamed field.
  private func filledStore() throws -> TemporaryStore {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,a@b.de\n200,Barbara,a@b.de\nx,Bo,nope\n4,short\n300,C,\n")
    var submit = SubmitRequest(fields: [("id", "7"), ("name", "Zacharias")])
    submit.source = "web"
    _ = try store.recorder.submit(submit)
    try store.apply(Self.second)
    var replay = ReplayRequest()
    replay.onlyRejected = true
    _ = try store.recorder.replay(replay)
    try store.add("id,full_name,email\n400,Dora,d@b.de\n8,Eve,e@b.de\n")
    return store
  }

  @Test func countsAreThoseOfTheAudit() throws {
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
      try rows("SELECT count(*) FROM form_people_accepted")
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
    #expect(try rows("SELECT words FROM error_view WHERE words LIKE '%It fails%'") == [])
  }

  @Test func aRenamedFieldKeepsItsOldValues() throws {
    let store = try filledStore()
    let expected = ["1|Ana", "2|Barbara", "6|Zacharias", "8|Eve"]
    #expect(
      try store.rows("SELECT _submission, full_name FROM form_people_accepted ORDER BY 1")
        == expected)
    #expect(
      try store.tables("SELECT _submission, full_name FROM people WHERE _verdict = 'accepted'")
        == expected)
  }

  @Test func typedViewsHaveNoValueForWordsForMissing() throws {
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
      try store.rows("SELECT mark, ratio, note, day FROM form_marks_accepted")
        == ["NULL|NULL|NULL|NULL", "5|0.5||NULL"])
  }
}
