import FormRecorderTestSupport
import Testing

@testable import FormRecorder

/// Which delivery of a record is current.
@Suite struct DeliveryTests {
  /// A delivery supersedes only the previous delivery of a record, regardless of how many there
  /// are.
  @Test func lastOfManyDeliveriesIsCurrent() throws {
    let store = try TemporaryStore("key: [id]\n" + TemporaryStore.definitions)
    for round in 1...20 {
      try store.add("id,name\n1,a\(round)\n1,b\(round)\n2,c\n", as: "\(round).csv")
    }
    #expect(
      try store.rows("SELECT _submission, name FROM form_people_current ORDER BY 1")
        == ["58|a20", "59|b20", "60|c"])
    // The first record with a key supersedes all records with that key in the previous delivery.
    #expect(
      try store.rows(
        """
        SELECT DISTINCT superseded_by - submission FROM submission_view
        WHERE superseded_by IS NOT NULL ORDER BY 1
        """)
        == ["2", "3"])
    try store.recorder.expectValid()
  }

  /// Otherwise, a retraction of the third delivery would make the first one current, too.
  @Test(arguments: [false, true]) func deliveriesAreSupersededByTheNext(areSingle: Bool) throws {
    let store = try TemporaryStore("key: [id]\n" + TemporaryStore.definitions)
    for name in ["a", "b", "c"] {
      if areSingle {
        _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "1"), ("name", name)]))
      } else {
        try store.add("id,name\n1,\(name)\n", as: "\(name).csv")
      }
    }
    try store.recorder.expectValid()
    try store.tamper(
      "DELETE FROM superseded; INSERT INTO superseded VALUES (1, 1, 3), (2, 2, 3)")
    let problem = try store.recorder.verify().problemDescription
    #expect(problem?.contains("was altered, at submission 1") == true)
  }

  /// Runs an import and a submission between the two halves of an interrupted import. Keys occur
  /// repeatedly in both imports. The import that finishes last supersedes all of the others.
  @Test func lastFinishedDeliveryIsCurrent() throws {
    let store = try TemporaryStore("key: [id]\n" + TemporaryStore.definitions)
    func lines(_ name: String) -> String {
      "id,name\n" + (1...1_500).map { "\($0 % 50),\(name)\($0 % 7)\n" }.joined()
    }
    try store.write(lines("a"), to: "a.csv")
    try store.write(lines("b"), to: "b.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.chunk = 1_000
    store.breakOff(request)
    _ = try store.recorder.importFile(ImportRequest(path: store.path("b.csv")))
    _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "7"), ("name", "s")]))
    try store.recorder.expectValid()
    let report = try store.recorder.importFile(request)
    try store.recorder.expectValid()
    #expect(
      try store.rows(
        "SELECT _import, count(*) FROM form_people_current GROUP BY 1") == ["1|1500"])
    #expect(report.deliveries.map { [$0.new, $0.changed] } == [0, 50])
    // Its records supersede submissions with greater numbers.
    #expect(
      try store.rows("SELECT superseded_by FROM submission_view WHERE submission IN (1001, 2501)")
        == ["1", "7"])
  }

  /// A correction replaces the last submission of its chain, not the other records with its key.
  @Test func correctionKeepsOtherRecordsWithItsKey() throws {
    let store = try TemporaryStore("key: [id]\n" + TemporaryStore.definitions)
    try store.add("id,name,email\n7,a,a@b.de\n7,b,x\n7,c,y\n", as: "a.csv")
    try store.write("id,name,email,_submission\n7,b,x@b.de,2\n", to: "back.csv")
    _ = try store.recorder.importCorrections(CorrectionRequest(path: store.path("back.csv")))
    func states() throws -> [String] {
      try store.rows("SELECT _submission, _verdict, _state FROM form_people ORDER BY 1")
    }
    #expect(
      try states() == [
        "1|accepted|current", "2|rejected|corrected", "3|rejected|current", "4|accepted|current",
      ])
    try store.recorder.expectValid()
    // A correction may give a record the key of another one. A later delivery supersedes both.
    try store.add("id,name,email\n8,d,d@b.de\n", as: "b.csv")
    try store.write("id,name,email,_submission\n8,c,y@b.de,3\n", to: "key.csv")
    var request = CorrectionRequest(path: store.path("key.csv"))
    request.acceptsKeyChanges = true
    _ = try store.recorder.importCorrections(request)
    try store.recorder.expectValid()
    #expect(
      try store.rows("SELECT _submission FROM form_people_current ORDER BY 1")
        == ["1", "4", "5", "6"])
    try store.add("id,name,email\n8,e,e@b.de\n", as: "c.csv")
    try store.recorder.expectValid()
    #expect(
      try store.rows("SELECT _submission FROM form_people_current ORDER BY 1") == ["1", "4", "7"])
  }

  @Test func discardedDeliveriesSupersedeNothing() throws {
    let store = try TemporaryStore("key: [id]\n" + TemporaryStore.definitions)
    let lines = "id,name\n" + (1...1_500).map { "\($0),a\n" }.joined()
    try store.add(lines, as: "a.csv")
    try store.write(lines.replacing(",a", with: ",b"), to: "b.csv")
    var request = ImportRequest(path: store.path("b.csv"))
    request.chunk = 1_000
    store.breakOff(request)
    _ = try store.recorder.discard(2)
    try store.recorder.expectValid()
    #expect(
      try store.rows("SELECT count(*), max(_submission) FROM form_people WHERE _state = 'current'")
        == ["1500|1500"])
    #expect(
      try store.rows("SELECT count(*) FROM form_people WHERE _state = 'discarded'") == ["1000"])
  }

  /// A correction takes the key of the submission that it corrects, but is no delivery.
  @Test func correctionsSupersedeNothing() throws {
    let store = try RejectedPeople.store()
    let text = try store.export(.open).replacing(",1007,", with: ",50,")
    _ = try store.correct(text)
    let (corrected, correction) = (
      try store.recorder.history(of: 1), try store.recorder.history(of: 21)
    )
    #expect(corrected.correctedBy == 21 && corrected.supersededBy == nil)
    #expect(correction.corrects == 1 && correction.supersedes == nil)
    #expect(
      try store.rows("SELECT count(*) FROM submission_view WHERE superseded_by IS NOT NULL")
        == ["0"])
    #expect(try store.recorder.importReport(2).deliveries == nil)
    // The next delivery supersedes the correction.
    try store.add(RejectedPeople.records)
    #expect(try store.recorder.history(of: 21).supersededBy == 22)
    #expect(try store.recorder.history(of: 22).supersedes == 21)
    #expect(try store.recorder.history(of: 1).supersededBy == nil)
  }
}
