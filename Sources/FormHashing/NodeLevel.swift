import CSHA256

/// The nodes of one level of a hash tree.
///
/// It computes many nodes at once, as fast as the processor can.
package struct NodeLevel: Sendable {
  /// The nodes, one after the other.
  private(set) var bytes: [UInt8] = []

  /// The number of nodes.
  package var count: Int { bytes.count / HashNode.size }

  /// Creates a level without nodes.
  package init() {}

  /// Appends the digests of texts, which follow each other, with the end of each text.
  package mutating func append(_ domain: HashNode.Domain, _ texts: [UInt8], ends: [Int]) {
    append(domain, texts, ends: ends, lanes: Self.processorLanes)
  }

  /// Appends the digests of texts.
  ///
  /// - Parameters:
  ///   - texts: The texts, one after the other.
  ///   - ends: The end of each text.
  ///   - lanes: The number of texts that are hashed at once, or 0 to let libcrypto hash one after
  ///     the other.
  mutating func append(
    _ domain: HashNode.Domain, _ texts: [UInt8], ends: [Int], lanes: Int32
  ) {
    let start = bytes.count
    bytes += [UInt8](repeating: 0, count: ends.count * HashNode.size)
    let first = domain.rawValue
    // A long text would leave the other lanes idle.
    let isParallel = lanes > 0 && texts.count <= ends.count * Self.maximumMeanLength
    // Safe because the ends are ascending positions in the texts, and there is room for the nodes.
    unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe texts.withUnsafeBytes { texts in
        if isParallel {
          unsafe formrec_sha256(
            lanes, first, texts.baseAddress, ends, ends.count,
            bytes.baseAddress?.advanced(by: start), HashNode.size)
          return
        }
        for (index, end) in ends.enumerated() {
          let text = unsafe texts[(index == 0 ? 0 : ends[index - 1])..<end]
          let node = start + index * HashNode.size
          unsafe Digest.writeNode(
            of: first, UnsafeRawBufferPointer(rebasing: text),
            to: UnsafeMutableRawBufferPointer(rebasing: bytes[node..<node + HashNode.size]))
        }
      }
    }
  }

  /// The root of a `HashTree` with these leaves.
  ///
  /// Neighbours become pairs, level by level; a last node without a neighbour moves up.
  package var root: HashNode {
    guard count > 0 else { return .zero }
    var level = self
    while level.count > 1 {
      let pair = 2 * HashNode.size
      var next = NodeLevel()
      next.append(.pair, level.bytes, ends: (1...level.count / 2).map { $0 * pair })
      next.bytes += level.bytes[(level.bytes.count / pair * pair)...]
      level = next
    }
    return HashNode(level.bytes)
  }

  /// The mean length of texts above which they are hashed one after the other, in bytes.
  private static let maximumMeanLength = 1_024

  /// The number of texts that this processor hashes at once.
  private static let processorLanes = formrec_sha256_lanes()
}
