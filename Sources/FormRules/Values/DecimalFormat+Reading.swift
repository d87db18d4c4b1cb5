import FormBytes

extension FieldType.DecimalFormat {
  /// Whether `NumberGrammar.decimal` reads the numbers: they have no groups, words or notations of
  /// negative numbers.
  var isPlain: Bool { group.isEmpty && strip.isEmpty && negative.isEmpty }

  /// The decimal separator.
  package var pointByte: UInt8 { point.utf8.first ?? UInt8(ascii: ".") }

  package func read(_ text: Span<UInt8>) throws(FieldType.Mismatch) -> ExactDecimal {
    try checked { () throws(NumberGrammar.ParseError) in
      isPlain ? try NumberGrammar.decimal(text, point: pointByte) : try number(text)
    }
  }

  /// Reads a number of a plain format.
  ///
  /// - Parameter point: `pointByte`.
  @inline(__always)
  func readPlain(_ text: Span<UInt8>, point: UInt8) throws(FieldType.Mismatch) -> ExactDecimal {
    try checked { () throws(NumberGrammar.ParseError) in
      try NumberGrammar.decimal(text, point: point)
    }
  }

  @inline(__always)
  private func checked(
    _ read: () throws(NumberGrammar.ParseError) -> ExactDecimal
  ) throws(FieldType.Mismatch) -> ExactDecimal {
    let value: ExactDecimal
    do {
      value = try read()
    } catch {
      throw FieldType.Mismatch(code: error == .invalid ? "decimal.invalid" : "decimal.outOfRange")
    }
    if let scale, value.scale > scale { throw FieldType.Mismatch(code: "decimal.tooManyDecimals") }
    return value
  }

  private func number(_ text: Span<UInt8>) throws(NumberGrammar.ParseError) -> ExactDecimal {
    let (range, isNegative) = affixed(text)
    let digits = text.extracting(range)
    if group.isEmpty {
      return try NumberGrammar.unsigned(digits, isNegative: isNegative, point: pointByte)
    }
    /// The separator that the number contains.
    var separator: Int?
    return try NumberGrammar.grouped(
      digits, isNegative: isNegative, point: pointByte, innerSize: grouping.innerSize
    ) { text, index in
      for candidate in group.indices where separator ?? candidate == candidate {
        let width = text.width(of: group[candidate].utf8.span, at: index)
        if width > 0 {
          separator = candidate
          return width
        }
      }
      return 0
    }
  }

  /// The range of the digits, between the sign and the words, and whether the sign is negative.
  private func affixed(_ text: Span<UInt8>) -> (range: Range<Int>, isNegative: Bool) {
    var affixes = NumberAffixes(text)
    if strip.isEmpty, negative.isEmpty {
      affixes.removeSign(in: self, trims: false)
    } else {
      while affixes.removeWord(in: self) || affixes.removeSign(in: self, trims: true) {}
    }
    return (affixes.range, affixes.isNegative ?? false)
  }
}

/// The sign and the words around the digits of a number, which are removed in any order.
private struct NumberAffixes: ~Escapable {
  private let text: Span<UInt8>
  /// The rest of the text.
  private(set) var range: Range<Int>
  /// Whether the number is negative, or nil if no sign was found.
  private(set) var isNegative: Bool?
  /// The words that were removed, one bit for each (`maximumWords`).
  private var removed: UInt64 = 0

  @_lifetime(copy text)
  init(_ text: Span<UInt8>) {
    self.text = text
    range = 0..<text.count
  }

  /// Removes a word at the beginning or end that was not removed before.
  @_lifetime(self: copy self)
  mutating func removeWord(in format: FieldType.DecimalFormat) -> Bool {
    let words = format.strip
    // `R` is not a word in `5 DR`, but `SCR` is one in `5 SCR`.
    let leastWidth = isNegative == nil && mark(format.negative) != nil ? 3 : 1
    let count = min(words.count, FieldType.DecimalFormat.maximumWords)
    for index in 0..<count where removed & 1 << UInt64(index) == 0 {
      let word = words[index].utf8.span
      // Something must remain.
      guard word.count < range.count else { continue }
      let (start, end) = (range.lowerBound + word.count, range.upperBound - word.count)
      // Before a number, a word that ends with a sign or digit may be a part of it: `,-` or `No1`.
      if text.width(of: word, at: range.lowerBound) > 0, word.signWidth(before: word.count) == 0,
        !(text[start - 1].isASCIIDigit && text[start].isASCIIDigit)
      {
        removePrefix(word.count, trims: true)
      } else if word.count >= leastWidth, text.width(of: word, at: end) > 0 {
        removeSuffix(word.count, trims: true)
      } else {
        continue
      }
      removed |= 1 << UInt64(index)
      return true
    }
    return false
  }

