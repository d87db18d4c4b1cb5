import Testing

@testable import FormStore

/// The ranges in proofs, of which each has one notation.
@Suite struct BlockTitleTests {
  @Test(
    arguments: [
      ("1", 1...1), ("1-2", 1...2), ("7-7", 7...7), ("0", nil), ("0-1", nil), ("2-1", nil),
      ("01", nil), ("1-02", nil), ("1-2-3", nil), ("1-", nil), ("-1", nil), ("", nil), ("+1", nil),
      ("999999999999999", 999_999_999_999_999...999_999_999_999_999), ("1000000000000000", nil),
    ] as [(String, ClosedRange<Int64>?)])
  func rangesAreParsed(text: String, range: ClosedRange<Int64>?) {
    #expect(BlockTitle.ids(text[...]) == range)
  }

  @Test(
    arguments: [
      ("1-3", [nil, nil, nil]), ("1-3 as 4,8-9", [4, 8, 9]), ("2-4 as 4-6", [nil, 4, 5]),
    ] as [(String, [Int64?])])
  func recordsHaveSubmissions(text: String, submissions: [Int64?]) throws {
    let title = try #require(BlockTitle(text))
    #expect((1...3).map { title.submission(ofRecord: $0) } == submissions)
  }

  @Test(arguments: ["1-3 as 4-5", "1-3 as 4-7", "1-3 of 4-6", "1-3 as", "1-3 4-6", "3-1 as 4-6"])
  func otherTitlesAreRefused(text: String) { #expect(BlockTitle(text) == nil) }
}
