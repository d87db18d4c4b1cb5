import Testing

@testable import FormRules

@Suite struct SkipCountsTests {
  @Test func skipCountsRoundTrip() {
    var counts = SkipCounts()
    #expect(counts.json == nil)
    #expect(SkipCounts(json: nil) == counts)
    counts[.rejected] = 2
    counts[.when] += 3
    #expect(counts.json == #"{"when":3,"rejected":2}"#)
    #expect(SkipCounts(json: counts.json) == counts)
    #expect(counts.total == 5)
    counts += counts
    #expect(counts.byReason.map(\.count) == [6, 4])
    counts[.when] = 0
    #expect(counts.byReason.map(\.reason) == [.rejected])
  }

  @Test func invalidSkipCountsAreIgnored() {
    #expect(SkipCounts(json: #"{"moon":1,"needs":"x","files":4}"#).json == #"{"files":4}"#)
    #expect(SkipCounts(json: "[]") == SkipCounts())
    #expect(SkipCounts(json: "{") == SkipCounts())
  }
}
