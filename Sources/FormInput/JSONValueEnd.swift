import FormBytes

/// Finds the end of a JSON value that cannot be read, by its brackets and strings alone, so that
/// reading goes on behind it.
///
/// The value may come in pieces. It has no end when brackets do not match or a line ends within a
/// string: then a quote is missing somewhere, and whatever comes next may be the inside of a
/// string.
struct JSONValueEnd: Sendable {
  enum Outcome: Equatable {
    /// The value ends before that byte.
    case found(Int)
    /// It goes on behind the input.
    case open
    /// There is no telling where it ends.
    case lost(Int)
  }

  private enum State {
    case start, structure, string, escape, word
  }

  private static let maximumDepth = 1 << 20

  private var state = State.start
  /// The closing brackets that are still to come, the last one first.
  private var closers: [UInt8] = []

  /// Looks at the next piece, from `start` on.
  mutating func find(in input: Span<UInt8>, from start: Int) -> Outcome {
    for position in start..<input.count {
      let byte = input[position]
      switch state {
      case .escape: state = .string
      case .string:
        if byte.isLineEnd { return .lost(position) }
        if byte == .backslash { state = .escape }
        guard byte == .quote else { continue }
        state = .structure
        if closers.isEmpty { return .found(position + 1) }
      case .start, .structure:
        switch byte {
        case .quote: state = .string
        case .openBrace, .openBracket:
          guard closers.count < Self.maximumDepth else { return .lost(position) }
          closers.append(byte == .openBrace ? .closeBrace : .closeBracket)
          state = .structure
        case .closeBrace, .closeBracket:
          guard closers.popLast() == byte else { return .lost(position) }
          if closers.isEmpty { return .found(position + 1) }
        case .comma where closers.isEmpty: return .lost(position)
        default: if closers.isEmpty { state = .word }
        }
      case .word:
        if byte.isJSONBlank || byte.isJSONStructure || byte == .quote { return .found(position) }
      }
    }
    return .open
  }

  /// Whether the end of the text is the end of the value.
  var endsWithText: Bool { state == .word }
}

extension UInt8 {
  fileprivate var isJSONStructure: Bool {
    switch self {
    case .openBrace, .closeBrace, .openBracket, .closeBracket, .comma, UInt8(ascii: ":"): true
    default: false
    }
  }
}
