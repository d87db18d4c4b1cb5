/// A deterministic automaton over UTF-8 that says whether a whole text belongs to a pattern's
/// language: one table look-up a byte, no backtracking, no limit to hit. What patterns of the plain
/// kind are matched with; for these it says what PCRE2 says, at a quarter of the cost.
///
/// A class, so that a rule gets at it without copying its tables.
final class ByteAutomaton: Sendable {
  /// Bytes that no state tells apart have one class.
  private let classOfByte: InlineArray<256, UInt8>
  private let classCount: Int
  /// For each state and class where the next state's row begins; the row at 0 is that of no return.
  private let table: [UInt16]
  /// By row, whether a text may end there.
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
    self.classOfByte = classOfByte
    classCount = representatives.count

    // Each state stands for a set of the graph's nodes; the first is the empty one.
    var sets: [[Int]] = [[], graph.closure([start])]
    var known: [[Int]: Int] = [sets[0]: 0, sets[1]: 1]
    var table: [UInt16] = []
    var accepts: [Bool] = []
    var next = 0
    while next < sets.count {
      for byte in representatives {
        let target = graph.closure(graph.targets(of: sets[next], byte))
        if known[target] == nil {
          guard sets.count < Self.maximumStates else { return nil }
          known[target] = sets.count
          sets.append(target)
        }
        table.append(UInt16(known[target]! * representatives.count))
      }
      accepts.append(sets[next].contains(end))
      next += 1
    }
    self.table = table
    self.accepts = accepts
  }

  /// Whether the text, which must be valid UTF-8, belongs to the language.
  func matches(_ text: Span<UInt8>) -> Bool {
    var row = classCount
    for index in 0..<text.count {
      row = Int(table[row &+ Int(classOfByte[Int(text[index])])])
      if row == 0 { return false }
    }
    return accepts[row / classCount]
  }
}
