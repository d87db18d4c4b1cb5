import FormBytes

/// The notation of numbers in the rules `integer`, `decimal` and `number`.
struct NumberNotation: Sendable {
  var sign = RuleEntry.Sign.any
  var acceptsLeadingZeros = true
  /// The decimal sign in UTF-8; empty if there is none.
  var point: [UInt8] = []
  /// The separator of groups of three digits in UTF-8; empty if there is none.
  var group: [UInt8] = []
  var acceptsExponent = false

  /// The parts of a number.
  struct Reading {
    /// The number of digits before the decimal sign, not counting leading zeros.
    var whole = 0
    /// The number of digits after the decimal sign.
    var decimals = 0
    /// The exponent, clamped to -1,000 to 1,000.
    var exponent = 0
  }

  /// Parses the whole text in one pass; nil if it is not a number in this notation.
  func read(_ text: Span<UInt8>) -> Reading? {
    var number = Reading()
    var index = 0
    if sign != .unsigned, !text.isEmpty,
      text[0] == UInt8(ascii: "-") || sign == .any && text[0] == UInt8(ascii: "+")
    {
      index = 1
    }
    guard let digits = wholePart(text, &index, number: &number) else { return nil }
    if !point.isEmpty, text.has(point.span, at: index) {
      index += point.count
      let start = index
      while index < text.count, text[index].isASCIIDigit { index += 1 }
      number.decimals = index - start
      guard number.decimals > 0 else { return nil }
    }
    guard digits + number.decimals > 0 else { return nil }
    if acceptsExponent, index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      var isNegative = false
      if index < text.count, text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") {
        isNegative = text[index] == UInt8(ascii: "-")
        index += 1
      }
      let start = index
      while index < text.count, text[index].isASCIIDigit {
        let digit = Int(text[index] - UInt8(ascii: "0"))
        number.exponent = min(number.exponent * 10 + digit, 1_000)
        index += 1
      }
      guard index > start else { return nil }
      if isNegative { number.exponent = -number.exponent }
    }
    return index == text.count ? number : nil
  }

  /// Parses the digits before the decimal sign, optionally in groups, and returns their number.
  private func wholePart(_ text: Span<UInt8>, _ index: inout Int, number: inout Reading) -> Int? {
    let start = index
    var (digits, inGroup, groups) = (0, 0, 0)
    while index < text.count {
      if text[index].isASCIIDigit {
        digits += 1
        inGroup += 1
        if number.whole > 0 || text[index] != UInt8(ascii: "0") { number.whole += 1 }
        index += 1
      } else if !group.isEmpty, text.has(group.span, at: index) {
        // A grouped number has no leading zero: `0.123` is not 123.
        guard groups == 0 ? digits == number.whole && (1...3).contains(digits) : inGroup == 3
        else { return nil }
        (groups, inGroup) = (groups + 1, 0)
        index += group.count
      } else {
        break
      }
    }
    if groups > 0, inGroup != 3 { return nil }
    if !acceptsLeadingZeros, digits > 1, text[start] == UInt8(ascii: "0") { return nil }
    return digits
  }
}

extension NumberNotation {
  static let signParameter = Parameter<RuleEntry.Sign>(
    "sign", effect: .words([["none"], ["minus"], ["any"]]),
    "The accepted signs: `any` (+ and -), `minus` or `none`.", default: .any)
  static let zerosParameter = Parameter<Bool>(
    "leadingZeros", effect: .looserIfTrue,
    "Whether leading zeros, as in 007, are accepted in a number without groups.",
    default: true)
  static let groupParameter = Parameter<String?>(
    "group", effect: .looserIfMore,
    "The separator that is accepted between groups of three digits, one character.",
    whenAbsent: "none")
  static let pointParameter = Parameter<String>(
    "point", effect: .unknown, "The decimal sign, one character.", default: ".")

  /// Reads the parameters that the rule has.
  ///
  /// - Throws: `DefinitionError` if a separator is invalid or both are equal.
  init(_ parameters: borrowing RuleParameters, hasPoint: Bool) throws(DefinitionError) {
    sign = try parameters[Self.signParameter]
    acceptsLeadingZeros = try parameters[Self.zerosParameter]
    group =
      try Self.mark(parameters[Self.groupParameter], Self.groupParameter, parameters: parameters)
      ?? []
    if hasPoint {
      point =
        try Self.mark(parameters[Self.pointParameter], Self.pointParameter, parameters: parameters)
        ?? []
    }
    if !group.isEmpty, group == point {
      throw parameters.error("group and point must differ", at: Self.groupParameter)
    }
  }

  /// The UTF-8 bytes of a separator, a single character that is not a digit, letter or sign.
  private static func mark(
    _ text: String?, _ parameter: some DeclaredParameter, parameters: borrowing RuleParameters
  ) throws(DefinitionError) -> [UInt8]? {
    guard let text else { return nil }
    guard text.unicodeScalars.count == 1, let first = text.utf8.first, !first.isASCIIDigit,
      !first.isASCIILetter, !"+-".utf8.contains(first)
    else {
      throw parameters.error(
        "\(parameter.name) must be one character, no digit, letter or sign", at: parameter)
    }
    return Array(text.utf8)
  }
}

extension RuleEntry {
  /// Signs of a number.
  public enum Sign: String, ParameterValue, CaseIterable, Sendable {
    /// + and -.
    case any
    /// Only -.
    case minus
    /// Neither.
    case unsigned = "none"
  }
}
