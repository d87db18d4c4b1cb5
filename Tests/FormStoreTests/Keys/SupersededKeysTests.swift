import Testing

@testable import FormStore

@Suite struct SupersededKeysTests {
  private func entries(_ pairs: [(Int64, Int64)]) -> [KeyEntry] {
    pairs.map { KeyEntry(hash: $0, submission: $1) }
  }

  private func superseded(_ pairs: [(Int64, Int64)]) -> [Superseded] {
    pairs.map { Superseded(submission: $0, by: $1) }
  }

  /// Key 1 occurred twice before, key 2 has later submissions, and key 3 is new.
  @Test func deliveriesSupersedeAllOthers() {
    let change = SupersededKeys(
      entries([(1, 10), (1, 11), (2, 12), (2, 30), (3, 13)]),
      others: entries([(1, 1), (1, 2), (2, 20), (2, 40)]))
    #expect(change.superseded == superseded([(1, 10), (2, 10), (20, 12), (40, 12)]))
    #expect(change.former == entries([(1, 1), (1, 2), (2, 20), (2, 40)]))
  }

  /// Of the submissions with key 1, one is corrected. The correction of 5 has another key.
  @Test func correctionsSupersedeOnlyWhatTheyCorrect() {
    let change = SupersededKeys(
      entries([(1, 10), (2, 11)]), others: entries([(1, 1), (1, 2), (1, 3), (2, 4)]),
      corrected: [10: 2, 11: 5])
    #expect(change.superseded == superseded([(2, 10)]))
    #expect(change.former == entries([(1, 2)]))
  }
}
