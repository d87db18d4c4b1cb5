import Foundation

/// The node of a hash tree: the first 27 bytes of a SHA-256 digest, so that two nodes and the byte
/// that separates the domains are a single block of SHA-256. A collision takes 2^108 steps.
package struct HashNode: Hashable, Sendable {
  package static let size = 27

  /// What a node is the digest of. Nodes of different domains have no equal input (RFC 9162).
  enum Domain: UInt8 {
    case record, pair, item, content, event, head
  }

  package let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  init(_ domain: Domain, _ bytes: [UInt8]) {
    unsafe self.bytes = [UInt8](unsafeUninitializedCapacity: Self.size) { node, count in
      // Safe because the call writes exactly this many bytes.
      unsafe bytes.withUnsafeBytes {
        unsafe Digest.writeNode(of: domain.rawValue, $0, to: UnsafeMutableRawBufferPointer(node))
      }
      count = Self.size
    }
  }

  init(_ left: HashNode, _ right: HashNode) { self.init(.pair, left.bytes + right.bytes) }

  /// The node in base64: 36 characters.
  package var text: String { Data(bytes).base64EncodedString() }
}

/// A binary hash tree to which leaves are appended, as in RFC 9162: the left part of each node is
/// the largest complete tree that leaves something for the right part.
///
/// It keeps only the roots of its complete parts, at most one for each power of two.
package struct HashTree: Sendable {
  /// The roots of the complete parts, the largest one first, and room for more.
  private var parts = [UInt8](repeating: 0, count: HashNode.size * 8)
  /// The number of leaves.
  package private(set) var count = 0

  init() {}

  /// Creates a tree from the roots of its complete parts.
  init(count: Int, parts: [HashNode]) {
    self.count = count
    self.parts = parts.flatMap(\.bytes)
  }

  /// Appends the leaf that is the digest of some bytes.
  mutating func append(_ domain: HashNode.Domain, _ bytes: [UInt8]) {
    let size = HashNode.size
    let end = (count.nonzeroBitCount + 1) * size
    if parts.count < end { parts += repeatElement(0, count: 2 * end - parts.count) }
    var pairs = count.trailingOnes
    // Safe because the ranges are within the buffers: each pair of nodes replaces two parts.
    unsafe parts.withUnsafeMutableBytes { parts in
      unsafe bytes.withUnsafeBytes {
        unsafe Digest.writeNode(
          of: domain.rawValue, $0,
          to: UnsafeMutableRawBufferPointer(rebasing: parts[(end - size)..<end]))
      }
      var end = end
      while pairs > 0 {
        let pair = unsafe UnsafeMutableRawBufferPointer(rebasing: parts[(end - 2 * size)..<end])
        unsafe Digest.writeNode(
          of: HashNode.Domain.pair.rawValue, UnsafeRawBufferPointer(pair),
          to: UnsafeMutableRawBufferPointer(rebasing: pair[..<size]))
        end -= size
        pairs -= 1
      }
    }
    count += 1
  }

  /// Appends a leaf.
  mutating func append(_ leaf: HashNode) {
    var (node, parts) = (leaf, self.parts.prefix(count.nonzeroBitCount * HashNode.size))
    for _ in 0..<count.trailingOnes {
      node = HashNode(HashNode(parts.suffix(HashNode.size)), node)
      parts.removeLast(HashNode.size)
    }
    self.parts = parts + node.bytes
    count += 1
  }

  /// The root of the last complete part. The tree must have leaves.
  var lastPart: HashNode { HashNode(part(count.nonzeroBitCount - 1)) }

  private func part(_ index: Int) -> ArraySlice<UInt8> {
    parts[index * HashNode.size..<(index + 1) * HashNode.size]
  }

  /// The root. That of an empty tree is zero.
  package var root: HashNode {
    guard count > 0 else { return HashNode([UInt8](repeating: 0, count: HashNode.size)) }
    return (0..<count.nonzeroBitCount - 1).reversed().reduce(lastPart) { root, index in
      HashNode(HashNode(part(index)), root)
    }
  }
}

extension HashTree {
  /// Returns the number of leaves in the left part of a tree with at least two leaves.
  private static func leftCount(_ count: Int) -> Int {
    1 << (Int.bitWidth - 1 - (count - 1).leadingZeroBitCount)
  }

  /// Splits the leaves of a node with at least two leaves.
  static func parts(_ leaves: Range<Int>) -> (left: Range<Int>, right: Range<Int>) {
    let middle = leaves.lowerBound + leftCount(leaves.count)
    return (leaves.lowerBound..<middle, middle..<leaves.upperBound)
  }

  /// Returns the nodes beside the way from a leaf to the root, from the leaf's neighbour on.
  ///
  /// - Parameter node: Returns the node above some leaves.
  static func path(
    of leaf: Int, in leaves: Range<Int>, _ node: (Range<Int>) throws -> HashNode
  ) rethrows -> [HashNode] {
    guard leaves.count > 1 else { return [] }
    let (left, right) = parts(leaves)
    return left.contains(leaf)
      ? try path(of: leaf, in: left, node) + [node(right)]
      : try path(of: leaf, in: right, node) + [node(left)]
  }

  /// Returns the root of a tree with these leaves.
  static func root(_ leaves: ArraySlice<HashNode>) -> HashNode {
    var tree = HashTree()
    for leaf in leaves { tree.append(leaf) }
    return tree.root
  }

  /// Returns the root that follows from a leaf and its path, or nil if the path has another length.
  static func root(
    _ leaf: HashNode, at index: Int, of count: Int, _ path: ArraySlice<HashNode>
  ) -> HashNode? {
    guard (0..<count).contains(index) else { return nil }
    guard count > 1 else { return path.isEmpty ? leaf : nil }
    guard let last = path.last else { return nil }
    let middle = leftCount(count)
    return index < middle
      ? root(leaf, at: index, of: middle, path.dropLast()).map { HashNode($0, last) }
      : root(leaf, at: index - middle, of: count - middle, path.dropLast())
        .map { HashNode(last, $0) }
  }
}

extension Int {
  /// The number of one bits before the lowest zero bit.
  fileprivate var trailingOnes: Int { (~self).trailingZeroBitCount }
}
