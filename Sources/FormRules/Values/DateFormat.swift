import FormBytes

/// A format for dates other than ISO 8601: a pattern of `yyyy`, `yy`, `MM`, `M`, `dd`, `d`, `MMM`
/// and `MMMM` (English month names, abbreviated to three letters or in full, in any case) and
/// literal characters.
///
/// `M` and `d` match one or two digits, the others exactly as many as they have letters. Two-digit
/// years 69–99 are 1969–1999, 00–68 are 2000–2068 (POSIX).
public struct DateFormat: Sendable, Equatable {
  /// The pattern as written.
  public let pattern: String
  private let parts: [Part]

  private enum Part: Sendable, Equatable {
    case year, shortYear, month(ClosedRange<Int>), shortMonth, monthName, day(ClosedRange<Int>)
    case literal(UInt8)
  }

  /// Parses a pattern. Returns nil if year, month or day is missing or occurs twice, or if a run of
  /// letters is unknown.
  public init?(_ pattern: String) {
    var parts: [Part] = []
    var rest = Array(pattern.utf8)[...]
    while let byte = rest.first {
      guard byte.isASCIILetter else {
        parts.append(.literal(byte))
        rest.removeFirst()
        continue
      }
      let run = rest.prefix { $0 == byte }
      switch String(decoding: run, as: UTF8.self) {
      case "yyyy": parts.append(.year)
      case "yy": parts.append(.shortYear)
      case "MMMM": parts.append(.monthName)
      case "MMM": parts.append(.shortMonth)
      case "MM": parts.append(.month(2...2))
      case "M": parts.append(.month(1...2))
      case "dd": parts.append(.day(2...2))
      case "d": parts.append(.day(1...2))
      default: return nil
      }
      rest = rest.dropFirst(run.count)
    }
    let years = parts.count { $0 == .year || $0 == .shortYear }
    let months = parts.count {
      if case .month = $0 { true } else { $0 == .monthName || $0 == .shortMonth }
    }
    let days = parts.count { if case .day = $0 { true } else { false } }
    guard (years, months, days) == (1, 1, 1) else { return nil }
    self.pattern = pattern
    self.parts = parts
  }

  private static let monthNames = CivilDate.monthNames.map { Array($0.utf8) }

  /// The date in this format.
  package func text(of date: CalendarDate) -> String {
    let (year, month, day) = date.components
    return parts.map { part in
      switch part {
      case .literal(let byte): String(UnicodeScalar(byte))
      case .year: year.zeroPadded(to: 4)
      case .shortYear: (year % 100).zeroPadded(to: 2)
      case .month(let width): month.zeroPadded(to: width.lowerBound)
      case .day(let width): day.zeroPadded(to: width.lowerBound)
      case .shortMonth: String(CivilDate.monthNames[month - 1].prefix(3))
      case .monthName: CivilDate.monthNames[month - 1]
      }
    }.joined()
  }

  /// Parses a date. Returns nil if the text has another format or there is no such date.
  package func parse(_ text: Span<UInt8>) -> CalendarDate? {
    var index = 0
    let date = read(text, &index)
    return index == text.count ? date : nil
  }

  /// Parses the date at an index and advances the index.
  func read(_ text: Span<UInt8>, _ index: inout Int) -> CalendarDate? {
    var (year, month, day) = (0, 0, 0)
    for part in parts {
      switch part {
      case .literal(let byte):
        guard index < text.count, text[index] == byte else { return nil }
        index += 1
      case .year:
        guard let value = text.number(&index, 4...4) else { return nil }
        year = value
      case .shortYear:
        guard let value = text.number(&index, 2...2) else { return nil }
        year = value + (value < 69 ? 2000 : 1900)
      case .month(let width):
        guard let value = text.number(&index, width) else { return nil }
        month = value
      case .day(let width):
        guard let value = text.number(&index, width) else { return nil }
        day = value
      case .shortMonth, .monthName:
        let position = Self.monthNames.firstIndex { name in
          let width = part == .shortMonth ? 3 : name.count
          return index + width <= text.count
            && text.extracting(index..<index + width).isEqualIgnoringCase(to: Array(name[..<width]))
        }
        guard let position else { return nil }
        month = position + 1
        index += part == .shortMonth ? 3 : Self.monthNames[position].count
      }
    }
    return CalendarDate(year: year, month: month, day: day)
  }
}
