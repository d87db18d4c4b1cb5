import FormRecorder
import FormRecorderTestSupport
import FormRules
import FormStore
import FormTestSupport
import Foundation
import Testing

/// Records that fail thousands of rules.
@Suite struct ManyErrorsTests {
  private static let rules = 1_200

  private static func store(records: Int) throws -> TemporaryStore {
    let rules = (1...rules).map { "    - {range: {max: \($0)}, id: r\($0)}\n" }
    let store = try TemporaryStore(
      "form: wide\nfields:\n  - {name: v, type: integer}\n---\nrules: wide\nform: wide\nfields:\n  v:\n"
        + rules.joined())
    try store.add("v\n" + (0..<records).map { "99999\($0)\n" }.joined())
    return store
  }

  @Test func errorCellsFitTheLimitOfSpreadsheets() throws {
    let store = try Self.store(records: 3)
    let lines = try store.export(.open).split(whereSeparator: \.isNewline)
    #expect(lines.count == 4)
    for line in lines.dropFirst() {
      #expect(line.utf16.count < 32_767)
      #expect(line.contains(/; … \(\+\d+\)"?$/), "\(line.suffix(80))")
      let shown = line.split(separator: "; ").count - 1
      #expect(line.contains("(+\(Self.rules - shown))"))
    }
    // Raw exports and NDJSON contain all errors.
    for line in try store.export(.open, raw: true).split(whereSeparator: \.isNewline).dropFirst() {
      #expect(line.split(separator: "; ").count == Self.rules)
    }
    let records = try store.export(.open, .ndjson).split(separator: "\n")
    #expect(records.allSatisfy { $0.split(separator: #""code":"#).count == Self.rules + 1 })
  }

  @Test func pairsCoverTheMostFrequentRules() throws {
    let store = try Self.store(records: 2)
    var details = AuditDetails()
    details.hasPairs = true
    let report = try store.recorder.audit(.all, top: 3_000, details: details)
    #expect(report.pairs?.count == 64 * 63 / 2)
    #expect(report.pairs?.allSatisfy { $0.count == 2 } == true)
    #expect(report.pairedRules?.counted == 64)
    #expect(report.pairedRules?.failing == Self.rules)
    // With a rule filter, all pairs with that rule are counted.
    let one = try store.recorder.audit(
      SubmissionSelection { $0.rule = "r1000" }, details: details)
    #expect(one.pairs?.count == Self.rules - 1)
    #expect(one.pairedRules == nil)
  }

  /// Pages and batches end after 50,000 errors, so that no format holds the errors of all records
  /// at once. By default, the test uses fewer errors, because so many take long in a debug build.
  @Test func everyFormatIsWritten() throws {
    let records = LongTests.areWanted ? 90 : 4
    let store = try Self.store(records: records)
    for format in [ExportFormat.csv, .json] {
      #expect(try !store.export(.open, format).isEmpty)
    }
    var request = ExportRequest()
    request.format = .xlsx
    _ = try store.recorder.export(request, to: .file(store.path("o.xlsx"), replacing: false))
    let report = try store.recorder.exportTables(ExportRequest(), to: store.path("t.sqlite"))
    #expect(report.submissions == records)
    #expect(try store.recorder.replay(ReplayRequest()).unchanged == records)
    try store.recorder.expectValid()
  }
}
