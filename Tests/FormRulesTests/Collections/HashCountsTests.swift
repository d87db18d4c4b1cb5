import Testing

@testable import FormRules

@Suite struct HashCountsTests {
  /// With 32 and 64 hashes, half of the slots are in use, so that a new hash would need more.
  @Test(arguments: [0, 1, 32, 33, 64]) func fullTablesCountTheirHashes(maximum: Int) {
    var counts = HashCounts(maximum: maximum, longestText: 0, keepsLeastText: false)
    func add(_ number: Int) -> Bool {
      let text: [UInt8] = []
      return counts.add(Hash128(high: 0, low: UInt64(number)), count: 1, text.span)
    }
    for _ in 0..<2 {
      let refused = (0..<maximum).filter { !add($0) }
      #expect(refused.isEmpty)
    }
    let isAdded = add(maximum)
    #expect(!isAdded)
    #expect(counts.sorted.map { $0.count } == Array(repeating: 2, count: maximum))
  }
}
