import FormBytes

/// A parser of patterns with the syntax and semantics of PCRE2. Its methods return nil for a syntax
/// that is invalid, or that they do not support.
package protocol PatternReading {
  /// The part of the pattern that was not read.
  var rest: Substring.UnicodeScalarView { get set }
  /// Whether letters also match their other case.
  var ignoresCase: Bool { get }
  /// Whether `\d`, `\w` and `\s` include the characters of all scripts.
  var isUnicode: Bool { get }
}

/// What an escape or an item of a set means.
package enum PatternItem {
  /// A character that stands for itself, or for both cases of its letter if case is ignored.
  case literal(UInt32)
  case set(ScalarSet)
  case property(PatternProperty)
}

/// A property of Unicode by its name in PCRE2, such as `Lu`.
package struct PatternProperty {
  package let name: String
  package let isNegated: Bool
}

/// A set in brackets.
package struct PatternSet {
  package let isNegated: Bool
  /// The characters of the set other than those of its properties.
  package fileprivate(set) var scalars = ScalarSet([])
  package fileprivate(set) var properties: [PatternProperty] = []
}

extension PatternReading {
  /// Moves behind a text if it is next.
  package mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest.removeFirst(text.unicodeScalars.count)
    return true
  }

  /// Reads the characters before an end, and moves behind it.
  package mutating func text(until end: Unicode.Scalar) -> String? {
    guard let index = rest.firstIndex(of: end) else { return nil }
    let text = String(rest[..<index])
    rest = rest[rest.index(after: index)...]
    return text
  }

  /// Characters as the pattern means them.
  package func cased(_ set: ScalarSet) -> ScalarSet? { ignoresCase ? set.ignoringCase : set }

  /// Reads a set after its bracket.
  package mutating func readSet() -> PatternSet? {
    var set = PatternSet(isNegated: skip("^"))
    var literals = ScalarSet([])
    var isFirst = true
    while isFirst || !skip("]") {
      isFirst = false
      guard let item = readItem() else { return nil }
      let next = rest.dropFirst().first
      let hasHyphen = rest.first == "-" && next != "]"
      guard case .literal(let first) = item else {
        // PCRE2 rejects a hyphen after a class unless it is the last character.
        if hasHyphen { return nil }
        if case .set(let scalars) = item { set.scalars = set.scalars.union(scalars) }
        if case .property(let property) = item { set.properties.append(property) }
        continue
      }
      var last = first
      if hasHyphen {
        rest.removeFirst()
        // PCRE2 rejects a class after a hyphen, too.
        guard case .literal(let end)? = readItem(), end >= first else { return nil }
        last = end
      }
      literals = literals.union(ScalarSet(first...last))
    }
    guard let both = cased(literals) else { return nil }
    set.scalars = set.scalars.union(both)
    return set
  }

  /// Reads an item of a set.
  private mutating func readItem() -> PatternItem? {
    guard let scalar = rest.popFirst() else { return nil }
    if scalar == "\\" { return readEscape(inSet: true) }
    guard scalar == "[", let next = rest.first, ":.=".unicodeScalars.contains(next) else {
      return .literal(scalar.value)
    }
    guard skip(":"), !isUnicode else { return nil }
    let isNegated = skip("^")
    guard let name = text(until: ":"), skip("]") else { return nil }
    let isCased = name == "upper" || name == "lower"
    let set = ScalarSet.named[isCased && ignoresCase ? "alpha" : name]
    return set.map { PatternItem.set(isNegated ? $0.inverted : $0) }
  }

  /// Reads an escape after its backslash that means one character.
  package mutating func readEscape(inSet: Bool) -> PatternItem? {
    guard let scalar = rest.popFirst() else { return nil }
    switch scalar {
    case "d", "D": return shorthand(.digits, property: "Nd", isNegated: scalar == "D")
    case "w", "W": return shorthand(.wordCharacters, property: "Xwd", isNegated: scalar == "W")
    case "s", "S": return shorthand(.blanks, property: "Xps", isNegated: scalar == "S")
    case "h": return .set(.horizontalBlanks)
    case "H": return .set(ScalarSet.horizontalBlanks.inverted)
    case "v": return .set(.verticalBlanks)
    case "V": return .set(ScalarSet.verticalBlanks.inverted)
    case "N" where !inSet && rest.first != "{": return .set(.anyInLine)
    case "p", "P": return property(isNegated: scalar == "P")
    case "x": return codePoint().map(PatternItem.literal)
    case "t": return .literal(0x09)
    case "n": return .literal(0x0A)
    case "r": return .literal(0x0D)
    case "f": return .literal(0x0C)
    case "a": return .literal(0x07)
    case "e": return .literal(0x1B)
    case "b" where inSet: return .literal(0x08)
    default:
      // Other letters and digits have special meanings; everything else stands for itself.
      let isSpecial = UInt8(exactly: scalar.value).map { $0.isASCIILetter || $0.isASCIIDigit }
      return isSpecial == true ? nil : .literal(scalar.value)
    }
  }

  /// A class of ASCII characters, or the property that replaces it for all scripts.
  private func shorthand(_ set: ScalarSet, property: String, isNegated: Bool) -> PatternItem {
    isUnicode
      ? .property(PatternProperty(name: property, isNegated: isNegated))
      : .set(isNegated ? set.inverted : set)
  }

  /// Reads the name of a property in braces, or a single letter.
  private mutating func property(isNegated: Bool) -> PatternItem? {
    let hasBraces = skip("{")
    let isInverted = hasBraces && skip("^")
    let name = hasBraces ? text(until: "}") : rest.popFirst().map { String($0) }
    return name.map {
      PatternItem.property(PatternProperty(name: $0, isNegated: isNegated != isInverted))
    }
  }

  /// Reads a code point: two hexadecimal digits, or any number in braces.
  private mutating func codePoint() -> UInt32? {
    var digits: String?
    if skip("{") {
      digits = text(until: "}")
    } else if rest.prefix(2).count == 2 {
      digits = String(rest.prefix(2))
      rest.removeFirst(2)
    }
    guard let digits, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
      return nil
    }
    return Unicode.Scalar(value)?.value
  }
}

extension String {
  /// The pattern without anchors at its ends.
  package var withoutAnchors: (Substring.UnicodeScalarView, atStart: Bool, atEnd: Bool) {
    var rest = unicodeScalars[...]
    let atStart = rest.first == "^"
    if atStart { rest.removeFirst() }
    // A dollar sign after an odd number of backslashes is escaped.
    let isEscaped = rest.dropLast().reversed().prefix { $0 == "\\" }.count % 2 == 1
    let atEnd = rest.last == "$" && !isEscaped
    if atEnd { rest.removeLast() }
    return (rest, atStart, atEnd)
  }
}
