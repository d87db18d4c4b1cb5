/// A pattern as a nondeterministic automaton (Thompson's construction): nodes, edges labelled with
/// sets of scalars, and edges without a label.
struct PatternGraph {
  private var edges: [[(scalars: ScalarSet, target: Int)]] = []
  private var jumps: [[Int]] = []

  /// The maximum number of nodes. Quantifiers multiply nodes, and PCRE2 matches patterns with
  /// larger graphs.
  private static let maximumNodes = 2_000

  mutating func addState() -> Int {
    edges.append([])
    jumps.append([])
    return edges.count - 1
  }

  mutating func add(_ scalars: ScalarSet, from start: Int, to end: Int) {
    edges[start].append((scalars, end))
  }

  /// Adds a pattern after a node and returns the node where it ends, or nil if the graph becomes
  /// too large.
  mutating func add(_ syntax: PatternSyntax, from start: Int) -> Int? {
    guard edges.count < Self.maximumNodes else { return nil }
    switch syntax {
    case .character(let set):
      let end = addState()
      add(set, from: start, to: end)
      return end
    case .sequence(let parts):
      var node = start
      for part in parts {
        guard let end = add(part, from: node) else { return nil }
        node = end
      }
      return node
    case .alternatives(let parts):
      let end = addState()
      for part in parts {
        guard let last = add(part, from: start) else { return nil }
        jumps[last].append(end)
      }
      return end
    case .repetition(let part, let quantifier): return add(part, quantifier, from: start)
    }
  }

  private mutating func add(
    _ part: PatternSyntax, _ quantifier: PatternQuantifier, from start: Int
  ) -> Int? {
    var node = start
    for _ in 0..<quantifier.minimum {
      guard let end = add(part, from: node) else { return nil }
      node = end
    }
    let end = addState()
    if let maximum = quantifier.maximum {
      for _ in quantifier.minimum..<maximum {
        jumps[node].append(end)
        guard let last = add(part, from: node) else { return nil }
        node = last
      }
      jumps[node].append(end)
    } else {
      // A separate node, so that the loop does not lead back into the preceding part.
      let loop = addState()
      jumps[node].append(loop)
      guard let last = add(part, from: loop) else { return nil }
      jumps[last].append(loop)
      jumps[loop].append(end)
    }
    return end
  }

  /// The nodes reachable from some nodes without a scalar, including these, in order.
  func closure(_ nodes: [Int]) -> [Int] {
    var reached = Set(nodes)
    var open = nodes
    while let node = open.popLast() {
      for target in jumps[node] where reached.insert(target).inserted { open.append(target) }
    }
    return reached.sorted()
  }

  /// The nodes that a scalar leads to.
  func targets(of nodes: [Int], _ scalar: UInt32) -> [Int] {
    var targets: [Int] = []
    for node in nodes {
      for edge in edges[node] where edge.scalars.contains(scalar) { targets.append(edge.target) }
    }
    return targets
  }

  /// The classes of scalars: those of one class have the same edges.
  func classes() -> ScalarClasses { ScalarClasses(Set(edges.joined().map(\.scalars))) }
}

/// The classes into which some sets divide the scalars: scalars of one class belong to the same
/// sets.
struct ScalarClasses {
  /// The class of each scalar from `starts` on, up to the next one.
  private(set) var starts: [UInt32] = []
  private(set) var classes: [Int] = []
  /// One scalar of each class.
  private(set) var representatives: [UInt32] = []

  init(_ sets: Set<ScalarSet>) {
    let ends = sets.flatMap { $0.ranges.flatMap { [$0.lowerBound, $0.upperBound + 1] } }
    var known: [[Bool]: Int] = [:]
    let sets = Array(sets)
    for start in Set(ends + [0, 0x80]).sorted() where start <= ScalarSet.last {
      let membership = sets.map { $0.contains(start) }
      if known[membership] == nil {
        known[membership] = representatives.count
        representatives.append(start)
      }
      starts.append(start)
      classes.append(known[membership]!)
    }
  }
}
