import FormBytes

/// The functions `rgb(…)` and `hsl(…)` and their forms with opacity (CSS Color 3, 4.2; CSS Color 4,
/// 5 and 7).
struct ColorFunction: Sendable {
  /// Whether values must be in range and separated by commas, as in CSS Color 3.
  var isStrict: Bool
  var acceptsPercentages: Bool
  var acceptsBlanks: Bool

  /// Whether the text is a call of the function.
  ///
  /// - Parameter hasOpacity: Whether the name ends in `a`. In CSS Color 4 this has no meaning.
  func matches(_ text: Span<UInt8>, isHSL: Bool, hasOpacity: Bool) -> Bool {
    let name = isHSL ? Self.hsl : Self.rgb
    let start = hasOpacity ? 5 : 4
    guard text.count > start, text.extracting(0..<3).isEqualIgnoringCase(to: name),
      !hasOpacity || text[3] | 0x20 == UInt8(ascii: "a"), text[start - 1] == UInt8(ascii: "("),
      text[text.count - 1] == UInt8(ascii: ")")
    else { return false }
    var reader = ColorReader(text, start..<text.count - 1, acceptsBlanks: acceptsBlanks)
    return areValues(&reader, isHSL: isHSL, hasOpacity: hasOpacity)
  }

  private func areValues(_ reader: inout ColorReader, isHSL: Bool, hasOpacity: Bool) -> Bool {
    reader.skipBlanks()
    guard let first = reader.value() else { return false }
    let separator = reader.separator()
    let hasCommas = separator == .comma
    guard hasCommas || separator == .blank && !isStrict, let second = reader.value(),
      reader.separator() == (hasCommas ? .comma : .blank), let third = reader.value()
    else { return false }
    for (position, number) in [first, second, third].enumerated() {
      guard let number else {
        // `none` is valid only in the form without commas.
        if hasCommas { return false }
        continue
      }
      // In the form with commas, all three values have the same unit.
      guard
        isHSL
          ? isHSLValue(number, position, hasCommas: hasCommas)
          : isRGBValue(number) && (!hasCommas || number.unit == first?.unit)
      else { return false }
    }
    return isOpacity(&reader, hasCommas: hasCommas, isNamed: hasOpacity)
  }

  private func isRGBValue(_ number: ColorReader.Number) -> Bool {
    guard number.unit == .percent ? acceptsPercentages : number.unit == .none else { return false }
    return !isStrict
      || number.value >= 0 && number.value <= (number.unit == .percent ? 100 : 255)
        && (number.unit == .percent || number.isWhole)
  }

  private func isHSLValue(
    _ number: ColorReader.Number, _ position: Int, hasCommas: Bool
  ) -> Bool {
    if position == 0 {
      guard number.unit == .none || number.unit == .angle else { return false }
      return !isStrict || number.unit == .none && (0...360).contains(number.value)
    }
    guard number.unit == .percent || number.unit == .none && !hasCommas else { return false }
    return !isStrict || (0...100).contains(number.value)
  }

  /// Whether the rest after the three values is valid: the opacity, or nothing.
  private func isOpacity(
    _ reader: inout ColorReader, hasCommas: Bool, isNamed: Bool
  ) -> Bool {
    reader.skipBlanks()
    if reader.isAtEnd { return !isStrict || !isNamed }
    guard !isStrict || isNamed, reader.separator() == (hasCommas ? .comma : .slash),
      let opacity = reader.value()
    else { return false }
    reader.skipBlanks()
    guard let number = opacity else { return !hasCommas && reader.isAtEnd }
    guard number.unit == .none || number.unit == .percent && !isStrict else { return false }
    return reader.isAtEnd && (!isStrict || (0...1).contains(number.value))
  }

  private static let rgb = Array("rgb".utf8)
  private static let hsl = Array("hsl".utf8)
}

/// Reads the values of a colour function.
struct ColorReader: ~Escapable {
  enum Unit {
    case none, percent, angle
  }

  enum Separator {
    case comma, slash, blank, nothing
  }

