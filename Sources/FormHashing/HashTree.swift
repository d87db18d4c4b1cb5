/// A binary hash tree to which leaves are appended, as in RFC 9162: the left part of each node is
/// the largest complete tree that leaves something for the right part.
///
/// It keeps only the roots of its complete parts, at most one for each power of two.
package struct HashTree: Sendable {
  /// The roots of the complete parts, the largest one first.
  private var parts: [HashNode] = []
  /// The number of leaves.
  package private(set) var count = 0

  /// Creates a tree without leaves.
  package init() {}

  /// Creates a tree from the roots of its complete parts.
  package init(count: Int, parts: [HashNode]) {
    self.count = count
    self.parts = parts
  }

  /// Appends a leaf.
  package mutating func append(_ leaf: HashNode) {
    var node = leaf
    // One node for each one bit before the lowest zero bit.
    for _ in 0..<(~count).trailingZeroBitCount { node = HashNode(parts.removeLast(), node) }
    parts.append(node)
    count += 1
  }

  /// The root of the last complete part. The tree must have leaves.
  package var lastPart: HashNode { parts[parts.count - 1] }

  /// The root. That of an empty tree is zero.
  package var root: HashNode {
    guard count > 0 else { return .zero }
    return parts.dropLast().reversed().reduce(lastPart) { root, part in HashNode(part, root) }
  }
}

extension HashTree {
  /// Returns the number of leaves in the left part of a tree with at least two leaves.
  private static func leftCount(_ count: Int) -> Int {
    1 << (Int.bitWidth - 1 - (count - 1).leadingZeroBitCount)
  }

  /// Splits the leaves of a node with at least two leaves.
  package static func parts(_ leaves: Range<Int>) -> (left: Range<Int>, right: Range<Int>) {
    let middle = leaves.lowerBound + leftCount(leaves.count)
    return (leaves.lowerBound..<middle, middle..<leaves.upperBound)
  }

  /// Returns the nodes beside the way from a leaf to the root, from the leaf's neighbour on.
  ///
  /// - Parameter node: Returns the node above some leaves.
  package static func path(
    of leaf: Int, in leaves: Range<Int>, _ node: (Range<Int>) throws -> HashNode
  ) rethrows -> [HashNode] {
    guard leaves.count > 1 else { return [] }
    let (left, right) = parts(leaves)
    return left.contains(leaf)
      ? try path(of: leaf, in: left, node) + [node(right)]
      : try path(of: leaf, in: right, node) + [node(left)]
  }

  /// Returns the root of a tree with these leaves.
  package static func root(_ leaves: ArraySlice<HashNode>) -> HashNode {
    var tree = HashTree()
    for leaf in leaves { tree.append(leaf) }
    return tree.root
  }

  /// Returns the root that follows from a leaf and its path, or nil if the path has another length.
  package static func root(
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
