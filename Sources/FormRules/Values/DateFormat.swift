import FormBytes

/// A format for dates other than ISO 8601: a pattern of `yyyy`, `yy`, `MM`, `M`, `dd`, `d`, `MMM`
/// and `MMMM` (English month names, abbreviated to three letters or in full, in any case) and
/// literal characters. `G` and `y` are a Japanese era and its year, `BBBB` is the year of the
/// Buddhist era, 543 more than the Gregorian one.
///
/// `M` and `d` match one or two digits, the others exactly as many as they have letters. Two-digit
/// years 69–99 are 1969–1999, 00–68 are 2000–2068 (POSIX). `G` matches the full name of an era
/// since 1873, its one character or its letter (令和, ㋿, R), and `y` one or two digits or 元; the
/// day must be one of the era's. If other numbers follow without a separator, `M`, `d` and `y`
/// match the digits that these leave: `10126` in `dMMyy` is 1 January 2026.
public struct DateFormat: Sendable, Equatable {
  /// The pattern as written.
  public let pattern: String
  private let parts: [Part]
  /// For each part, the number of digits that the numbers directly after it take.
  private let reserved: [Int]

  private enum Part: FormatPart, Sendable, Equatable {
    case year, shortYear, month(ClosedRange<Int>), shortMonth, monthName, day(ClosedRange<Int>)
    case era, eraYear, buddhistYear
    case literal(UInt8)

    var digits: ClosedRange<Int>? {
      switch self {
      case .year, .buddhistYear: 4...4
      case .shortYear: 2...2
      case .month(let width), .day(let width): width
      case .eraYear: 1...2
      case .literal(let byte): byte.isASCIIDigit ? 1...1 : nil
      case .shortMonth, .monthName, .era: nil
      }
    }
  }

  /// Parses a pattern. Returns nil if year, month or day is missing or occurs twice, if a run of
  /// letters is unknown, or if the end of a number would be uncertain (`dMyyyy`).
  public init?(_ pattern: String) {
    var parts: [Part] = []
    for run in pattern.utf8.runs {
      switch String(decoding: run, as: UTF8.self) {
      case "yyyy": parts.append(.year)
      case "yy": parts.append(.shortYear)
      case "G": parts.append(.era)
      case "y": parts.append(.eraYear)
      case "BBBB": parts.append(.buddhistYear)
      case "MMMM": parts.append(.monthName)
      case "MMM": parts.append(.shortMonth)
      case "MM": parts.append(.month(2...2))
      case "M": parts.append(.month(1...2))
      case "dd": parts.append(.day(2...2))
      case "d": parts.append(.day(1...2))
      case _ where run.first?.isASCIILetter == true: return nil
      default: parts += run.map(Part.literal)
      }
    }
    let years = parts.count { [.year, .shortYear, .eraYear, .buddhistYear].contains($0) }
    let months = parts.count {
      if case .month = $0 { true } else { $0 == .monthName || $0 == .shortMonth }
    }
    let days = parts.count { if case .day = $0 { true } else { false } }
    let eras = parts.count { $0 == .era }
    guard (years, months, days) == (1, 1, 1), eras == parts.count(where: { $0 == .eraYear }),
      let reserved = (parts as [any FormatPart]).reservedDigits
    else { return nil }
    self.pattern = pattern
    self.parts = parts
    self.reserved = reserved
  }

  private static let monthNames = CivilDate.monthNames.map { Array($0.utf8) }

  /// The date in this format, or in ISO 8601 if the era or calendar of the format lacks it. A year
  /// of two digits may be read as one of another century.
  package func text(of date: CalendarDate) -> String {
    let (year, month, day) = date.components
    let era = JapaneseEra.era(ofDay: Int(date.daysSinceEpoch))
    guard era != nil || !parts.contains(.era), year + 543 <= 9999 || !parts.contains(.buddhistYear)
    else { return date.description }
    let texts = parts.map { part in
      switch part {
      case .literal(let byte): [byte]
      case .era: Array((era?.names[0] ?? "").utf8)
      case .eraYear: Array("\(era?.year(ofGregorian: year) ?? 0)".utf8)
      case .buddhistYear: Array((year + 543).zeroPadded(to: 4).utf8)
      case .year: Array(year.zeroPadded(to: 4).utf8)
      case .shortYear: Array((year % 100).zeroPadded(to: 2).utf8)
      case .month(let width): Array(month.zeroPadded(to: width.lowerBound).utf8)
      case .day(let width): Array(day.zeroPadded(to: width.lowerBound).utf8)
      case .shortMonth: Array(CivilDate.monthNames[month - 1].utf8.prefix(3))
      case .monthName: Array(CivilDate.monthNames[month - 1].utf8)
      }
    }
    return String(decoding: texts.joined(), as: UTF8.self)
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
    var era: JapaneseEra?
    for (part, reserved) in zip(parts, reserved) {
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
      case .buddhistYear:
        guard let value = text.number(&index, 4...4) else { return nil }
        year = value - 543
      case .era:
        era = JapaneseEra.all.first { era in
          era.names.contains { name in text.skip(name.utf8.span, &index) }
        }
        guard era != nil else { return nil }
      case .eraYear:
        // The first year of an era.
        if text.skip("元".utf8.span, &index) {
          year = 1
        } else {
          guard let value = text.number(&index, 1...2, before: reserved), value > 0 else {
            return nil
          }
          year = value
        }
      case .month(let width):
        guard let value = text.number(&index, width, before: reserved) else { return nil }
        month = value
      case .day(let width):
        guard let value = text.number(&index, width, before: reserved) else { return nil }
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
    guard let era else { return CalendarDate(year: year, month: month, day: day) }
    let date = CalendarDate(year: era.gregorianYear(year), month: month, day: day)
    return date.flatMap { era.days.contains(Int($0.daysSinceEpoch)) ? $0 : nil }
  }
}

extension Span where Element == UInt8 {
  /// Skips a text if it is at the index.
  fileprivate func skip(_ other: Span<UInt8>, _ index: inout Int) -> Bool {
    guard has(other, at: index) else { return false }
    index += other.count
    return true
  }
}
