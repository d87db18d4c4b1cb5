package import FormRules
import Foundation

/// Straightforward operations on values and texts with descriptions and Foundation. Only the
/// parsing of types is that of the library.
package enum ReferenceValues {
  /// The text without leading and trailing white space, including byte order marks.
  static func trimmed(_ text: String) -> String {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isWhitespace || [0x180E, 0x200B, 0x2060, 0xFEFF].contains(scalar.value)
    }
    var scalars = Array(text.unicodeScalars)
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The text with ASCII letters in lowercase.
  static func lowercasedASCII(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.isASCII ? Unicode.Scalar(UInt8($0.value).lowercased) : $0 }))
  }

  /// A text that is equal for equal values: kind and value.
  package static func key(_ value: Value, _ text: String) -> [UInt8]? {
    let key: String
    switch value {
    case .missing, .empty, .invalid: return nil
    case .text, .list, .file: key = "text " + text
    case .integer(let number): key = "exact " + plainDigits(String(number))
    case .decimal(let number): key = "exact " + plainDigits(number.description)
    case .number(let number): key = "number \(number == 0 ? 0 : number)"
    case .boolean(let truth): key = "boolean \(truth)"
    case .date(let date): key = "date \(date)"
    case .time(let time): key = "time \(time)"
    case .datetime(let instant): key = "moment \(instant)"
    }
    return Array(key.utf8)
  }

  /// Returns -1, 0 or 1 if the first is before, equal to or after the second, or nil if they cannot
  /// be compared. Text is not compared here.
  static func order(_ a: Value, _ b: Value) -> Int? {
    func sign<T: Comparable>(_ a: T, _ b: T) -> Int { a < b ? -1 : a == b ? 0 : 1 }
    switch (a, b) {
    case (.number, _), (_, .number):
      guard let x = double(a), let y = double(b) else { return nil }
      // Several decimals may have the same binary number.
      guard x == y, let p = shortest(a), let q = shortest(b) else { return sign(x, y) }
      return order(digits: p, q)
    case (.integer, _), (.decimal, _):
      guard let x = digits(a), let y = digits(b) else { return nil }
      return order(digits: x, y)
    // The texts of dates and times in ISO 8601 with four-digit years sort chronologically.
    case (.date(let x), .date(let y)): return sign(x.description, y.description)
    case (.time(let x), .time(let y)): return sign(x.description, y.description)
    case (.date, _), (.datetime, _):
      guard let x = moment(a), let y = moment(b) else { return nil }
      return sign(x, y)
    case (.boolean(let x), .boolean(let y)): return sign(x ? 1 : 0, y ? 1 : 0)
    default: return nil
    }
  }

  private static func double(_ value: Value) -> Double? {
    if case .number(let number) = value { number } else { digits(value).flatMap(Double.init) }
  }

  private static func shortest(_ value: Value) -> String? {
    guard case .number(let number) = value else { return digits(value) }
    return Decimal(string: "\(number)").map { "\($0)" }
  }

  private static func digits(_ value: Value) -> String? {
    switch value {
    case .integer(let number): String(number)
    case .decimal(let number): number.description
    default: nil
    }
  }

  /// `YYYY-MM-DDTHH:MM:SS.nnnnnnnnn` in UTC.
  private static func moment(_ value: Value) -> String? {
    switch value {
    case .date(let date): return "\(date)T00:00:00.000000000"
    case .datetime(let instant):
      let parts = instant.description.dropLast().split(separator: ".")
      let fraction = parts.count > 1 ? String(parts[1]) : ""
      return parts[0] + "." + fraction + String(repeating: "0", count: 9 - fraction.count)
    default: return nil
    }
  }

  /// A decimal number without redundant zeros and without a sign of zero.
  static func plainDigits(_ text: String) -> String {
    let isNegative = text.hasPrefix("-")
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    let whole = parts[0].drop { $0 == "0" }
    var fraction = parts.count > 1 ? parts[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    let plain = (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction)
    return isNegative && plain != "0" ? "-" + plain : String(plain)
  }

  /// Compares two decimal numbers of any length by their digits.
  private static func order(digits a: String, _ b: String) -> Int {
    let (a, b) = (plainDigits(a), plainDigits(b))
    if a == b { return 0 }
    let (negativeA, negativeB) = (a.hasPrefix("-"), b.hasPrefix("-"))
    if negativeA != negativeB { return negativeA ? -1 : 1 }
    func parts(_ text: String) -> (Int, String) {
      let digits = text.drop { $0 == "-" }
      return (digits.prefix { $0 != "." }.count, String(digits))
    }
    let (x, y) = (parts(a), parts(b))
    let isSmaller = x.0 == y.0 ? x.1 < y.1 : x.0 < y.0
    return isSmaller != negativeA ? -1 : 1
  }
}

extension UInt8 {
  /// The lower-case letter of an upper-case one.
  fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
}
