import FormBytes

/// Parses patterns of the simple kind with the semantics of PCRE2 without options. Returns nil for
/// all other and uncertain patterns; PCRE2 matches these.
struct PatternSyntaxReader {
  private let bytes: [UInt8]
  private var next = 0
  private var depth = 0

  private static let maximumDepth = 20
  private static let maximumCount = 200

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Parses a pattern and removes its outer anchors.
  static func read(_ source: String) -> (PatternSyntax, atStart: Bool, atEnd: Bool)? {
    var bytes = Array(source.utf8)
    let atStart = bytes.first == UInt8(ascii: "^")
    if atStart { bytes.removeFirst() }
    var atEnd = bytes.last == UInt8(ascii: "$")
    if atEnd {
      // A dollar sign after an odd number of backslashes is escaped.
      let escapes = bytes.dropLast().reversed().prefix { $0 == UInt8(ascii: "\\") }.count
      atEnd = escapes % 2 == 0
      if atEnd { bytes.removeLast() }
    }
    var reader = PatternSyntaxReader(bytes)
    guard let syntax = reader.alternatives(), reader.next == bytes.count else { return nil }
    // `^a|b$` anchors only one alternative each.
    if case .alternatives = syntax, atStart || atEnd { return nil }
    return (syntax, atStart, atEnd)
  }

  private var current: UInt8? { next < bytes.count ? bytes[next] : nil }

  private func isAt(_ text: String) -> Bool { bytes[next...].starts(with: text.utf8) }

  private mutating func alternatives() -> PatternSyntax? {
    var parts: [PatternSyntax] = []
    while true {
      guard let part = sequence() else { return nil }
      parts.append(part)
      guard current == UInt8(ascii: "|") else { break }
      next += 1
    }
    return parts.count == 1 ? parts[0] : .alternatives(parts)
  }

