/// A deterministic finite automaton over UTF-8 that tests whether a text matches a pattern: one
/// table lookup per byte, without backtracking or limits. It is used for patterns of the simple
/// kind, and has the same results as PCRE2 at a quarter of the cost.
///
/// It is a class, so that a rule can access it without copying its tables.
final class ByteAutomaton: Sendable {
  /// The next state for each state and byte. State 0 is the dead state, state 1 the start state.
  private let table: [UInt8]
  /// Whether a text may end in each state.
  private let accepts: [Bool]

  /// The maximum number of states. Larger automata do not stay in the cache and take long to build.
  private static let maximumStates = 128

  /// Returns nil if the pattern is not of the simple kind or needs too many states.
  ///
  /// - Parameter isSearch: Whether any part of a text may match, or only the whole text.
  init?(_ pattern: String, isSearch: Bool) {
    guard let (syntax, atStart, atEnd) = PatternSyntaxReader.read(pattern) else { return nil }
    var graph = PatternGraph()
    let start = graph.addState()
    if isSearch, !atStart { graph.add(.any, from: start, to: start) }
    guard let end = graph.add(syntax, from: start) else { return nil }
    if isSearch, !atEnd { graph.add(.any, from: end, to: end) }
    let (classOfByte, representatives) = graph.byteClasses()
    // Each state represents a set of the graph's nodes. The first is the empty set.
    var sets: [[Int]] = [[], graph.closure([start])]
    var known: [[Int]: Int] = [sets[0]: 0, sets[1]: 1]
    var table: [UInt8] = []
    var accepts: [Bool] = []
    var next = 0
    while next < sets.count {
      // Bytes with the same transitions in all states have the same class.
      var targets: [UInt8] = []
      for byte in representatives {
        let target = graph.closure(graph.targets(of: sets[next], byte))
        if known[target] == nil {
          guard sets.count < Self.maximumStates else { return nil }
          known[target] = sets.count
          sets.append(target)
        }
        targets.append(UInt8(known[target]!))
      }
      for byte in 0..<256 { table.append(targets[Int(classOfByte[byte])]) }
      accepts.append(sets[next].contains(end))
      next += 1
    }
    self.table = table
    self.accepts = accepts
  }

  /// Whether the text, which must be valid UTF-8, matches the pattern.
  func matches(_ text: Span<UInt8>) -> Bool {
    var state = 1
    // Safe because the table is never empty, so that its base address is not nil: it always has the
    // dead state and the start state. Each state has 256 bytes in it, and its entries are states.
    // Checking each index takes longer than the lookup.
    unsafe table.withUnsafeBufferPointer { table in
      for index in text.indices {
        state = unsafe Int(table.baseAddress.unsafelyUnwrapped[state << 8 | Int(text[index])])
        if state == 0 { return }
      }
    }
    return accepts[state]
  }
}
