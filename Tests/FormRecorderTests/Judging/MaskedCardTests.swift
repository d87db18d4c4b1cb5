import FormRecorder
import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Foundation
import Testing

/// Payment card numbers are evaluated and then stored masked. Their verdicts are kept.
@Suite struct MaskedCardTests {
  private static let definitions = """
    form: orders
    key: [card]
    fields:
      - {name: id, type: integer}
      - {name: card, type: text}
      - {name: spare, type: text, store: clear}
    ---
    rules: orders
    form: orders
    fields:
      id:
        - range: {max: 100}
      card:
        - paymentCard
        - unique
      spare:
        - paymentCard
    record:
      - must: length(spare) > 3
        needs: [card.paymentCard]
        at: id
    """
  private static let visa = "4111111111111111"
  private static let spaced = "5555 5555-5555 4444"

  private func filled() throws -> TemporaryStore {
    let store = try TemporaryStore(Self.definitions)
    try store.add(
      """
      id,card,spare
      1,\(Self.visa),6011111111111117
      200,\(Self.spaced),
      3,4111111111111112,
      4,\(Self.visa),6011111111111117
      5,3782-822463-10005,"378282246310005",x
      6,12345,ab

      """)
    return store
  }

  private func holds(_ store: TemporaryStore, _ text: String) -> Bool {
    ["", "-wal"].contains { end in
      FileManager.default.contents(atPath: store.path("store.sqlite\(end)"))?
        .contains(bytes: Data(text.utf8)) == true
    }
  }

  @Test func completeNumbersAreNotStored() throws {
    let store = try filled()
    for number in [
      Self.visa, Self.spaced, "4111111111111112", "3782-822463-10005", "378282246310005",
    ] {
      #expect(!holds(store, number), "\(number)")
    }
    #expect(holds(store, "6011111111111117"))
    let cells = try store.rows("SELECT cells FROM submission ORDER BY id")
    #expect(cells[0] == #"["1","411111******1111","6011111111111117"]"#)
    #expect(cells[1] == #"["200","5555 55**-**** 4444",""]"#)
    #expect(cells[5] == #"["6","12345","ab"]"#)
    #expect(
      try store.rows("SELECT CAST(raw AS TEXT) FROM malformed") == [
        #"5,3782-82****-*0005,"378282*****0005",x"#
      ])
    var submission = SubmissionRequest(
      json: Array(#"{"id": 7, "card": 4000056655665556, "spare": "abcd"}"#.utf8))
    submission.source = "web"
    _ = try store.recorder.submit(submission)
    #expect(!holds(store, "4000056655665556"))
    #expect(try store.rows("SELECT card FROM form_orders WHERE id = 7") == ["400005******5556"])
    try store.recorder.expectValid()
  }

  @Test func numbersNextToOtherDigitsInMalformedRecordsAreNotStored() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(
      "id,card,spare\n2,Nr 7 5555555555554444,x,y\n3,2026 5555555555554444,x,y\n4,a,b\n")
    #expect(!holds(store, "5555555555554444"))
    #expect(try !store.export(.all).contains("5555555555554444"))
    try store.recorder.expectValid()
  }

  private func verdicts(_ store: TemporaryStore) throws -> [String] {
    try store.rows("SELECT submission || ' ' || rule FROM error_view ORDER BY submission, rule")
  }

  @Test(arguments: [false, true]) func replaysKeepEarlierResults(isFull: Bool) throws {
    let store = try filled()
    let before = try verdicts(store)
    var replay = ReplayRequest()
    replay.isFull = isFull
    let report = try store.recorder.replay(replay)
    #expect(report.newlyAccepted == 0 && report.newlyRejected == 0)
    #expect(try verdicts(store) == before)
    try store.recorder.expectValid()
  }

