import FormTestSupport
import Testing

@testable import FormStore

@Suite struct KeyBlockTests {
  @Test func blocksRoundTrip() throws {
    let wrong = try RandomRounds.run("blocks", 15) { random, show in
      let isSparse = Bool.random(using: &random)
      let largest = Int64(1) << Int64.random(in: 0...44, using: &random)
      var entries = (0..<Int.random(in: 1...3_000, using: &random)).map { _ in
        KeyEntry(
          hash: RandomKeys.hash(isSparse, &random),
          submission: .random(in: 1...largest, using: &random))
      }
      if isSparse { entries += [.min, .max].map { KeyEntry(hash: $0, submission: 1) } }
      entries = Array(Set(entries.map { [$0.hash, $0.submission] }))
        .map { KeyEntry(hash: $0[0], submission: $0[1]) }
      entries.sortByHash()
      show("\(entries.count) entries up to \(largest)")
      guard entries == entries.sorted() else { return "not sorted" }
      var read: [KeyEntry] = []
      var rest = entries[...]
      while let first = rest.first {
        let block = rest.prefix(KeyBlock.fittingCount(rest))
        let bytes = KeyBlock.encode(block)
        guard bytes.count <= KeyBlock.maximumBytes else { return "\(bytes.count) bytes" }
        var decoded: [KeyEntry] = []
        try KeyBlock.decode(bytes, first: first.hash, into: &decoded)
        read += decoded
        rest = rest.dropFirst(block.count)
      }
      return read == entries ? nil : "other entries"
    }
    #expect(wrong == nil)
  }

  /// 900 entries, each with four bytes for the hash and five for the submission, fill a block.
  @Test func blocksHaveAMaximumSize() {
    let entries = (0...900).map {
      KeyEntry(hash: Int64($0) << 20, submission: Int64($0) << 30)
    }
    #expect(KeyBlock.fittingCount(entries[...]) == 900)
    #expect(KeyBlock.encode(entries[..<900]).count == KeyBlock.maximumBytes)
  }

  /// Hashes that many submissions have are stored once.
  @Test func repeatedHashesTakeLittleSpace() {
    let entries = (0..<20).flatMap { hash in
      (1...100).map { KeyEntry(hash: .min + hash << 57, submission: $0 * 10_000) }
    }
    #expect(KeyBlock.encode(entries[...]).count == 10 + 20 * (8 + 2) + 2_000 * 3)
  }

  @Test(
    arguments: [
      [], [8, 3], [8, 3, 1, 0, 0, 0, 0, 0, 1, 0], [9, 3, 1, 0, 0, 0, 0, 0, 1, 0, 1],
      // No hash; more hashes than entries; ends that differ from the number of entries.
      [0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1], [0, 1, 1, 0, 0, 0, 0, 0, 2, 0, 1],
      [0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 3, 0, 1, 2],
    ])
  func alteredBlocksAreRefused(_ bytes: [UInt8]) {
    var entries: [KeyEntry] = []
    #expect(throws: StoreError.self) { try KeyBlock.decode(bytes, first: 1, into: &entries) }
  }
}
