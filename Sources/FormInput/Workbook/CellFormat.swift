/// The text format for the typed cells of a column.
///
/// Spreadsheets store dates as numbers without a text format, so the consumer of the text specifies
/// it.
package struct CellFormat: Sendable, Equatable {
  package enum Dates: Sendable, Equatable {
    /// According to the cell's format: a date, a time or both, in ISO 8601.
    case styled
    /// A date, in a pattern (`dd.MM.yyyy`) or in ISO 8601.
    case date(pattern: String?)
    /// A date and time, even at midnight, in a pattern or in ISO 8601.
    case dateTime(pattern: String? = nil)
    /// A time, in a pattern (`h:mm a`) or in ISO 8601.
    case time(pattern: String? = nil)
  }

  package var dates = Dates.styled
  /// The decimal separator of numbers.
  package var point: UInt8 = UInt8(ascii: ".")
  /// The texts before and after the digits of negative numbers.
  package var (negativePrefix, negativeSuffix) = ("-", "")
  package var yes = "TRUE"
  package var no = "FALSE"
  /// Whether an error value, or a formula without a saved value, is a fault of its record. If not,
  /// the former is text, and the latter is empty.
  package var requiresValues = true

  package init() {}

  /// Formats the number of a cell according to the cell's style.
  func text(number: [UInt8], _ kind: CellStyles.Kind, is1904: Bool) -> [UInt8] {
    let plain = SheetNumber.text(number)
    switch kind {
    case .number: return written(plain)
    case .padded(let width):
      guard plain.count < width, plain.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return written(plain)
      }
      return Array(repeating: 0x30, count: width - plain.count) + plain
    case .date, .time, .dateTime:
      guard let serial = Double(String(decoding: number, as: UTF8.self)),
        let date = SerialDate(serial, is1904: is1904), let text = text(date, kind)
      else { return written(plain) }
      return Array(text.utf8)
    case .elapsed:
      guard let serial = Double(String(decoding: number, as: UTF8.self)),
        let text = SerialDate.elapsed(serial)
      else { return written(plain) }
      return Array(text.utf8)
    }
  }

  /// Formats a date of a strict workbook according to the cell's style.
  ///
  /// Returns text that is not a date unchanged.
  func text(iso text: String, _ kind: CellStyles.Kind) -> String {
    guard let date = SerialDate(iso: text) else { return text }
    let isStyled = kind == .date || kind == .time || kind == .dateTime
    let fallback: CellStyles.Kind =
      date.isTimeOnly ? .time : date.milliseconds == 0 ? .date : .dateTime
    return self.text(date, isStyled ? kind : fallback) ?? text
  }

  private func text(_ date: SerialDate, _ kind: CellStyles.Kind) -> String? {
    if date.isTimeOnly || kind == .time && date.isFirstDay {
      // With a date format, day 0 is not a calendar date.
      switch dates {
      case .dateTime: return nil
      case _ where kind == .date: return nil
      case .time(let pattern): return pattern.flatMap { date.text(pattern: $0) } ?? date.time
      default: return date.time
      }
    }
    switch dates {
    case .date(let pattern) where date.milliseconds == 0:
      return pattern.flatMap { date.text(pattern: $0) } ?? date.date
    case .dateTime(let pattern):
      return pattern.flatMap { date.text(pattern: $0) } ?? date.dateTime
    case .time(let pattern) where kind == .time:
      return pattern.flatMap { date.text(pattern: $0) } ?? date.time
    default:
      // Keeps values that the cell contains but its format does not show.
      if kind == .date, date.milliseconds == 0 { return date.date }
      return date.dateTime
    }
  }

  /// A number with the column's decimal separator and notation of negative numbers.
  private func written(_ number: [UInt8]) -> [UInt8] {
    let text =
      point == UInt8(ascii: ".") ? number : number.map { $0 == UInt8(ascii: ".") ? point : $0 }
    guard text.first == UInt8(ascii: "-"), negativePrefix != "-" else { return text }
    return Array(negativePrefix.utf8) + text.dropFirst() + negativeSuffix.utf8
  }
}

/// Formats the numbers of sheets.
enum SheetNumber {
  /// Formats a number as spreadsheet programs display it in full.
  ///
  /// They store 15 digits, and Excel writes 1.1 as 1.1000000000000001. Whole numbers are unchanged.
  /// Exponents are expanded if the text stays short.
  static func text(_ raw: [UInt8]) -> [UInt8] {
    guard raw.contains(where: { $0 == 0x2E || $0 == 0x65 || $0 == 0x45 }) else { return raw }
    var digits: [UInt8] = []
    var exponent = 0
    var isNegative = false
    var hasPoint = false
    for (index, byte) in raw.enumerated() {
      switch byte {
      case UInt8(ascii: "-") where index == 0: isNegative = true
      case UInt8(ascii: ".") where !hasPoint: hasPoint = true
      case 0x30...0x39:
        digits.append(byte - 0x30)
        if hasPoint { exponent -= 1 }
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        guard let power = Int(String(decoding: raw[(index + 1)...], as: UTF8.self)),
          abs(power) <= 400
        else { return raw }
        return write(digits, exponent: exponent + power, isNegative: isNegative) ?? raw
      default: return raw
      }
    }
    return write(digits, exponent: exponent, isNegative: isNegative) ?? raw
  }

  /// Returns nil if the text would be long, or if there are no digits.
  private static func write(_ digits: [UInt8], exponent: Int, isNegative: Bool) -> [UInt8]? {
    guard !digits.isEmpty else { return nil }
    var digits = Array(digits.drop { $0 == 0 })
    var exponent = exponent
    if digits.count > 15 {
      let isUp = digits[15] >= 5
      exponent += digits.count - 15
      digits.removeLast(digits.count - 15)
      var index = 14
      while isUp, index >= 0 {
        digits[index] += 1
        if digits[index] < 10 { break }
        digits[index] = 0
        index -= 1
      }
      if index < 0 { digits.insert(1, at: 0) }
    }
    while let last = digits.last, last == 0, exponent < 0 {
      digits.removeLast()
      exponent += 1
    }
    guard exponent <= 25, exponent >= -40 else { return nil }
    if digits.isEmpty { return [0x30] }
    var text = digits.map { $0 + 0x30 } + Array(repeating: 0x30, count: max(0, exponent))
    if exponent < 0 {
      if text.count <= -exponent {
        text = Array(repeating: 0x30, count: 1 - exponent - text.count) + text
      }
      text.insert(0x2E, at: text.count + exponent)
    }
    return (isNegative ? [0x2D] : []) + text
  }
}
