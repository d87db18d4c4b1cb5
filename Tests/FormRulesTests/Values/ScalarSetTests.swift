import Testing

@testable import FormRules

@Suite struct ScalarSetTests {
  /// Ranges that overlap, contain each other or are adjacent become one.
  @Test func rangesAreMerged() {
    #expect(
      ScalarSet([1...9, 2...3, 12...14, 10...10, 5...6, 13...16]).ranges == [1...10, 12...16])
  }
}
