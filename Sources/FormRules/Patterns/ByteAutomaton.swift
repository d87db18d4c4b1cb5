/// A deterministic automaton over UTF-8 that says whether a whole text belongs to a pattern's
/// language: one table look-up a byte, no backtracking, no limit to hit. What patterns of the plain
/// kind are matched with; for these it says what PCRE2 says, at a quarter of the cost.
///
/// A class, so that a rule gets at it without copying its tables.
final class ByteAutomaton: Sendable {
  /// For each state and byte the next state. State 0 is that of no return, 1 the first one.
  private let table: [UInt8]
  /// By state, whether a text may end there.
  private let accepts: [Bool]

  /// Automata of more states would not stay in the cache, and take long to make.
  private static let maximumStates = 128

  /// Nil when the pattern is not of the plain kind, or needs too many states.
  ///
  /// - Parameter isSearch: whether any part of a text may match, or only the whole.
  init?(_ pattern: String, isSearch: Bool) {
    guard let (syntax, atStart, atEnd) = PatternSyntaxReader.read(pattern) else { return nil }
    var graph = PatternGraph()
    let start = graph.addState()
    if isSearch, !atStart { graph.add(.any, from: start, to: start) }
    guard let end = graph.add(syntax, from: start) else { return nil }
    if isSearch, !atEnd { graph.add(.any, from: end, to: end) }
    let (classOfByte, representatives) = graph.byteClasses()
    // Each state stands for a set of the graph's nodes; the first is the empty one.
    var sets: [[Int]] = [[], graph.closure([start])]
    var known: [[Int]: Int] = [sets[0]: 0, sets[1]: 1]
    var table: [UInt8] = []
    var accepts: [Bool] = []
    var next = 0
    while next < sets.count {
      // Bytes that no state tells apart have one class.
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

  /// Whether the text, which must be valid UTF-8, belongs to the language.
  func matches(_ text: Span<UInt8>) -> Bool {
    var state = 1
    // Safe because the table is never empty (it has the start and the dead state), each state has 256 bytes of
    // it, and its entries are states. Checking each index takes longer than the look-up.
    unsafe table.withUnsafeBufferPointer { table in
      for index in text.indices {
        state = unsafe Int(table.baseAddress.unsafelyUnwrapped[state << 8 | Int(text[index])])
        if state == 0 { return }
      }
    }
    return accepts[state]
  }
}
