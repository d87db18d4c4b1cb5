import FormTestSupport
import Testing

@testable import FormStore

@Suite struct KeyFilterTests {
  @Test func filtersHaveNoFalseNegatives() {
    var random = SeededGenerator(seed: 1)
    var filter = KeyFilter(count: 50_000)
    let hashes = (0..<50_000).map { _ in RandomKeys.hash(true, &random) }
    for hash in hashes { filter.insert(hash) }
    #expect(hashes.allSatisfy(filter.mayContain))
    let passing = (0..<50_000).count { _ in filter.mayContain(RandomKeys.hash(true, &random)) }
    #expect(passing < 1_500)
    #expect(!filter.hasRoom(for: 1))
  }
}
