import FormBytes

/// Finds the end of an invalid JSON value by its brackets and strings, so that reading can continue
/// after it.
///
/// The value may arrive in pieces. Its end cannot be determined if brackets do not match or a line
/// ends within a string: a quote is then missing somewhere, and all further input may be the inside
/// of a string.
struct JSONValueEnd: Sendable {
  enum Outcome: Equatable {
    /// The value ends before this byte.
    case found(Int)
    /// The value continues after the input.
    case open
    /// The end cannot be determined.
    case lost(Int)
  }

  private enum State {
    case start, structure, string, escape, word
  }

  private static let maximumDepth = 1 << 20

  private var state = State.start
  /// The expected closing brackets, the innermost last.
  private var closers: [UInt8] = []

  /// Examines the next piece from `start`.
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

  /// Whether the value ends at the end of the text.
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
