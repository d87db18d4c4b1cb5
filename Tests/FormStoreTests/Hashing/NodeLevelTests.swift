import CSHA256
import Testing

@testable import FormStore

/// Nodes that are computed at once.
struct NodeLevelTests {
  /// Each number of lanes gives the digests of libcrypto, for texts of any number and length: empty
  /// ones, around the ends of blocks, and of several blocks.
  @Test(arguments: [0, 8, 16] as [Int32])
  func nodesAreDigests(_ lanes: Int32) {
    guard formrec_sha256_supports(lanes) else { return }
    var random = SystemRandomNumberGenerator()
    for round in 0..<200 {
      let maximum = [0, 130, 130, 700][round % 4]
      let texts = (0..<Int.random(in: 0...40)).map { _ in
        (0..<Int.random(in: 0...maximum)).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      var ends: [Int] = []
      for text in texts { ends.append((ends.last ?? 0) + text.count) }
      var level = NodeLevel()
      level.append(.record, Array(texts.joined()), ends: ends, lanes: lanes)
      let expected = texts.flatMap {
        Digest.of([HashNode.Domain.record.rawValue] + $0).prefix(HashNode.size)
      }
      #expect(level.bytes == expected)
    }
  }
}
