/// A set of paths into a model. Each operation takes time proportional to the length of a path,
/// however many paths there are.
package struct PathTree: Sendable {
  private var isMember = false
  private var children: [PathElement: PathTree] = [:]

  package init() {}

  package var isEmpty: Bool { !isMember && children.isEmpty }

  /// Adds a path.
  mutating func insert(_ path: some Collection<PathElement>) {
    guard let first = path.first else {
      isMember = true
      return
    }
    children[first, default: PathTree()].insert(path.dropFirst())
  }

  /// Whether the set has the path, or one that contains it.
  package func covers(_ path: some Sequence<PathElement>) -> Bool {
    var tree = self
    for element in path {
      if tree.isMember { return true }
      guard let next = tree.children[element] else { return false }
      tree = next
    }
    return tree.isMember
  }

  /// The paths inside a value, relative to it. If the set covers the value, it covers all of them.
  package func inside(_ path: some Sequence<PathElement>) -> PathTree {
    var tree = self
    for element in path {
      if tree.isMember { break }
      guard let next = tree.children[element] else { return PathTree() }
      tree = next
    }
    return tree
  }

  /// Whether the set covers the value itself.
  package var coversAll: Bool { isMember }
}