  private mutating func sequence() -> PatternSyntax? {
    var parts: [PatternSyntax] = []
    while let byte = current, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
      guard let atom = atom(byte), let part = counted(atom) else { return nil }
      parts.append(part)
    }
    return .sequence(parts)
  }

  private mutating func atom(_ byte: UInt8) -> PatternSyntax? {
    switch byte {
    case UInt8(ascii: "("): return group()
    case UInt8(ascii: "["): return bracket().map(PatternSyntax.character)
    case UInt8(ascii: "\\"): return escape().map(PatternSyntax.character)
    case UInt8(ascii: "."):
      next += 1
      return .character(.anyInLine)
    case UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "?"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "]"):
      return nil
    case 0..<0x80:
      next += 1
      return .character(.range(byte, byte))
    default:
      var end = next + 1
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
      defer { next = end }
      return .bytes(Array(bytes[next..<end]))
    }
  }

  private mutating func group() -> PatternSyntax? {
    next += 1
    if isAt("*") { return nil }
    if isAt("?") {
      guard isAt("?:") else { return nil }
      next += 2
    }
    depth += 1
    guard depth <= Self.maximumDepth, let inner = alternatives(), current == UInt8(ascii: ")")
    else { return nil }
    depth -= 1
    next += 1
    return inner
  }

  /// Parses an escape for a single character.
  private mutating func escape() -> PatternSyntax.CharacterSet? {
    next += 1
    guard let byte = current else { return nil }
    next += 1
    switch byte {
    case UInt8(ascii: "d"): return .digits
    case UInt8(ascii: "D"): return PatternSyntax.CharacterSet.digits.inverted
    case UInt8(ascii: "w"): return .wordCharacters
    case UInt8(ascii: "W"): return PatternSyntax.CharacterSet.wordCharacters.inverted
    case UInt8(ascii: "s"): return .blanks
    case UInt8(ascii: "S"): return PatternSyntax.CharacterSet.blanks.inverted
    case UInt8(ascii: "t"): return .range(0x09, 0x09)
    case UInt8(ascii: "n"): return .range(0x0A, 0x0A)
    case UInt8(ascii: "r"): return .range(0x0D, 0x0D)
    default:
      // Letters and digits have special meanings; punctuation is literal.
      guard byte < 0x80, !byte.isASCIILetter, !byte.isASCIIDigit else { return nil }
      return .range(byte, byte)
    }
  }

  /// Parses a class in brackets.
  private mutating func bracket() -> PatternSyntax.CharacterSet? {
    next += 1
    let isNegated = current == UInt8(ascii: "^")
    if isNegated { next += 1 }
    var set = PatternSyntax.CharacterSet()
    var isFirst = true
    while let byte = current {
      if byte == UInt8(ascii: "]"), !isFirst {
        next += 1
        return isNegated ? set.inverted : set
      }
      isFirst = false
      guard let item = bracketItem(byte) else { return nil }
      guard current == UInt8(ascii: "-"), next + 1 < bytes.count,
        bytes[next + 1] != UInt8(ascii: "]")
      else {
        set.formUnion(item)
        continue
      }
      next += 1
      guard let end = bracketItem(bytes[next]), let first = item.only, let last = end.only,
        first <= last
      else { return nil }
      set.formUnion(.range(first, last))
    }
    return nil
  }

  private mutating func bracketItem(_ byte: UInt8) -> PatternSyntax.CharacterSet? {
    if byte == UInt8(ascii: "\\") { return escape() }
    // Classes such as `[:alpha:]`, and non-ASCII characters, are not simple.
    if byte == UInt8(ascii: "["), next + 1 < bytes.count,
      [UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "=")].contains(bytes[next + 1])
    {
      return nil
    }
    guard byte < 0x80 else { return nil }
    next += 1
    return .range(byte, byte)
  }

  /// Parses the quantifier after an atom, if there is one.
  private mutating func counted(_ atom: PatternSyntax) -> PatternSyntax? {
    let count: (Int, Int?)
    switch current {
    case UInt8(ascii: "*"): count = (0, nil)
    case UInt8(ascii: "+"): count = (1, nil)
    case UInt8(ascii: "?"): count = (0, 1)
    case UInt8(ascii: "{"):
      guard let read = braces() else { return nil }
      count = read
    default: return atom
    }
    next += 1
    // A lazy quantifier matches the same texts. A possessive one does not, and nested quantifiers
    // are rare.
    if current == UInt8(ascii: "?") { next += 1 }
    if let byte = current, Array("*+?{".utf8).contains(byte) { return nil }
    #if PCRE2
      // Other engines take exponential time for quantifiers of quantifiers and of alternatives. PCRE2
      // reports this for affected texts (pattern.tooComplex), so that the author notices.
      if count.1 != 0, count.1 != 1, atom.hasChoices { return nil }
    #endif
    return .repetition(atom, least: count.0, most: count.1)
  }

  /// Parses `{n}`, `{n,}` or `{n,m}`, and stops before the closing brace.
  private mutating func braces() -> (Int, Int?)? {
    next += 1
    guard let least = number() else { return nil }
    var most: Int? = least
    if current == UInt8(ascii: ",") {
      next += 1
      most = nil
      if current != UInt8(ascii: "}") {
        guard let number = number(), number >= least else { return nil }
        most = number
      }
    }
    guard current == UInt8(ascii: "}") else { return nil }
    return (least, most)
  }

  private mutating func number() -> Int? {
    var value = 0
    let start = next
    while let byte = current, byte.isASCIIDigit, value <= Self.maximumCount {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      next += 1
    }
    return next > start && value <= Self.maximumCount ? value : nil
  }
}

#if PCRE2
  extension PatternSyntax {
    /// Whether the pattern has more than one way to match a text.
    fileprivate var hasChoices: Bool {
      switch self {
      case .character, .bytes: false
      case .sequence(let parts): parts.contains(where: \.hasChoices)
      case .alternatives, .repetition: true
      }
    }
  }
#endif

extension PatternSyntax.CharacterSet {
  /// The single ASCII character of the set, if it has no others.
  fileprivate var only: UInt8? {
    guard !hasOthers, low.nonzeroBitCount + high.nonzeroBitCount == 1 else { return nil }
    return UInt8(low != 0 ? low.trailingZeroBitCount : 64 + high.trailingZeroBitCount)
  }
}
