import FormRecorderTestSupport
import FormRules
import Foundation
import Testing

@testable import FormRecorder

/// Corrections of records that are delivered again without them.
@Suite struct CarriedCorrectionTests {
  @Test func redeliveredRecordsKeepTheirCorrections() throws {
    let store = try RejectedPeople.corrected()
    let before = try store.amounts()
    #expect(before == ["1|50", "2|60"])
    let counts = try store.redeliver(RejectedPeople.records)
    #expect(counts.carried == 2 && counts.replaced == 0 && counts.reopened == 0)
    #expect(try store.amounts() == before)
    try store.recorder.expectValid()
    // The next delivery carries them on.
    let next = try store.redeliver(RejectedPeople.records.replacing("Berlin", with: "Bonn"))
    #expect(next.carried == 2)
    #expect(try store.amounts() == before)
    let log = try store.rows("SELECT reason FROM import_view WHERE kind = 'correction' ORDER BY 1")
    #expect(log.filter { $0.hasPrefix("carried") }.count >= 2)
    try store.recorder.expectValid()
  }

  /// A carried correction depends on the one that it comes from.
  @Test func carriedCorrectionsAreRetractedWithTheirOrigin() throws {
    let store = try RejectedPeople.corrected()
    _ = try store.redeliver(RejectedPeople.records)
    _ = try store.redeliver(RejectedPeople.records.replacing("Berlin", with: "Bonn"))
    var request = RetractionRequest(importID: 2, by: "ana", reason: "wrong amounts")
    let error = #expect(throws: RecorderError.self) { try store.recorder.retract(request) }
    #expect(error?.description.contains("imports 4, 6") == true)
    request.includesDependents = true
    let report = try store.recorder.retract(request)
    #expect(report.imports == [6, 4, 2])
    #expect(try store.amounts() == [])
    // The originals are superseded by the deliveries.
    #expect(report.restored.allSatisfy { (try? store.recorder.history(of: $0).state) == .current })
    #expect(!report.restored.isEmpty)
    try store.recorder.expectValid()
  }

  /// A retracted delivery only passed the corrections on: the later ones keep them, as if it had
  /// never been stored.
  @Test(arguments: [1, 2])
  func correctionsAreCarriedPastRetractedDeliveries(_ later: Int) throws {
    let texts = ["Bonn", "Genf"].prefix(later).map {
      RejectedPeople.records.replacing("Berlin", with: $0)
    }
    func delivered(_ deliveries: [String]) throws -> TemporaryStore {
      let store = try RejectedPeople.corrected()
      for text in deliveries { #expect(try store.redeliver(text).carried == 2) }
      return store
    }
    let store = try delivered([RejectedPeople.records] + texts)
    let before = try store.amounts()
    let open = try store.export(.open)
    var request = RetractionRequest(importID: 3, by: "ana", reason: "wrong file")
    request.includesDependents = true
    request.isDryRun = true
    let dry = try store.recorder.retract(request)
    #expect(dry.imports == (later == 1 ? [6, 4, 3] : [8, 6, 4, 3]))
    #expect(dry.carried == 2 && dry.open == 2)
    request.isDryRun = false
    let report = try store.recorder.retract(request)
    #expect(report.carried == 2 && report.open == 2)
    #expect(try report.head == store.recorder.verify().head)
    #expect(try store.amounts() == before)
    try store.recorder.expectValid()
    if later == 1 { #expect(try store.dump() == delivered(texts).dump()) }
    // Undoing puts the carried corrections back in place of those that were carried again.
    request.isUndo = true
    #expect(try store.recorder.retract(request).imports == dry.imports.reversed())
    #expect(try store.amounts() == before)
    #expect(try store.export(.open) == open)
    try store.recorder.expectValid()
  }

  /// An error after the retraction is stored states how to carry the corrections.
  @Test func interruptedRetractionCanBeCompleted() throws {
    let store = try RejectedPeople.corrected()
    _ = try store.redeliver(RejectedPeople.records)
    _ = try store.redeliver(RejectedPeople.records.replacing("Berlin", with: "Bonn"))
    let before = try store.amounts()
    var request = RetractionRequest(importID: 3, by: "ana", reason: "wrong file")
    request.includesDependents = true
    let recorder = store.recorder.failingAfterItsFirstCommit
    let error = #expect(throws: RecorderError.self) { try recorder.retract(request) }
    #expect(
      error?.storedChange
        == "import 3 is retracted, but not all corrections of earlier deliveries are carried "
        + "again; to complete them, undo the retraction and retract the import again")
    #expect(error?.reason == .refused)
    #expect(try store.amounts() != before)
    request.isUndo = true
    #expect(try store.recorder.retract(request).imports == [3, 4, 6])
    request.isUndo = false
    #expect(try store.recorder.retract(request).carried == 2)
    #expect(try store.amounts() == before)
    try store.recorder.expectValid()
  }

  /// Texts are compared by their bytes.
  @Test func correctionsOfNormalizationAreCarried() throws {
    let store = try TemporaryStore(
      """
      form: f
      key: [id]
      fields:
        - {name: id, type: integer}
        - {name: name, type: text}
      ---
      rules: f
      form: f
      fields:
        name: [{in: ["\u{E9}"]}]
      """)
    let records = "id,name\n1,e\u{301}\n"
    try store.add(records)
    let open = try store.export(.open).replacing("e\u{301}", with: "\u{E9}")
    #expect(try store.correct(open).corrections?.closed == 1)
    #expect(try store.redeliver(records).carried == 1)
  }

  /// Other cells of the record may change.
  @Test func otherCellsOfTheDeliveryAreNew() throws {
    let store = try RejectedPeople.corrected()
    let text = RejectedPeople.records.replacing("Name 39,Zürich", with: "Ana,Bern")
    #expect(try store.redeliver(text).carried == 2)
    #expect(
      try store.rows(
        "SELECT id, name, city, CAST(amount AS INTEGER) FROM form_people_current ORDER BY 1")[0]
        == "1|Ana|Bern|50")
  }