  @Test func changedRulesSkipMaskedNumbers() throws {
    let store = try filled()
    let before = try verdicts(store).filter { $0 != "2 id.range" }
    try store.apply(
      Self.definitions.replacing("    - range: {max: 100}", with: "    - range: {max: 300}")
        .replacing("card:\n    - paymentCard", with: "card:\n    - paymentCard: visa"))
    let report = try store.recorder.replay(ReplayRequest())
    #expect(report.newlyAcceptedSample == [2])
    #expect(report.newlyRejected == 0)
    #expect(try verdicts(store) == before)
    #expect(
      try store.rows("SELECT reasons FROM run_rule WHERE run = 2 AND reasons LIKE '%masked%'").count
        >= 1)
  }

  /// The next version lacks `paymentCard`, and may rename the field or change its type.
  @Test(arguments: [
    "{name: card, type: text}", "{name: number, type: text, aliases: [card]}",
    "{name: card, type: integer}",
  ]) func numbersStayMaskedWithoutPaymentCard(field: String) throws {
    func definitions(_ field: String, _ rules: String) -> String {
      "form: pay\nfields: [\(field)]\n---\nrules: pay\nform: pay\n\(rules)\n"
    }
    let store = try TemporaryStore(
      definitions("{name: card, type: text}", "fields: {card: [paymentCard]}"))
    try store.add("card\n\(Self.visa)\n4111111111111112\n")
    let name = field.contains("number") ? "number" : "card"
    let rules =
      field.contains("integer")
      ? "fields: {\(name): [{range: {min: 5000000000000000}}]}"
      : """
      fields: {\(name): [luhn, {length: {min: 17}}]}
      record: [{must: "\(name) matches '[0-9]{16}'", id: m}]
      """
    try store.apply(definitions(field, rules))
    let report = try store.recorder.replay(ReplayRequest())
    #expect((report.newlyAccepted, report.newlyRejected) == (1, 0))
    #expect(try verdicts(store) == [])
    let skipped = try store.rows(
      "SELECT reasons FROM run_rule WHERE run = 2 AND reasons LIKE '%masked%'")
    #expect(!skipped.isEmpty)
    try store.recorder.expectValid()
  }

  private func payments(_ fields: String, cardRule: String) -> String {
    "form: pay\nfields: [\(fields)]\n---\n\(paymentRules(cardRule))"
  }

  private func paymentRules(_ cardRule: String) -> String {
    "rules: pay\nform: pay\nfields: {card: [\(cardRule)]}\n"
  }

  /// Different numbers with the same mask are not counted as equal values.
  @Test func maskedNumbersAreNotCounted() throws {
    let fields = "{name: zip, type: text}, {name: card, type: text}"
    let store = try TemporaryStore(payments(fields, cardRule: "paymentCard"))
    let middles = [
      "000009", "000017", "000025", "000033", "000041", "000058", "000066", "000074", "000082",
    ]
    let rows = middles.map { "1,411111\($0)1111\n" }
    try store.add("zip,card\n\(rows.joined())1,none\n")
    #expect(try verdicts(store) == ["10 card.paymentCard"])
    try store.apply(paymentRules("depends: {on: zip}"))
    let report = try store.recorder.replay(ReplayRequest())
    #expect((report.newlyAccepted, report.newlyRejected) == (1, 0))
  }

  /// An earlier program may have stored a version that this one refuses. It prevents no replay, and
  /// numbers that other versions masked stay masked.
  @Test func versionsThatCannotBeReadPreventNoReplay() throws {
    let field = "{name: card, type: text}"
    let store = try TemporaryStore(payments(field, cardRule: "paymentCard"))
    try store.add("card\n\(Self.visa)\n")
    try store.apply(paymentRules("length: {max: 4}"))
    try store.add("card\nabcdef\n")
    let deep =
      String(repeating: #"{"not":"#, count: 9) + #""email""# + String(repeating: "}", count: 9)
    let unreadable = #"{"fields":{"card":[\#(deep)]},"form":"pay","rules":"pay"}"#
    try store.tamper("UPDATE version SET content = '\(unreadable)' WHERE content LIKE '%length%'")
    try store.apply(paymentRules("luhn"))
    let report = try store.recorder.replay(ReplayRequest())
    #expect((report.newlyAccepted, report.newlyRejected) == (0, 0))
    #expect(try verdicts(store) == ["2 card.luhn"])
  }

  @Test func correctionsOfOtherCellsKeepCardResults() throws {
    let store = try filled()
    let open = try store.export(.open)
    #expect(open.contains("5555 55**-**** 4444"))
    try store.write(
      open.replacing("200,5555 55**-**** 4444", with: "20,5555 55**-**** 4444")
        .replacing("3,411111******1112", with: "30,411111******1112"), to: "back.csv")
    var request = CorrectionRequest(path: store.path("back.csv"))
    request.acceptedColumns = ["id"]
    let report = try store.recorder.importCorrections(request)
    #expect(report.corrections?.rows == 2)
    // Submission 2 still fails because of `spare`, but its number is valid. The number of
    // submission 3 is invalid.
    let rows = try store.rows(
      """
      SELECT s.corrects || ' ' || e.rule FROM submission_view s
      JOIN error_view e ON e.submission = s.submission WHERE s.corrects IS NOT NULL ORDER BY 1
      """)
    #expect(rows.contains("3 card.paymentCard"))
    #expect(!rows.contains("2 card.paymentCard"))
    #expect(!rows.contains("2 id.range"))
    try store.recorder.expectValid()
  }

  @Test func rulesThatCompareStoredNumbersAreRefused() throws {
    #expect(throws: (any Error).self) {
      try TemporaryStore(Self.definitions.replacing("- unique", with: "- unique: ever"))
    }
    _ = try TemporaryStore(
      Self.definitions.replacing(
        "name: card, type: text", with: "name: card, type: text, store: clear"
      )
      .replacing("- unique", with: "- unique: ever"))
  }
}
