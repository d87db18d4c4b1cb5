import FormTestSupport
import Testing

@testable import FormRules

@Suite struct BloomFilterTests {
  @Test func filtersHaveNoFalseNegatives() {
    var random = SeededGenerator(seed: 1)
    var filter = BloomFilter(count: 50_000)
    let hashes = (0..<50_000).map { _ in UInt64.random(in: .min ... .max, using: &random) }
    for hash in hashes { filter.insert(hash) }
    #expect(hashes.allSatisfy(filter.mayContain))
    let passing = (0..<50_000).count { _ in
      filter.mayContain(.random(in: .min ... .max, using: &random))
    }
    #expect(passing < 1_500)
    #expect(!filter.hasRoom(for: 1))
  }
}
