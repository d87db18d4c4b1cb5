import FormBytes

extension CellFormat {
  /// Formats the number of a cell according to the cell's style.
  func text(number: [UInt8], _ kind: CellStyles.Kind, is1904: Bool) -> [UInt8] {
    let plain = SheetNumber.text(number)
    switch kind {
    case .number: return written(plain)
    case .padded(let width):
      guard plain.count < width, plain.allSatisfy(\.isASCIIDigit) else {
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
      case .time: return notation(date.time) ?? date.time
      default: return date.time
      }
    }
    switch dates {
    case .date where date.milliseconds == 0: return notation(date.date) ?? date.date
    case .dateTime: return notation(date.dateTime) ?? date.dateTime
    case .time where kind == .time: return notation(date.time) ?? date.time
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