  /// Removes a sign, unless one was found before.
  ///
  /// - Parameter trims: Whether blanks next to it are removed.
  @discardableResult
  @_lifetime(self: copy self)
  mutating func removeSign(in format: FieldType.DecimalFormat, trims: Bool) -> Bool {
    guard isNegative == nil, !range.isEmpty else { return false }
    let notations = format.negative
    let (first, last) = (text[range.lowerBound], text[range.upperBound - 1])
    if first == UInt8(ascii: "+") {
      isNegative = false
      removePrefix(1, trims: trims)
    } else if notations.isEmpty {
      guard first == UInt8(ascii: "-") else { return false }
      isNegative = true
      removePrefix(1, trims: trims)
    } else if notations.contains(.minus),
      case let width = text.signWidth(at: range.lowerBound), width > 0
    {
      isNegative = true
      removePrefix(width, trims: trims)
    } else if notations.contains(.trailing),
      case let width = text.extracting(range).signWidth(before: range.count), width > 0
    {
      isNegative = last != UInt8(ascii: "+")
      removeSuffix(width, trims: trims)
    } else if notations.contains(.parentheses), range.count > 2, first == UInt8(ascii: "("),
      last == UInt8(ascii: ")")
    {
      isNegative = true
      removePrefix(1, trims: trims)
      removeSuffix(1, trims: trims)
    } else if let mark = mark(notations) {
      isNegative = mark
      removeSuffix(2, trims: trims)
    } else {
      return false
    }
    return true
  }

  /// Whether `CR` or `DR` at the end makes the number negative, or nil if it does not end so.
  private func mark(_ notations: [FieldType.DecimalFormat.NegativeNotation]) -> Bool? {
    guard range.count > 2, notations.contains(.credit) || notations.contains(.debit),
      text[range.upperBound - 1].lowercasedASCII == UInt8(ascii: "r")
    else { return nil }
    switch text[range.upperBound - 2].lowercasedASCII {
    case UInt8(ascii: "c"): return notations.contains(.credit)
    case UInt8(ascii: "d"): return notations.contains(.debit)
    default: return nil
    }
  }

  @_lifetime(self: copy self)
  private mutating func removePrefix(_ width: Int, trims: Bool) {
    var start = range.lowerBound + width
    if trims { start += text.extracting(start..<range.upperBound).trimmedRange.lowerBound }
    range = min(start, range.upperBound)..<range.upperBound
  }

  @_lifetime(self: copy self)
  private mutating func removeSuffix(_ width: Int, trims: Bool) {
    var end = range.upperBound - width
    if trims {
      end = range.lowerBound + text.extracting(range.lowerBound..<end).trimmedRange.upperBound
    }
    range = range.lowerBound..<end
  }
}

extension Span where Element == UInt8 {
  /// The number of bytes of a text if it is at an index, otherwise 0.
  fileprivate func width(of other: Span<UInt8>, at index: Int) -> Int {
    has(other, at: index) ? other.count : 0
  }

  /// The number of bytes of a sign at an index: 1 for `-` and `+`, 3 for U+2212, otherwise 0.
  fileprivate func signWidth(at index: Int) -> Int {
    if "+-".utf8.contains(self[index]) { return 1 }
    return index + 2 < count && self[index] == 0xE2 && self[index + 1] == 0x88
      && self[index + 2] == 0x92 ? 3 : 0
  }

  /// The number of bytes of a sign before an index.
  fileprivate func signWidth(before end: Int) -> Int {
    if "+-".utf8.contains(self[end - 1]) { return 1 }
    return end >= 3 && signWidth(at: end - 3) == 3 ? 3 : 0
  }
}
