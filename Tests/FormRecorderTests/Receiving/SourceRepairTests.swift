import FormRecorderTestSupport
import FormRules
import Testing

@testable import FormRecorder

/// What the repairs of a source change when a file is imported again, and what they cannot change.
@Suite struct SourceRepairTests {
  private static let definitions = """
    form: pay
    key: [id]
    fields:
      - {name: id, type: integer, required: true}
      - {name: amount, type: decimal}
      - {name: code, type: text}
    ---
    rules: pay
    form: pay
    fields:
      amount: [{range: {max: 1}}]
      code: [{in: [X]}]
    ---
    source: north
    forms:
      pay:
        repairs:
          - amount: comma
          - code: {A: B, B: C, C: D}
    """

  private func importFile(
    _ store: TemporaryStore, again: Bool = false
  ) throws -> ImportReport {
    var request = ImportRequest(path: store.path("a.csv"))
    request.source = "north"
    request.allowsReimport = again
    return try store.recorder.importFile(request)
  }

  private func open(_ store: TemporaryStore) throws -> [String] {
    try store.export(.open).split(separator: "\n").dropFirst().map { row in
      row.split(separator: ",", omittingEmptySubsequences: false).prefix(3).joined(separator: ",")
    }
  }

  /// A text that a repair or a person has entered is what somebody wanted.
  @Test func correctedTextsAreNotRepaired() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write("id,amount,code\n1,\"1,125\",A\n2,9999,X\n", to: "a.csv")
    #expect(try importFile(store).repairs?.records == 1)
    _ = try store.correct(store.export(.open).replacing("2,9999,X", with: "2,1.125,X"))
    let expected = ["1,1.125,B", "2,1.125,X"]
    #expect(try open(store).sorted() == expected)
    let submissions = try store.rows("SELECT count(*) FROM submission")
    for _ in 0..<2 {
      #expect(try importFile(store).repairs == .init(source: "north@1"))
      #expect(try store.rows("SELECT count(*) FROM submission") == submissions)
    }
    // The corrections that the next delivery gets are not repaired either.
    let next = try importFile(store, again: true)
    #expect(next.deliveries?.carried == 2 && next.repairs?.records == 0)
    #expect(try open(store).sorted() == expected)
    try store.recorder.expectValid()
  }

  /// An operator retracted the repairs: repeating the import does not make them again.
  @Test func retractedRepairsAreNotRepeated() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write("id,amount,code\n1,0,A\n", to: "a.csv")
    #expect(try importFile(store).repairs?.records == 1)
    _ = try store.recorder.retract(RetractionRequest(importID: 2, by: "ana", reason: "wrong"))
    #expect(try importFile(store).repairs?.records == 0)
    #expect(try open(store) == ["1,0,A"])
    // The next delivery is a new one.
    #expect(try importFile(store, again: true).repairs?.records == 1)
  }

  /// A repair that cannot be stored does not prevent the others.
  @Test func refusedRepairsAreNoted() throws {
    let store = try TemporaryStore(
      """
      form: f
      fields:
        - {name: id, type: integer}
        - {name: phone, type: text}
      ---
      rules: f
      form: f
      fields:
        phone: [{pattern: "[0-9]+"}]
      ---
      source: north
      forms: {f: {repairs: [{phone: {strip: ["-"]}}]}}
      """)
    try store.write(
      #"{"id":"1","phone":"5-5"}"# + "\n" + #"{"id":"2","phone":"5-6\u0000"}"# + "\n",
      to: "a.ndjson")
    var request = ImportRequest(path: store.path("a.ndjson"))
    request.source = "north"
    let (report, notes) = try store.importNoting(request)
    #expect(report.repairs == .init(source: "north@1", records: 1, closed: 1))
    #expect(notes.contains("1 repair refused: ") && notes.contains("'phone'"))
    #expect(try store.rows("SELECT phone FROM form_f_current") == ["55"])
  }
}
