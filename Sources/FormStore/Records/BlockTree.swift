import FormHashing

/// The hash tree of a block whose records can be proved.
///
/// A purge removes the salts of some leaves, which can then no longer be computed. Of each part of
/// the tree without any salt, only its root is kept.
struct BlockTree {
  /// The leaves, or nil for those without salts.
  private(set) var leaves: [HashNode?]
  /// The nodes above leaves without salts.
  private var withdrawn: [Range<Int>: HashNode] = [:]
  /// Whether the stored salts and nodes are exactly those that are needed.
  private(set) var isExact = false

  /// - Parameters:
  ///   - batch: The content of the whole block.
  ///   - first: The id of the first submission of a replay.
  init(
    _ block: SealedBlock, of batch: PreparedBatch, errorLines: ErrorLines, from first: Int64?
  ) {
    var salts = LeafSalts(block.salt)
    var lines = RecordLines(batch, errorLines, from: first)
    leaves = (0..<batch.count).map { index in
      var leaf: [UInt8] = []
      let isKnown = salts.append(of: index, to: &leaf)
      lines.append(index, to: &leaf)
      return isKnown ? HashNode(.record, leaf) : nil
    }
    var next = block.withdrawn[...]
    forEachWithdrawnPart(of: 0..<leaves.count) { part in
      withdrawn[part] = HashNode(next.prefix(HashNode.size))
      next = next.dropFirst(HashNode.size)
    }
    isExact = next.isEmpty && LeafSalts(block.salt).stored(count: leaves.count) == block.salt
  }

  /// The root, or nil if the tree is empty.
  var root: HashNode? { leaves.isEmpty ? nil : node(0..<leaves.count) }

  /// Returns the path of a leaf.
  func path(of leaf: Int) -> [HashNode] { HashTree.path(of: leaf, in: 0..<leaves.count, node) }

  /// Returns the block without the salts of some leaves.
  func withdrawing(_ removed: some Sequence<Int>, from block: SealedBlock) -> SealedBlock {
    var salts = LeafSalts(block.salt)
    salts.remove(removed)
    var (tree, block) = (self, block)
    for leaf in removed { tree.leaves[leaf] = nil }
    block.salt = salts.stored(count: leaves.count)
    block.withdrawn = []
    tree.forEachWithdrawnPart(of: 0..<leaves.count) { block.withdrawn += node($0).bytes }
    return block
  }

  private func node(_ range: Range<Int>) -> HashNode {
    if let node = withdrawn[range] { return node }
    guard range.count > 1 else { return leaves[range.lowerBound] ?? HashNode([]) }
    let (left, right) = HashTree.parts(range)
    return HashNode(node(left), node(right))
  }

  /// Calls a body with the largest parts of the tree that have no salts, in order.
  private func forEachWithdrawnPart(of range: Range<Int>, _ body: (Range<Int>) -> Void) {
    if leaves[range].allSatisfy({ $0 == nil }) {
      if !range.isEmpty { body(range) }
    } else if range.count > 1 {
      let (left, right) = HashTree.parts(range)
      forEachWithdrawnPart(of: left, body)
      forEachWithdrawnPart(of: right, body)
    }
  }
}
