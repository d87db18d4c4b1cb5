import Testing

@testable import FormStore

@Suite struct SupersessionTests {
  @Test func laterDeliveriesSupersedeEarlierOnes() {
    func entries(_ pairs: [(Int64, Int64)]) -> [KeyEntry] {
      pairs.map { KeyEntry(hash: $0, submission: $1) }
    }
    // Key 1 occurred twice before, key 2 crosses, key 3 is new, and key 4 already occurs later.
    let change = Supersession(
      entries([(1, 10), (1, 11), (2, 12), (2, 30), (3, 13), (4, 14)]),
      entries([(1, 1), (1, 2), (2, 20), (4, 21)]))
    #expect(
      change.superseded.sorted { $0.submission < $1.submission }
        == [(1, 10), (2, 10), (12, 20), (14, 21), (20, 30)].map {
          Superseded(submission: $0, by: $1)
        })
    #expect(change.effective == entries([(1, 10), (1, 11), (2, 30), (3, 13)]))
    #expect(change.removed == entries([(1, 1), (1, 2), (2, 20)]))
    #expect(change.former == entries([(1, 1), (1, 2), (2, 12), (2, 20), (4, 14)]))
  }
}