  /// The sender changed the corrected cell: the sender's value stands.
  @Test func changesBySendersReplaceCorrections() throws {
    let store = try RejectedPeople.corrected()
    let counts = try store.redeliver(RejectedPeople.records.replacing(",1007,", with: ",1008,"))
    #expect(counts.carried == 1 && counts.replaced == 1 && counts.reopened == 1)
    #expect(try store.amounts() == ["2|60"])
    try store.recorder.expectValid()
  }

  /// A field is not carried past a delivery that changed it, whatever other fields have, and the
  /// change is counted only there.
  @Test func changesInDeliveriesInBetweenAreCountedOnce() throws {
    let store = try TemporaryStore(
      """
      form: f
      key: [id]
      fields:
        - {name: id, type: integer}
        - {name: name, type: text}
        - {name: phone, type: text}
      ---
      rules: f
      form: f
      fields:
        name: [{length: {max: 4}}]
        phone: [{length: {max: 4}}]
      """)
    func deliver(_ name: String, _ phone: String) throws -> DeliveryCounts {
      try store.redeliver("id,name,phone\n1,\(name),\(phone)\n")
    }
    try store.add("id,name,phone\n1,wrong,12345\n")
    let open = try store.export(.open).replacing("wrong", with: "ana").replacing("12345", with: "1")
    #expect(try store.correct(open).corrections?.closed == 1)
    // Both fields change, so nothing is carried.
    let first = try deliver("other", "67890")
    #expect(first.carried == 0 && first.replaced == 2)
    for (name, phone) in [("wrong", "67890"), ("third", "12345"), ("wrong", "12345")] {
      let next = try deliver(name, phone)
      #expect(next.carried == 0 && next.replaced == 0)
    }
    try store.recorder.expectValid()
  }

