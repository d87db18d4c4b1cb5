import Testing

@testable import FormHashing

/// Hash trees, and the paths of their leaves.
struct HashTreeTests {
  private func leaf(_ number: Int) -> HashNode { HashNode(.item, [UInt8(number)]) }

  /// The root by the definition of RFC 9162, section 2.1.1.
  private func root(_ leaves: Range<Int>) -> HashNode {
    guard leaves.count > 1 else { return leaf(leaves.lowerBound) }
    var left = 1
    while left * 2 < leaves.count { left *= 2 }
    let middle = leaves.lowerBound + left
    return HashNode(root(leaves.lowerBound..<middle), root(middle..<leaves.upperBound))
  }

  @Test(arguments: [1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33])
  func rootsAndPathsFollowTheDefinition(_ count: Int) {
    var tree = HashTree()
    var level = NodeLevel()
    for number in 0..<count {
      tree.append(leaf(number))
      level.append(.item, [UInt8(number)], ends: [1])
      #expect(tree.root == root(0..<number + 1))
      #expect(level.root == tree.root)
    }
    for number in 0..<count {
      let path = HashTree.path(of: number, in: 0..<count, root)
      for index in -1...count {
        let result = HashTree.root(leaf(number), at: index, of: count, path[...])
        #expect((result == tree.root) == (index == number))
      }
      #expect(HashTree.root(leaf(number), at: number, of: count, (path + [leaf(0)])[...]) == nil)
    }
  }

  /// A path is as long as the binary logarithm of the number of leaves.
  @Test func pathsAreShort() {
    #expect(HashTree.path(of: 999, in: 0..<1_000) { _ in leaf(0) }.count <= 10)
  }
}
