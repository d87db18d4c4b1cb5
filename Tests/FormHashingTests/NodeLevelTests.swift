import CSHA256
import FormTestSupport
import Testing

@testable import FormHashing

/// Nodes that are computed at once.
struct NodeLevelTests {
  /// Each number of lanes gives the digests of libcrypto, for texts of any number and length: empty
  /// ones, around the ends of blocks, and of several blocks.
  @Test(arguments: ([0, 8, 16] as [Int32]).filter(formrec_sha256_supports))
  func nodesAreDigests(_ lanes: Int32) {
    let wrong = RandomRounds.run("nodes, \(lanes) lanes", 200) { random, show in
      let maximum = [0, 130, 700].randomElement(using: &random) ?? 0
      let texts = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        (0..<Int.random(in: 0...maximum, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
      }
      show("lengths \(texts.map(\.count))")
      var ends: [Int] = []
      for text in texts { ends.append((ends.last ?? 0) + text.count) }
      var level = NodeLevel()
      level.append(.record, Array(texts.joined()), ends: ends, lanes: lanes)
      let expected = texts.flatMap {
        Digest.of([HashNode.Domain.record.rawValue] + $0).prefix(HashNode.size)
      }
      return level.bytes == expected ? nil : "other digests"
    }
    #expect(wrong == nil)
  }
}
