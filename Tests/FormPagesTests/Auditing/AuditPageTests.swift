import FormRecorder
import FormRecorderTestSupport
import FormRules
import Foundation
import Testing

@testable import FormPages

@Suite struct AuditPageTests {
  private static let hostile = #"<script>alert("x")</script>&'"#

  /// Two imports with untrusted text in cells, file names and sources.
  private func store() throws -> TemporaryStore {
    let store = try TemporaryStore()
    try store.add(
      "id,name,email\n1,<b>Barbara,secret@\n200,\u{202E}x,secret2\n3\n", as: "a'<i>.csv",
      source: Self.hostile, batchLabel: "<w1>")
    try store.add("id,name,email\n500,Bo,a@b.de\n", as: "b.csv", source: "south")
    return store
  }

  private func page(_ store: TemporaryStore, samples: Int = 3) throws -> String {
    try store.recorder.auditPage(.all, samples: samples)
  }

  @Test func textFromDataIsEscaped() throws {
    let page = try page(store())
    #expect(page.contains("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;"))
    #expect(page.contains("&lt;b&gt;Barbara") && page.contains("a&#39;&lt;i&gt;.csv"))
    #expect(page.contains("&lt;w1&gt;"))
    for text in ["<script>alert", "<b>Barbara", "<i>.csv", "<w1>", "\u{202E}"] {
      #expect(!page.contains(text), "\(text)")
    }
  }

  @Test(arguments: [40, 41]) func cellsOfSamplesAreLimited(count: Int) throws {
    let store = try TemporaryStore(
      "form: wide\nfields:\n  - {name: 'c{1..\(count)}', type: integer}\n---\n"
        + "rules: wide\nform: wide\n")
    let names = (1...count).map { "c\($0)" }.joined(separator: ",")
    try store.add("\(names)\nx\(String(repeating: ",", count: count - 1))\n")
    let more = try page(store).matches(of: /colspan="2">… (\d+)</).map { String($0.1) }
    #expect(more == (count == 41 ? ["1"] : []))
  }

  @Test(arguments: [-1, Int.min]) func negativeNumbersAreRefused(number: Int) throws {
    let store = try store()
    for (top, samples) in [(nil, number), (number, 0)] as [(Int?, Int)] {
      let error = #expect(throws: RecorderError.self) {
        try store.recorder.auditPage(.all, top: top, samples: samples)
      }
      #expect(error?.reason == .usage)
    }
  }

  @Test func sensitiveValuesAreMasked() throws {
    let store = try store()
    let page = try page(store)
    #expect(page.contains("•••"))
    #expect(!page.contains("secret"))
    // Without samples, the page contains no values.
    #expect(!(try self.page(store, samples: 0).contains("Barbara")))
  }

  @Test(arguments: [(-1, 0), (0, -1)]) func numbersAreNotNegative(top: Int, samples: Int) throws {
    let store = try TemporaryStore()
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.auditPage(.all, top: top, samples: samples)
    }
    #expect(error?.reason == .usage)
  }

  @Test func pageIsWellFormed() throws {
    let page = try page(store())
    expectNoNetwork(page)
    let body = expectWellFormed(page)
    #expect(body.matches(of: /role="img"/).count == body.matches(of: /<desc\ /).count)
  }

  @Test func pageStaysSmallWithManyImports() throws {
    let store = try TemporaryStore()
    for number in 1...60 {
      try store.add("id,name,email\n\(number),Barbara,x\n900,Bo,x\n", as: "\(number).csv")
    }
    #expect(try page(store).utf8.count < 200_000)
  }

  @Test func detailsMatchTheErrors() throws {
    let store = try store()
    var details = AuditDetails()
    details.samples = 1
    details.hasPairs = true
    details.hasTrend = true
    let report = try store.recorder.audit(.all, details: details)
    let samples = Dictionary(
      uniqueKeysWithValues: report.byRule.map { ($0.rule, $0.samples ?? []) })
    #expect(
      samples == ["id.range": [4], "email.email": [2], "name.length": [1], "csv.tooFewFields": [3]])
    #expect(
      report.pairs?.map { "\($0.rule) \($0.other) \($0.count)" }.sorted()
        == ["id.range email.email 1", "name.length email.email 1"])
    let range = try #require(report.trend?.first { $0.rule == "id.range" })
    #expect(range.imports.map(\.count) == [1, 1])
    #expect(range.imports.map(\.submissions) == [3, 1])
    let plain = try store.recorder.audit(.all)
    #expect(plain.pairs == nil && plain.trend == nil)
    #expect(plain.byRule.allSatisfy { $0.samples == nil })
  }

  @Test(arguments: [
    ("3", AuditSubset.importID(3)), ("import:3", .importID(3)), ("batch:3", .batchLabel("3")),
    ("w1", .batchLabel("w1")), ("2026-W35", .week("2026-W35")),
    ("week:2026-W01", .week("2026-W01")), ("batch:2026-W35", .batchLabel("2026-W35")),
    ("2026-W54", .batchLabel("2026-W54")),
    ("a:b", .batchLabel("a:b")), ("", nil), ("import:x", nil), ("week:w1", nil),
    ("99999999999999999999", nil),
  ])
  func auditSidesAreParsed(_ text: String, _ side: AuditSubset?) {
    #expect(AuditSubset(text) == side)
  }

  /// Includes days whose ISO 8601 week year differs from the calendar year.
  @Test(arguments: [
    ("2026-01-01", "2026-W01"), ("2024-12-30", "2025-W01"), ("2027-01-03", "2026-W53"),
    ("2023-01-01", "2022-W52"), ("1969-12-28", "1969-W52"), ("1970-01-01", "1970-W01"),
    ("2026-08-31", "2026-W36"),
  ])
  func daysHaveISOWeeks(_ day: String, _ week: String) {
    #expect(CalendarDate(iso8601: Array(day.utf8).span)?.isoWeek == week)
  }
}
