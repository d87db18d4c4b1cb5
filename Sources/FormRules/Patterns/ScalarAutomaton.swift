import FormBytes

/// A deterministic finite automaton that tests whether a text matches a pattern: one table lookup
/// per character, without backtracking or limits. It is used for patterns of the simple kind, and
/// gives the same results as PCRE2 at a quarter of the cost.
///
/// It is a class, so that a rule can access it without copying its tables.
final class ScalarAutomaton: Sendable {
  /// The next state for each state and column: one of the 128 ASCII characters, or a class of other
  /// scalars. State 0 is the dead state, state 1 the start state.
  let table: [UInt8]
  /// Whether a text may end in each state.
  let accepts: [Bool]
  /// The first scalars, beyond ASCII, of the ranges that belong to one class.
  let starts: [UInt32]
  /// The column of each of these ranges.
  private let columns: [UInt8]

  /// The maximum number of states. Larger automata do not stay in the cache and take long to build.
  private static let maximumStates = 128
  private static let maximumClasses = 128

  /// Returns nil if the pattern is not of the simple kind or needs too many states.
  ///
  /// - Parameter isSearch: Whether any part of a text may match, or only the whole text.
  init?(
    _ pattern: String, isSearch: Bool, options: PatternSyntaxReader.Options = .init()
  ) {
    guard let (syntax, atStart, atEnd) = PatternSyntaxReader.read(pattern, options) else {
      return nil
    }
    var graph = PatternGraph()
    let start = graph.addState()
    if isSearch, !atStart { graph.add(.any, from: start, to: start) }
    guard let end = graph.add(syntax, from: start) else { return nil }
    if isSearch, !atEnd { graph.add(.any, from: end, to: end) }
    let classes = graph.classes()
    guard classes.representatives.count <= Self.maximumClasses else { return nil }
    var ascii: [Int] = []
    for (start, number) in zip(classes.starts, classes.classes) where start < 0x80 {
      ascii += Array(repeating: ascii.last ?? 0, count: Int(start) - ascii.count) + [number]
    }
    ascii += Array(repeating: ascii.last ?? 0, count: 0x80 - ascii.count)
    // Each state represents a set of the graph's nodes. The first is the empty set.
    var sets: [[Int]] = [[], graph.closure([start])]
    var known: [[Int]: Int] = [sets[0]: 0, sets[1]: 1]
    var table: [UInt8] = []
    var accepts: [Bool] = []
    var next = 0
    while next < sets.count {
      var targets: [UInt8] = []
      for scalar in classes.representatives {
        let target = graph.closure(graph.targets(of: sets[next], scalar))
        if known[target] == nil {
          guard sets.count < Self.maximumStates else { return nil }
          known[target] = sets.count
          sets.append(target)
        }
        targets.append(UInt8(known[target]!))
      }
      table += ascii.map { targets[$0] } + targets
      table += Array(repeating: 0, count: Self.maximumClasses - targets.count)
      accepts.append(sets[next].contains(end))
      next += 1
    }
    self.table = table
    self.accepts = accepts
    let others = zip(classes.starts, classes.classes).filter { $0.0 >= 0x80 }
    starts = others.map(\.0)
    columns = others.map { UInt8(0x80 + $0.1) }
  }

  /// Whether the text, which must be valid UTF-8, matches the pattern.
  func matches(_ text: Span<UInt8>) -> Bool {
    var state = 1
    var index = 0
    // Safe because the table is never empty, so that its base address is not nil: it always has the
    // dead state and the start state. Each state has 256 bytes in it, and its entries are states.
    // Checking each index takes longer than the lookup.
    unsafe table.withUnsafeBufferPointer { table in
      while index < text.count, state != 0 {
        var column = text[index]
        index += 1
        if column >= 0x80 { column = self.column(of: text.scalar(column, &index)) }
        state = unsafe Int(table.baseAddress.unsafelyUnwrapped[state << 8 | Int(column)])
      }
    }
    return accepts[state]
  }

  /// The column of a scalar beyond ASCII.
  func column(of scalar: UInt32) -> UInt8 {
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if scalar < starts[middle] { high = middle - 1 } else { low = middle }
    }
    return columns[low]
  }
}

extension Span<UInt8> {
  /// The scalar that begins with a byte in valid UTF-8.
  ///
  /// - Parameter index: The position after that byte, which is moved behind the scalar.
  fileprivate func scalar(_ first: UInt8, _ index: inout Int) -> UInt32 {
    let following = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
    var scalar = UInt32(first & (0x3F >> UInt8(following)))
    for _ in 0..<following {
      scalar = scalar << 6 | UInt32(self[index] & 0x3F)
      index += 1
    }
    return scalar
  }
}
