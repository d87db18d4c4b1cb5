import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// A published file on its whole way: imported, its failures out and half of them back, judged by newer
/// rules. What is counted is counted again by SQL, and from the file itself.
@Suite struct StoryTests {
  private static let file = "nhs_spend_over_25k_sep2011"

  private func count(_ store: TemporaryStore, _ condition: String) throws -> Int {
    try #require(
      Int(try store.rows("SELECT count(*) FROM form_nhs_spend WHERE \(condition)")[0]))
  }

  /// The failures with half of the transaction numbers made distinct, as a spreadsheet writes them.
  private func mended(_ export: String) -> String {
    var records = PlainRecords.read(export)
    let number = records[0].firstIndex(of: "Transaction No") ?? 0
    for row in records.indices.dropFirst() where row % 2 == 1 {
      records[row][number] = "mended \(row)"
    }
    return records.map { record in
      record.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\r\n"
    }.joined()
  }

  @Test(.enabled(if: Repository.hasShared, "third-party data in ../shared is absent"))
  func failuresGoOutComeBackAndClose() throws {
    let url = Repository.shared("real/\(Self.file).csv")
    let definitions = String(
      decoding: try Data(contentsOf: Repository.fixture("real/\(Self.file).yaml")), as: UTF8.self)
    let store = try TemporaryStore(definitions)
    _ = try store.recorder.importFile(ImportRequest(path: url.path))
    #expect(try count(store, "_verdict = 'rejected'") == 74)

    let export = try store.export(.open)
    #expect(PlainRecords.read(export).count == 75)
    try store.write(mended(export), to: "back.csv")
    let report = try store.recorder.importCorrections(
      CorrectionRequest(path: store.path("back.csv")))
    #expect(report.corrections?.rows == 37)
    #expect(report.corrections?.cells == 37)
    #expect(report.corrections?.closed == 37)
    #expect(report.corrections?.refused == [])
    let total = try store.recorder.audit(SubmissionSelection()).total
    #expect(total.open == 37)
    #expect(total.corrected == 37)
    #expect(try store.rows("SELECT count(*) FROM correction") == ["37"])
    #expect(PlainRecords.read(try store.export(.open)).count == 38)

    // What newer rules would do, before they are stored.
    let stricter = definitions.replacing("range: {min: 22000}", with: "range: {min: 30000}")
    try store.write(stricter, to: "stricter.yaml")
    let impact = try #require(
      try store.recorder.impact(of: DefinitionSet(files: [store.path("stricter.yaml")])).first)
    let small = "CAST(replace(trim(\"Amount in Sterling\"), ',', '') AS REAL) < 30000"
    #expect(impact.newlyRejected == (try count(store, "_verdict = 'accepted' AND \(small)")))
    #expect(impact.newlyRejected > 10)
    #expect(try store.rows("SELECT count(*) FROM version") == ["2"])

    let expected = try count(store, "_verdict = 'rejected' OR \(small)")
    try store.apply(stricter)
    let replay = try store.recorder.replay(ReplayRequest())
    #expect(replay.newlyRejected == impact.newlyRejected)
    #expect(replay.newlyAccepted == impact.newlyAccepted)
    #expect(try count(store, "_verdict = 'rejected'") == expected)
    #expect(try store.recorder.audit(SubmissionSelection()).total.rejected == expected)

    // Why one was refused, under which rules, and what became of it.
    let first = try #require(PlainRecords.read(export)[1].suffix(4).first.flatMap { Int64($0) })
    let history = try store.recorder.history(of: first)
    #expect(history.verdicts.map(\.rulesVersion) == [1, 2])
    #expect(history.correctedBy != nil)
    #expect(try store.recorder.verify().isOK)
  }
}
