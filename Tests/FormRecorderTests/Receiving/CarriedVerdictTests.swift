import FormRecorderTestSupport
import FormRules
import FormStore
import Testing

@testable import FormRecorder

/// Deliveries between a correction and the record that gets it, and verdicts of what is carried.
@Suite struct CarriedVerdictTests {
  private static let bonn = RejectedPeople.records.replacing("Berlin", with: "Bonn")

  private func form(_ rule: String, type: String = "integer") -> String {
    """
    form: f
    key: [id]
    fields:
      - {name: id, type: integer}
      - {name: value, type: \(type)}
    ---
    rules: f
    form: f
    fields:
      value: [\(rule)]
    """
  }

  private func values(_ store: TemporaryStore) throws -> [String] {
    try store.rows("SELECT id || ' ' || value FROM form_f_current ORDER BY id")
  }

  /// The process that imported the second delivery was killed before it carried the corrections, or
  /// another one imported the third delivery before that.
  @Test func correctionsAreCarriedPastDeliveriesThatLackThem() throws {
    let store = try RejectedPeople.corrected()
    try store.write(Self.bonn, to: "killed.csv")
    let recorder = store.recorder.failingAfterItsFirstCommit
    #expect(throws: RecorderError.self) {
      try recorder.importFile(ImportRequest(path: store.path("killed.csv")))
    }
    #expect(try store.amounts().isEmpty)
    let counts = try store.redeliver(RejectedPeople.records)
    #expect(counts.carried == 2 && counts.replaced == 0)
    #expect(try store.amounts() == ["1|50", "2|60"])
    try store.recorder.expectValid()
  }

  /// Repeating the last of these imports carries them, too.
  @Test func repeatedImportCarriesPastDeliveriesThatLackThem() throws {
    let store = try RejectedPeople.corrected()
    for (name, text) in [("b.csv", Self.bonn), ("c.csv", RejectedPeople.records + "\n")] {
      try store.write(text, to: name)
      let recorder = store.recorder.failingAfterItsFirstCommit
      #expect(throws: RecorderError.self) {
        try recorder.importFile(ImportRequest(path: store.path(name)))
      }
    }
    let report = try store.recorder.importFile(ImportRequest(path: store.path("c.csv")))
    #expect(report.isAlreadyImported && report.deliveries?.carried == 2)
    #expect(try store.amounts() == ["1|50", "2|60"])
  }

  /// The sender changed the value in between: a later delivery with the first value is new.
  @Test func changesInBetweenEndCorrections() throws {
    let store = try TemporaryStore(form("{range: {max: 100}}"))
    try store.add("id,value\n1,500\n")
    _ = try store.correct(store.export(.open).replacing("1,500,", with: "1,50,"))
    #expect(try store.redeliver("id,value\n1,600\n").replaced == 1)
    let counts = try store.redeliver("id,value\n1,500\n")
    #expect(counts.carried == 0 && counts.replaced == 0)
  }

  /// An operator retracted the carried corrections: neither a repetition nor the next delivery has
  /// them.
  @Test func retractedCorrectionsAreNotCarriedAgain() throws {
    let store = try RejectedPeople.corrected()
    #expect(try store.redeliver(Self.bonn).carried == 2)
    _ = try store.recorder.retract(RetractionRequest(importID: 4, by: "ana", reason: "wrong"))
    let repeated = try store.redeliver(Self.bonn) { $0.allowsReimport = false }
    #expect(repeated.carried == 0 && repeated.reopened == 2)
    #expect(try store.redeliver(RejectedPeople.records).carried == 0)
    #expect(try store.amounts().isEmpty)
    try store.recorder.expectValid()
  }

  /// A carried correction that was retracted with a delivery, and retracted again by undoing that,
  /// is no decision of an operator.
  @Test func retractionsAreRepeatable() throws {
    let store = try RejectedPeople.corrected()
    #expect(try store.redeliver(Self.bonn).carried == 2)
    #expect(try store.redeliver(RejectedPeople.records).carried == 2)
    var request = RetractionRequest(importID: 3, by: "ana", reason: "wrong file")
    request.includesDependents = true
    for _ in 0..<2 {
      request.isUndo = false
      #expect(try store.recorder.retract(request).carried == 2)
      #expect(try store.amounts() == ["1|50", "2|60"])
      request.isUndo = true
      _ = try store.recorder.retract(request)
      #expect(try store.amounts() == ["1|50", "2|60"])
    }
    try store.recorder.expectValid()
  }

  /// The record before the delivery was a duplicate, and is none within the delivery.
  @Test func acceptedRecordsKeepTheirCorrections() throws {
    let store = try TemporaryStore(form("unique", type: "text"))
    try store.add("id,value\n1,a@x\n2,a@x\n")
    let open = try store.export(.open).replacing("2,a@x,", with: "2,b@x,")
    #expect(try store.correct(open).corrections?.closed == 1)
    let counts = try store.redeliver("id,value\n2,a@x\n3,c@x\n")
    #expect(counts.carried == 1 && counts.reopened == 0)
    #expect(try values(store) == ["1 a@x", "2 b@x", "3 c@x"])
    try store.recorder.expectValid()
  }

  /// The rules reject one of two corrections of accepted records.
  @Test func acceptedRecordsAreNotReplacedByRejectedCorrections() throws {
    let store = try TemporaryStore(form("{range: {max: 100}}"))
    try store.add("id,value\n1,500\n2,501\n3,50\n")
    let open = try store.export(.open).replacing("1,500,", with: "1,50,")
      .replacing("2,501,", with: "2,450,")
    #expect(try store.correct(open).corrections?.closed == 1)
    try store.apply(form("{range: {min: 400}}"))
    let counts = try store.redeliver("id,value\n1,500\n2,501\n")
    #expect(counts.carried == 1)
    #expect(try values(store) == ["1 500", "2 450", "3 50"])
    try store.recorder.expectValid()
  }

  /// A correction that was rejected before reopens nothing, and repeated reports are equal.
  @Test func countsAreThoseOfTheStore() throws {
    let store = try TemporaryStore(form("{range: {max: 100}}"))
    let text = "id,value\n1,500\n2,600\n"
    try store.add(text)
    let open = try store.export(.open).replacing("1,500,", with: "1,450,")
      .replacing("2,600,", with: "2,60,")
    #expect(try store.correct(open).corrections?.closed == 1)
    try store.apply(form("{range: {max: 460}}"))
    let delivered = text.replacing("\n", with: "\r\n")
    let first = try store.redeliver(delivered)
    #expect(first.carried == 2 && first.reopened == 0)
    let repeated = try store.redeliver(delivered) { $0.allowsReimport = false }
    #expect(repeated == first)
    #expect(try store.recorder.importReport(3).deliveries == first)
    #expect(try values(store) == ["1 450", "2 60"])
  }

  /// The result of a masked card number is that of the correction from which it was carried. A
  /// valid number with the same mask as the corrected one is another number.
  @Test func carriedCardNumbersKeepTheirResults() throws {
    let store = try TemporaryStore(form("paymentCard", type: "text"))
    let text = "id,value\n1,4111111111111112\n"
    try store.add(text)
    let open = try store.export(.open).replacing("411111******1112", with: "4111111111111111")
    #expect(try store.correct(open).corrections?.closed == 1)
    for _ in 0..<2 {
      let counts = try store.redeliver(text)
      #expect(counts.carried == 1 && counts.reopened == 0)
      #expect(try values(store) == ["1 411111******1111"])
    }
    let counts = try store.redeliver("id,value\n1,4111110000081112\n")
    #expect(counts.carried == 0 && counts.replaced == 1)
    #expect(try values(store) == ["1 411111******1112"])
    try store.recorder.expectValid()
  }
}