  /// Only corrections of the form of an import are followed, also by deliveries of other forms.
  @Test func correctionsOfEachFormAreCarried() throws {
    let store = try TemporaryStore(
      ["f", "g"].map { form in
        """
        form: \(form)
        key: [id]
        fields:
          - {name: id, type: integer}
          - {name: name, type: text}
        ---
        rules: \(form)
        form: \(form)
        fields:
          name: [{length: {max: 4}}]
        """
      }.joined(separator: "\n---\n"))
    func deliver(_ form: String, _ text: String) throws -> DeliveryCounts {
      try store.redeliver(text) { $0.form = VersionReference(form) }
    }
    for form in ["f", "g"] {
      _ = try deliver(form, "id,name\n1,wrong\n")
      let open = try store.export(.open, .csv, SubmissionSelection { $0.form = form })
        .replacing("wrong", with: form)
      #expect(try store.correct(open).corrections?.closed == 1)
    }
    for form in ["g", "f"] {
      #expect(try deliver(form, "id,name\n1,wrong\n").carried == 1)
      #expect(try store.rows("SELECT name FROM form_\(form)_current") == [form])
    }
    try store.recorder.expectValid()
  }

  @Test func correctionsAreNotCarriedIfUnwanted() throws {
    let store = try RejectedPeople.corrected()
    let counts = try store.redeliver(RejectedPeople.records) { $0.carriesCorrections = false }
    #expect(counts.carried == 0 && counts.reopened == 2)
    #expect(try store.amounts().isEmpty)
  }

  /// A delivery that was imported without carrying ends the corrections, also for later ones.
  @Test func repetitionsOfAnImportWithoutCarryingDoNotCarry() throws {
    let store = try RejectedPeople.corrected()
    let text = RejectedPeople.records.replacing("Berlin", with: "Bonn")
    let first = try store.redeliver(text) { $0.carriesCorrections = false }
    let repeated = try store.redeliver(text) { $0.allowsReimport = false }
    #expect(first == repeated && first.carried == 0 && first.reopened == 2)
    #expect(try store.redeliver(RejectedPeople.records).carried == 0)
    #expect(try store.amounts().isEmpty)
  }

  /// The error states that the import is finished, and repeating it carries the corrections.
  @Test func failureToCarryStatesTheImport() throws {
    let store = try RejectedPeople.corrected()
    let text = RejectedPeople.records.replacing("Berlin", with: "Bonn")
    try store.write(text, to: "again.csv")
    let recorder = store.recorder.failingAfterItsFirstCommit
    let error = #expect(throws: RecorderError.self) {
      try recorder.importFile(ImportRequest(path: store.path("again.csv")))
    }
    #expect(
      error?.storedChange
        == "import 3 is finished, but not all of its corrections are stored; import the file again "
        + "to complete them")
    #expect(error?.reason == .refused)
    #expect(try store.amounts().isEmpty)
    #expect(try store.redeliver(text) { $0.allowsReimport = false }.carried == 2)
    #expect(try store.amounts() == ["1|50", "2|60"])
    try store.recorder.expectValid()
  }

  /// The delivery is retracted together with what was carried to it.
  @Test func retractedDeliveryRestoresTheCorrections() throws {
    let store = try RejectedPeople.corrected()
    _ = try store.redeliver(RejectedPeople.records)
    var request = RetractionRequest(importID: 3, by: "ana", reason: "wrong")
    request.includesDependents = true
    _ = try store.recorder.retract(request)
    #expect(try store.amounts() == ["1|50", "2|60"])
    try store.recorder.expectValid()
  }

  /// What a correction changed is not known once the corrected submission was purged.
  @Test func nothingIsCarriedFromAPurgedSubmission() throws {
    let store = try TemporaryStore(
      """
      form: f
      key: [id]
      fields:
        - {name: id, type: integer}
        - {name: name, type: text}
        - {name: phone, type: text}
      ---
      rules: f
      form: f
      fields:
        name: [{length: {min: 4}}]
        phone: [{length: {max: 5}}]
      """)
    try store.add("id,name,phone\n1,ana,123456789\n")
    _ = try store.correct(store.export(.open).replacing("123456789", with: "1234"))
    _ = try store.recorder.purge(
      PurgeRequest(.selection(SubmissionSelection { $0.importID = 1 }), by: "ana", reason: "x"))
    let counts = try store.redeliver("id,name\n1,ana\n")
    #expect(counts.carried == 0 && counts.replaced == 0)
    #expect(try store.recorder.history(of: 3).cells.map(\.text) == ["1", "ana"])
  }
}
