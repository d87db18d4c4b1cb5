import FormRecorderTestSupport
import FormRules
import Testing

@testable import FormQueries
@testable import FormRecorder

/// Reports about a file of corrections of several sources, which is stored as several imports.
@Suite struct CorrectionPartTests {
  /// A rejected record of each of two sources, and a file that corrects both, in vain.
  private func corrected() throws -> (store: TemporaryStore, report: ImportReport) {
    let store = try TemporaryStore()
    try store.add("id\n200\n", as: "a.csv", source: "north")
    try store.add("id\n300\n", as: "b.csv", source: "south")
    let file = try store.export(.open).replacing("200,1", with: "201,1")
      .replacing("300,2", with: "301,2")
    return (store, try store.correct(file))
  }

  @Test func importReportCoversAllParts() throws {
    let (store, report) = try corrected()
    #expect(report.corrections?.imports == [3, 4] && report.runID == 4)
    let shown = try store.recorder.importReport(3)
    #expect(shown.importID == report.importID && shown.runID == report.runID)
    #expect(shown.head == report.head && shown.head != nil)
    #expect(shown.records == 2 && shown.errors == 2)
    #expect(shown.byRule.map(\.count) == [2] && shown.byRule == report.byRule)
    #expect(shown.skipped == report.skipped)
    #expect(try store.recorder.importReport(4).byRule.map(\.count) == [1])
  }

  @Test func auditCountsThePartsAsOneImport() throws {
    let (store, _) = try corrected()
    var details = AuditDetails()
    details.hasTrend = true
    let audit = try store.recorder.audit(.all, details: details)
    #expect(audit.byImport.map(\.importID) == [1, 2, 3])
    #expect(audit.byImport.map(\.counts.rejected) == [1, 1, 2])
    #expect(audit.byImport.map(\.rejectedOnDelivery) == [1, 1, 2])
    #expect(audit.trend?.map { $0.imports.map(\.count) } == [[1, 1, 2]])
    // Each part has the source of what it corrects.
    #expect(audit.bySource.map(\.counts.rejected) == [2, 2])
    let compared = try store.recorder.compare(.importID(3), .importID(1), of: .all)
    #expect(compared.before.counts.submissions == 2 && compared.after.counts.submissions == 1)
    #expect(compared.byRule.map(\.before) == [2])
  }
}
