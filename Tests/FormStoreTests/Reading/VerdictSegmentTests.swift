import Testing

@testable import FormStore

@Suite struct VerdictSegmentTests {
  /// Spans and ranges of runs with the expected segments; `at` is the position in the order in
  /// which the runs ended.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var spans: [(first: Int64, last: Int64, importID: Int64, record: Int)]
    var ranges: [(run: Int64, ids: ClosedRange<Int64>, at: Int64)]
    /// `run:first-last/import#record`.
    var expected: [String]
  }

  static let cases = [
    Case(testDescription: "nothing", spans: [], ranges: [], expected: []),
    Case(
      testDescription: "an unfinished import has no verdicts", spans: [(1, 5, 1, 1)], ranges: [],
      expected: []),
    Case(
      testDescription: "commits of one import are one segment",
      spans: [(1, 5, 1, 1), (6, 9, 1, 6)], ranges: [(1, 1...5, 1), (1, 6...9, 1)],
      expected: ["1:1-9/1#1"]),
    Case(
      testDescription: "another import between two commits parts them",
      spans: [(1, 5, 1, 1), (6, 7, 2, 1), (8, 9, 1, 6)],
      ranges: [(1, 1...5, 2), (2, 6...7, 1), (1, 8...9, 2)],
      expected: ["1:1-5/1#1", "2:6-7/2#1", "1:8-9/1#6"]),
    Case(
      testDescription: "a replay of all holds, import by import",
      spans: [(1, 5, 1, 1), (6, 9, 2, 1)],
      ranges: [(1, 1...5, 1), (2, 6...9, 2), (3, 1...9, 3)],
      expected: ["3:1-5/1#1", "3:6-9/2#1"]),
    Case(
      testDescription: "a replay of the middle",
      spans: [(1, 9, 1, 1)], ranges: [(1, 1...9, 1), (2, 4...6, 2)],
      expected: ["1:1-3/1#1", "2:4-6/1#4", "1:7-9/1#7"]),
    Case(
      testDescription: "the run that ended last holds, whatever its number",
      spans: [(1, 9, 1, 1)], ranges: [(1, 1...9, 1), (2, 3...9, 3), (3, 1...5, 2)],
      expected: ["3:1-2/1#1", "2:3-9/1#3"]),
    Case(
      testDescription: "single submissions of a replay",
      spans: [(1, 6, 1, 1)], ranges: [(1, 1...6, 1), (2, 2...2, 2), (2, 4...4, 2), (2, 5...5, 2)],
      expected: ["1:1-1/1#1", "2:2-2/1#2", "1:3-3/1#3", "2:4-5/1#4", "1:6-6/1#6"]),
    Case(
      testDescription: "only one import is asked for",
      spans: [(6, 9, 2, 1)], ranges: [(1, 1...5, 1), (2, 6...9, 2), (3, 1...20, 3)],
      expected: ["3:6-9/2#1"]),
    Case(
      testDescription: "only one run is asked for",
      spans: [(1, 5, 1, 1), (6, 9, 2, 1)], ranges: [(3, 4...7, 3)],
      expected: ["3:4-5/1#4", "3:6-7/2#1"]),
  ]

  @Test(arguments: cases) func lastFinishedRunIsInForce(_ item: Case) {
    let ranges = item.ranges.map {
      Store.RunRange(ids: $0.ids, runID: $0.run, planID: 1, number: $0.at)
    }.sorted { $0.ids.lowerBound < $1.ids.lowerBound }
    let spans = item.spans.map {
      SubmissionSpan(ids: $0.first...$0.last, importID: $0.importID, firstRecord: Int64($0.record))
    }
    let segments = Store.segments(spans: spans, ranges: ranges).map {
      "\($0.runID):\($0.ids.lowerBound)-\($0.ids.upperBound)/\($0.importID)#\($0.firstRecord)"
    }
    #expect(segments == item.expected)
  }
}
