/// A pattern as a nondeterministic automaton (Thompson's construction): nodes, edges labelled with
/// bytes, and edges without a byte.
struct PatternGraph {
  private var edges: [[(bytes: ByteSet, target: Int)]] = []
  private var jumps: [[Int]] = []

  /// The maximum number of nodes. Quantifiers multiply nodes, and PCRE2 matches patterns with
  /// larger graphs.
  private static let maximumNodes = 2_000

  mutating func addState() -> Int {
    edges.append([])
    jumps.append([])
    return edges.count - 1
  }

  mutating func add(_ bytes: ByteSet, from start: Int, to end: Int) {
    edges[start].append((bytes, end))
  }

  /// Adds a pattern after a node and returns the node where it ends, or nil if the graph becomes
  /// too large.
  mutating func add(_ syntax: PatternSyntax, from start: Int) -> Int? {
    guard edges.count < Self.maximumNodes else { return nil }
    switch syntax {
    case .character(let set): return add(set, from: start)
    case .bytes(let bytes):
      var node = start
      for byte in bytes { node = add([byte...byte], from: node) }
      return node
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
    case .repetition(let part, let least, let most): return add(part, least, most, from: start)
    }
  }

  private mutating func add(
    _ part: PatternSyntax, _ least: Int, _ most: Int?, from start: Int
  ) -> Int? {
    var node = start
    for _ in 0..<least {
      guard let end = add(part, from: node) else { return nil }
      node = end
    }
    let end = addState()
    if let most {
      for _ in least..<most {
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

  /// Adds a path of bytes, each from a range.
  private mutating func add(_ ranges: [ClosedRange<UInt8>], from start: Int) -> Int {
    var node = start
    for range in ranges {
      let next = addState()
      add(ByteSet(range), from: node, to: next)
      node = next
    }
    return node
  }

  private mutating func add(_ set: PatternSyntax.CharacterSet, from start: Int) -> Int {
    let end = addState()
    add(ByteSet(words: [set.low, set.high, 0, 0]), from: start, to: end)
    guard set.hasOthers else { return end }
    // The text is valid UTF-8, so the first byte determines the number of following ones.
    let following: ClosedRange<UInt8> = 0x80...0xBF
    for (first, count) in [(UInt8(0xC2)...UInt8(0xDF), 1), (0xE0...0xEF, 2), (0xF0...0xF4, 3)] {
      let last = add([first] + Array(repeating: following, count: count), from: start)
      jumps[last].append(end)
    }
    return end
  }

  /// The nodes reachable from some nodes without a byte, including these, in order.
  func closure(_ nodes: [Int]) -> [Int] {
    var reached = Set(nodes)
    var open = nodes
    while let node = open.popLast() {
      for target in jumps[node] where reached.insert(target).inserted { open.append(target) }
    }
    return reached.sorted()
  }

  /// The nodes that a byte leads to.
  func targets(of nodes: [Int], _ byte: UInt8) -> [Int] {
    var targets: [Int] = []
    for node in nodes {
      for edge in edges[node] where edge.bytes.contains(byte) { targets.append(edge.target) }
    }
    return targets
  }

  /// The class of each byte, and one byte of each class. Bytes of the same class have the same
  /// edges.
  func byteClasses() -> (classOfByte: InlineArray<256, UInt8>, representatives: [UInt8]) {
    var sets: [ByteSet] = []
    for edge in edges.joined() where !sets.contains(edge.bytes) { sets.append(edge.bytes) }
    var classOfByte = InlineArray<256, UInt8>(repeating: 0)
    var representatives: [UInt8] = []
    var known: [[Bool]: UInt8] = [:]
    for byte in UInt8.min...UInt8.max {
      let taken = sets.map { $0.contains(byte) }
      if known[taken] == nil {
        known[taken] = UInt8(representatives.count)
        representatives.append(byte)
      }
      classOfByte[Int(byte)] = known[taken]!
    }
    return (classOfByte, representatives)
  }
}

/// A set of bytes.
struct ByteSet: Equatable {
  private var words: [UInt64]

  init(words: [UInt64]) { self.words = words }

  init(_ range: ClosedRange<UInt8>) {
    words = [0, 0, 0, 0]
    for byte in range { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }
  }

  func contains(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }

  static let any = ByteSet(0...255)
}
