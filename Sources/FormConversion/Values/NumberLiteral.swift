import FormRules

/// Converts numbers between JSON and definitions.
enum NumberLiteral {
  /// Returns a number of a definition as JSON, which has neither `+` nor leading zeros, and a digit
  /// before the point.
  static func json(_ text: String) -> JSON {
    let digits = text.drop { "+-".contains($0) }.drop { $0 == "0" }
    let whole = digits.first?.isNumber == true ? "" : "0"
    return .number((text.first == "-" ? "-" : "") + whole + digits)
  }

  /// Returns the number without exponent and trailing zeros, or nil if it is not a number or has
  /// more than 100 digits.
  static func plain(_ text: String) -> String? {
    var rest = text[...]
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest.removeFirst() }
    let parts = rest.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 == "e" || $0 == "E" })
    guard let mantissa = parts.first, let exponent = parts.count > 1 ? Int(parts[1]) : 0,
      (-100...100).contains(exponent)
    else { return nil }
    let sides = mantissa.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }) else { return nil }
    var whole = String(sides[0])
    var decimals = sides.count > 1 ? String(sides[1]) : ""
    guard !(whole + decimals).isEmpty, (whole + decimals).utf8.count <= 100 else { return nil }
    if exponent > 0 {
      decimals += String(repeating: "0", count: max(0, exponent - decimals.utf8.count))
      whole += decimals.prefix(exponent)
      decimals.removeFirst(exponent)
    } else if exponent < 0 {
      whole = String(repeating: "0", count: max(0, -exponent - whole.utf8.count)) + whole
      decimals = String(whole.suffix(-exponent)) + decimals
      whole.removeLast(-exponent)
    }
    while decimals.last == "0" { decimals.removeLast() }
    whole = String(whole.drop { $0 == "0" })
    let number = (whole.isEmpty ? "0" : whole) + (decimals.isEmpty ? "" : ".\(decimals)")
    return isNegative && number != "0" ? "-\(number)" : number
  }

  /// Returns the nearest integer that is not below, or not above, the number; nil if it has more
  /// than 64 bits.
  static func whole(_ text: String, roundedUp: Bool) -> Int? {
    guard let plain = plain(text) else { return nil }
    let digits = plain.prefix { $0 != "." }
    guard let number = Int(digits) else { return nil }
    let isRounded = digits.count < plain.count && roundedUp != (plain.first == "-")
    let (whole, isTooLarge) = number.addingReportingOverflow(
      isRounded ? roundedUp ? 1 : -1 : 0)
    return isTooLarge ? nil : whole
  }
}
