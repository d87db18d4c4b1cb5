import FormRecorder
import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Foundation
import Testing

/// Submissions that are purged, delivered again, decided or retracted while an export reads them.
@Suite struct ConcurrentExportTests {
  /// Batches are read in transactions of their own, so a purge does not wait for a long export.
  @Test(arguments: [SubmissionScope.all, .open])
  func submissionsPurgedMeanwhileAreOmitted(_ scope: SubmissionScope) throws {
    let store = try TemporaryStore()
    let records = 10_000
    // More than the export reads ahead.
    let name = String(repeating: "n", count: 2_000)
    try store.add(
      "id,name,email\n" + (1...records).map { "\($0 + 1_000),\(name),a\($0)@b.de\n" }.joined())
    var request = ExportRequest()
    request.format = .ndjson
    request.scope = scope
    var lines = 0
    var isPurged = false
    let report = try store.recorder.export(
      request,
      to: .stream { bytes in
        lines += bytes.count { $0 == UInt8(ascii: "\n") }
        if isPurged { return }
        isPurged = true
        var selection = SubmissionSelection.all
        selection.submissions = Array(Int64(records) - 2_000...Int64(records))
        _ = try store.recorder.purge(PurgeRequest(selection, by: "ana", reason: "erasure"))
      })
    #expect(lines == records - 2_001)
    #expect(report.submissions == records - 2_001)
    #expect(report.purged == 2_001)
  }

  /// Records that are delivered again during an export are exported as they were at its beginning,
  /// also by an import that began earlier.
  @Test(arguments: [false, true])
  func submissionsReplacedMeanwhileAreExported(isBegun: Bool) throws {
    let store = try TemporaryStore(
      TemporaryStore.definitions.replacing("columns: keep", with: "columns: keep\nkey: [id]")
        .replacing("max: 100", with: "max: 100000"))
    let records = 10_000
    // More than the export reads ahead.
    let name = String(repeating: "n", count: 2_000)
    func table(_ email: String) -> String {
      "id,name,email\n" + (1...records).map { "\($0),\(name),\(email)\n" }.joined()
    }
    try store.add(table("a@b.de"))
    try store.write(table("c@d.de"), to: "again.csv")
    var delivery = ImportRequest(path: store.path("again.csv"))
    delivery.chunk = 1_000
    if isBegun { store.breakOff(delivery) }
    var request = ExportRequest()
    request.format = .ndjson
    request.scope = .current
    var lines = 0
    var isDelivered = false
    let report = try store.recorder.export(
      request,
      to: .stream { bytes in
        lines += bytes.count { $0 == UInt8(ascii: "\n") }
        if isDelivered { return }
        isDelivered = true
        _ = try store.recorder.importFile(delivery)
      })
    #expect(lines == records)
    #expect(report.submissions == records)
    let last = try store.export(.current, .ndjson).split(separator: "\n").last
    #expect(last?.hasPrefix("{\"submission\":\(2 * records),") == true)
  }

  /// Failures that are waived or reopened during an export are exported as they were at its
  /// beginning: which submissions are open, and which errors people are to correct.
  @Test(arguments: [DecisionKind.waive, .reopen], [nil, "id.range"] as [String?])
  func failuresDecidedMeanwhileAreExportedAsBefore(_ kind: DecisionKind, _ rule: String?) throws {
    let store = try TemporaryStore()
    let records: Int64 = 10_000
    // More than the export reads ahead.
    let name = String(repeating: "n", count: 2_000)
    // Every second record stays open when the failures of `id.range` are waived.
    func record(_ number: Int64) -> String {
      let email = number % 2 == 0 ? "bad" : "a@b.de"
      return "\(number + 1_000),\(name),\(email)\n"
    }
    try store.add("id,name,email\n" + (1...records).map(record).joined())
    func decide(_ kind: DecisionKind, _ submissions: [Int64]?) throws {
      var selection = SubmissionSelection.all
      (selection.submissions, selection.rule) = (submissions, "id.range")
      _ = try store.recorder.decide(kind, selection, by: "ana", reason: "known")
    }
    if kind == .reopen { try decide(.waive, Array(records / 2 + 1...records)) }
    var request = ExportRequest()
    request.selection.rule = rule
    func export(then act: @escaping () throws -> Void) throws -> [UInt8] {
      var bytes: [UInt8] = []
      _ = try store.recorder.export(
        request,
        to: .stream { chunk in
          if bytes.isEmpty { try act() }
          bytes += chunk
        })
      return bytes
    }
    let before = try export {}
    let meanwhile = try export { try decide(kind, nil) }
    let after = try export {}
    // The outputs are too long for a message.
    let (isUnchanged, isDecided) = (meanwhile == before, after != before)
    #expect(isUnchanged)
    #expect(isDecided)
  }

