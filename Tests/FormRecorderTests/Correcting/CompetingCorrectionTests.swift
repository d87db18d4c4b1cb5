import FormRecorderTestSupport
import Testing

@testable import FormRecorder

/// Corrections of one submission by several rows, files or people.
@Suite struct CompetingCorrectionTests {
  /// A row whose only change is kept does not contradict the row with the correction.
  @Test func keptRowsContradictNothing() throws {
    let store = try RejectedPeople.store()
    let table = try store.openTable()
    var (corrected, kept) = (table[1], table[1])
    corrected[3] = "5"
    kept[4] = "1"
    for rows in [[corrected, kept], [kept, corrected]] {
      let text = RejectedPeople.text([table[0]] + rows)
      let report = try store.correct(text) {
        $0.keptColumns = ["zip"]
        $0.isDryRun = true
      }
      let counts = try #require(report.corrections)
      #expect(counts.refused.isEmpty)
      #expect(counts.rows == 1 && counts.unchanged == 1)
    }
    // Two corrections still do, also if one of them has a fault.
    var faulty = table[1]
    faulty[1] = "Ana •••"
    for other in [faulty, ["7"] + Array(corrected.dropFirst())] {
      let text = RejectedPeople.text([table[0], corrected, other])
      let refused = try store.correct(text) { $0.acceptedColumns = ["id"] }.corrections?.refused
      #expect(refused?.count == 2)
    }
  }

  /// The refusal names the person who changed the same field, and the last correction.
  @Test func conflictsNameTheCorrectionOfTheirFields() throws {
    let store = try TemporaryStore(
      """
      form: f
      fields: [{name: id, type: integer}, {name: a, type: text}, {name: b, type: text}]
      ---
      rules: f
      form: f
      fields: {a: [{pattern: '[0-9]+'}], b: [{pattern: '[0-9]+'}]}
      """)
    try store.add("id,a,b\n1,x,y\n")
    let export = try store.export(.open)
    for (name, before, after) in [("ana", "x,y", "x1,y"), ("ben", "x1,y", "x1,y1")] {
      let text = try store.export(.open).replacing(",\(before),", with: ",\(after),")
      #expect(try store.correct(text) { $0.by = name }.rejected == 1)
    }
    let conflicts = [("x2,y", "a", "ana"), ("x,y2", "b", "ben"), ("x2,y2", "b", "ben")]
    for (change, field, name) in conflicts {
      let report = try store.correct(export.replacing(",x,y,", with: ",\(change),"))
      let reason = try #require(report.corrections?.refused.first?.reason)
      guard case .conflict(1, let latest, let fields, let by, _) = reason else {
        Issue.record("\(reason)")
        continue
      }
      #expect(latest == 3 && fields == [field] && by == name)
    }
  }
}