  struct Number {
    /// The number, with enough precision for comparison with bounds.
    var value: Double
    var isWhole: Bool
    var unit: Unit
  }

  private let text: Span<UInt8>
  private var index: Int
  private let end: Int
  private let acceptsBlanks: Bool

  @_lifetime(copy text)
  init(_ text: Span<UInt8>, _ range: Range<Int>, acceptsBlanks: Bool) {
    self.text = text
    (index, end) = (range.lowerBound, range.upperBound)
    self.acceptsBlanks = acceptsBlanks
  }

  var isAtEnd: Bool { index == end }

  mutating func skipBlanks() {
    while acceptsBlanks, index < end, text[index].isASCIIBlank, text[index] != 0x0B { index += 1 }
  }

  /// Reads the separator between two values and the white space around it.
  mutating func separator() -> Separator {
    let start = index
    skipBlanks()
    let isBlank = index > start
    guard index < end else { return .nothing }
    let separator: Separator
    switch text[index] {
    case UInt8(ascii: ","): separator = .comma
    case UInt8(ascii: "/"): separator = .slash
    default: return isBlank ? .blank : .nothing
    }
    index += 1
    skipBlanks()
    return separator
  }

  /// Reads a value: a number, or `.some(nil)` for the word `none`; nil for anything else.
  mutating func value() -> Number?? {
    let end = index + 4
    if end <= self.end, text.extracting(index..<end).isEqualIgnoringCase(to: Self.noneWord),
      end == self.end || !text[end].isASCIILetter
    {
      index = end
      return .some(nil)
    }
    return number().map { .some($0) }
  }

  private static let noneWord = Array("none".utf8)

  /// Reads a number (CSS Syntax 3, 4.3.12) and its unit.
  mutating func number() -> Number? {
    var sign = 1.0
    if index < end, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
      sign = text[index] == UInt8(ascii: "-") ? -1 : 1
      index += 1
    }
    var (value, digits) = (0.0, 0)
    while let digit = nextDigit() { (value, digits) = (value * 10 + digit, digits + 1) }
    var isWhole = true
    if index + 1 < end, text[index] == UInt8(ascii: "."), text[index + 1].isASCIIDigit {
      isWhole = false
      index += 1
      var scale = 0.1
      while let digit = nextDigit() {
        value += digit * scale
        scale /= 10
        digits += 1
      }
    }
    guard digits > 0 else { return nil }
    if let exponent = exponent() {
      isWhole = false
      for _ in 0..<Swift.min(exponent.magnitude, 400) { value *= exponent > 0 ? 10 : 0.1 }
    }
    return unit().map { Number(value: sign * value, isWhole: isWhole, unit: $0) }
  }

  private mutating func nextDigit() -> Double? {
    guard index < end, text[index].isASCIIDigit else { return nil }
    index += 1
    return Double(text[index - 1] & 15)
  }

  private mutating func exponent() -> Int? {
    guard index + 1 < end, text[index] | 0x20 == UInt8(ascii: "e") else { return nil }
    var position = index + 1
    let isNegative = text[position] == UInt8(ascii: "-")
    if isNegative || text[position] == UInt8(ascii: "+") { position += 1 }
    guard position < end, text[position].isASCIIDigit else { return nil }
    index = position
    var exponent = 0
    while let digit = nextDigit() { exponent = Swift.min(exponent * 10 + Int(digit), 1000) }
    return isNegative ? -exponent : exponent
  }

  /// Reads a unit; nil if it is not a unit of colour values.
  private mutating func unit() -> Unit? {
    if index < end, text[index] == UInt8(ascii: "%") {
      index += 1
      return .percent
    }
    let start = index
    while index < end, text[index].isASCIILetter { index += 1 }
    if index == start { return Unit.none }
    let word = text.extracting(start..<index)
    for angle in Self.angles where word.isEqualIgnoringCase(to: angle) { return .angle }
    return nil
  }

  private static let angles = ["deg", "grad", "rad", "turn"].map { Array($0.utf8) }
}