  /// Submissions that are delivered and purged during an export are not counted as omitted.
  @Test func laterSubmissionsAreNotCountedAsPurged() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,a@b.de\n")
    var request = ExportRequest()
    (request.format, request.scope) = (.ndjson, .all)
    var isPurged = false
    let report = try store.recorder.export(
      request,
      to: .stream { _ in
        if isPurged { return }
        isPurged = true
        try store.add("id,name,email\n2,Bo,c@d.de\n", as: "later.csv")
        _ = try store.recorder.purge(
          PurgeRequest(.submissions([2]), by: "ana", reason: "erasure"))
      })
    #expect(report.submissions == 1)
    #expect(report.purged == 0)
  }

  /// The record that was delivered again would be exported twice: the earlier submission is current
  /// when it is read, and the later one was when the export began.
  @Test func aRetractionEndsAnExportOfCurrentSubmissions() throws {
    let store = try TemporaryStore(
      TemporaryStore.definitions.replacing("columns: keep", with: "columns: keep\nkey: [id]")
        .replacing("max: 100", with: "max: 100000"))
    let records = 10_000
    // More than the export reads ahead.
    let name = String(repeating: "n", count: 2_000)
    try store.add(
      "id,name,email\n" + (1...records).map { "\($0),\(name),a@b.de\n" }.joined())
    try store.add("id,name,email\n\(records),Bo,c@d.de\n")
    var request = ExportRequest()
    (request.format, request.scope) = (.ndjson, .current)
    var isRetracted = false
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.export(
        request,
        to: .stream { _ in
          if isRetracted { return }
          isRetracted = true
          _ = try store.recorder.retract(
            RetractionRequest(importID: 2, by: "ana", reason: "wrong file"))
        })
    }
    #expect(error?.description.contains("during the export") == true)
    #expect(error?.reason == .busy(process: nil))
    #expect(try store.recorder.export(request, to: .stream { _ in }).submissions == records)
  }

  /// Import 1 is exported. Import 2, of another form, shares no record with it.
  @Test(arguments: [Int64(1), 2])
  func onlyARetractionOfTheSameFormEndsAnExport(_ retracted: Int64) throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,a@b.de\n")
    try store.apply(
      """
      form: visits
      fields: [{name: guest, type: text}, {name: host, type: text}]
      ---
      rules: visits
      form: visits
      fields: {guest: [{length: {max: 5}}]}
      """)
    try store.write("guest,host\nBo,Ana\n", to: "visits.csv")
    var visits = ImportRequest(path: store.path("visits.csv"))
    visits.form = VersionReference("visits")
    _ = try store.recorder.importFile(visits)
    var request = ExportRequest()
    (request.format, request.scope, request.selection.importID) = (.ndjson, .current, 1)
    var isRetracted = false
    let result = Result {
      try store.recorder.export(
        request, to: .stream { _ in },
        shouldStop: {
          if isRetracted { return false }
          let retraction = RetractionRequest(importID: retracted, by: "ana", reason: "wrong file")
          isRetracted = (try? store.recorder.retract(retraction)) != nil
          return false
        })
    }
    #expect(isRetracted)
    if retracted == 1 {
      #expect(throws: RecorderError.self) { try result.get() }
    } else {
      #expect(try result.get().submissions == 1)
    }
  }
}
