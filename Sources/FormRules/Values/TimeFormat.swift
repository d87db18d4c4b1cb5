import FormBytes

/// A format for times of day other than ISO 8601: a pattern of `HH`, `H` (hours 0 to 23), `hh`, `h`
/// (hours 1 to 12, with `a`), `mm`, `ss`, `S` (fractions of a second), `a`, and literal characters.
///
/// `H` and `h` match one or two digits, the others exactly two; `S` matches one or more digits, of
/// which nine count, `SSS` exactly three. If other numbers follow without a separator, `H`, `h` and
/// `S` match the digits that these leave: `930` in `Hmm` is 9:30. `a` matches AM and PM in any
/// case, also as a.m. and a. m. A space in the pattern also matches a no-break space (U+00A0,
/// U+202F), which some programs write before AM.
public struct TimeFormat: Sendable, Equatable {
  /// The pattern as written.
  public let pattern: String
  private let parts: [Part]
  /// For each part, the number of digits that the numbers directly after it take.
  private let reserved: [Int]

  private enum Part: FormatPart, Sendable, Equatable {
    /// The minimum number of digits, and whether the hours are 1 to 12.
    case hour(Int, isTwelveHour: Bool)
    case minute, second, dayPeriod
    /// The exact number of digits, or nil for one or more.
    case decimals(Int?)
    case literal(UInt8)

    var digits: ClosedRange<Int>? {
      switch self {
      case .hour(let width, _): width...2
      case .minute, .second: 2...2
      case .decimals(let width): width.map { $0...$0 } ?? 1...9
      case .literal(let byte): byte.isASCIIDigit ? 1...1 : nil
      case .dayPeriod: nil
      }
    }
  }

  /// Parses a pattern. Returns nil if hours or minutes are missing, a component occurs twice, `a`
  /// occurs without 12-hour hours or vice versa, a fraction occurs without seconds, a run of
  /// letters is unknown, or the end of a number would be uncertain (`HSmmss`).
  public init?(_ pattern: String) {
    var parts: [Part] = []
    for run in pattern.utf8.runs {
      switch String(decoding: run, as: UTF8.self) {
      case "HH": parts.append(.hour(2, isTwelveHour: false))
      case "H": parts.append(.hour(1, isTwelveHour: false))
      case "hh": parts.append(.hour(2, isTwelveHour: true))
      case "h": parts.append(.hour(1, isTwelveHour: true))
      case "mm": parts.append(.minute)
      case "ss": parts.append(.second)
      case "a": parts.append(.dayPeriod)
      case "S": parts.append(.decimals(nil))
      case _ where run.first == UInt8(ascii: "S"): parts.append(.decimals(run.count))
      case _ where run.first?.isASCIILetter == true: return nil
      default: parts += run.map(Part.literal)
      }
    }
    func count(_ isOne: (Part) -> Bool) -> Int { parts.count(where: isOne) }
    let hours = parts.compactMap {
      if case .hour(_, let isTwelveHour) = $0 { isTwelveHour } else { nil }
    }
    let decimals = count { if case .decimals = $0 { true } else { false } }
    guard hours.count == 1, count({ $0 == .minute }) == 1, count({ $0 == .second }) <= 1,
      count({ $0 == .dayPeriod }) == (hours[0] ? 1 : 0), decimals <= count({ $0 == .second }),
      let reserved = (parts as [any FormatPart]).reservedDigits
    else { return nil }
    self.pattern = pattern
    self.parts = parts
    self.reserved = reserved
  }

  /// The time in this format.
  package func text(of time: TimeOfDay) -> String {
    let seconds = Int(time.nanoseconds / 1_000_000_000)
    // A format may have more decimals than nanoseconds.
    let decimals =
      Int(time.nanoseconds % 1_000_000_000).zeroPadded(to: 9)
      + String(repeating: "0", count: pattern.utf8.count)
    let texts = parts.map { part in
      switch part {
      case .hour(let width, isTwelveHour: false): Array((seconds / 3600).zeroPadded(to: width).utf8)
      case .hour(let width, isTwelveHour: true):
        Array(((seconds / 3600 + 11) % 12 + 1).zeroPadded(to: width).utf8)
      case .minute: Array((seconds / 60 % 60).zeroPadded(to: 2).utf8)
      case .second: Array((seconds % 60).zeroPadded(to: 2).utf8)
      case .dayPeriod: Array((seconds < 43_200 ? "AM" : "PM").utf8)
      case .decimals(let width): Array(decimals.utf8.prefix(width ?? time.decimals))
      case .literal(let byte): [byte]
      }
    }
    return String(decoding: texts.joined(), as: UTF8.self)
  }

  /// Parses a time. Returns nil if the text has another format or there is no such time.
  package func parse(_ text: Span<UInt8>) -> TimeOfDay? {
    var index = 0
    let time = read(text, &index)
    return index == text.count ? time : nil
  }

  /// Parses the time at an index and advances the index.
  func read(_ text: Span<UInt8>, _ index: inout Int) -> TimeOfDay? {
    var (hour, minute, second, decimals) = (0, 0, 0, Int64(0))
    var isAfternoon: Bool?
    for (part, reserved) in zip(parts, reserved) {
      switch part {
      case .hour(let width, let isTwelveHour):
        guard let number = text.number(&index, width...2, before: reserved),
          isTwelveHour ? (1...12).contains(number) : number < 24
        else { return nil }
        hour = isTwelveHour ? number % 12 : number
      case .minute, .second:
        guard let number = text.number(&index, 2...2), number < 60 else { return nil }
        if part == .minute { minute = number } else { second = number }
      case .decimals(let width):
        let start = index
        let limit = min(width.map { start + $0 } ?? text.count, text.count)
        while index < limit, text[index].isASCIIDigit { index += 1 }
        if width == nil { index -= reserved }
        guard index > start, width.map({ $0 == index - start }) ?? true,
          let value = text.decimals(start..<index)
        else { return nil }
        decimals = value
      case .dayPeriod:
        guard let period = text.dayPeriod(&index) else { return nil }
        isAfternoon = period == .afternoon
      case .literal(let byte):
        guard text.skip(byte, &index) else { return nil }
      }
    }
    if isAfternoon == true { hour += 12 }
    return TimeOfDay(
      nanoseconds: Int64(hour * 3600 + minute * 60 + second) * 1_000_000_000 + decimals)
  }
}

extension TimeOfDay {
  /// The number of decimals that are written of a second if a format does not state it: those of
  /// milliseconds, microseconds or nanoseconds.
  fileprivate var decimals: Int {
    nanoseconds % 1_000_000 == 0 ? 3 : nanoseconds % 1000 == 0 ? 6 : 9
  }
}

/// A format for timestamps other than RFC 3339: a `DateFormat` followed by a `TimeFormat`, such as
/// `MM/dd/yyyy h:mm a`, which may be followed by an offset from UTC: `Z`, or `X` or `x` once to
/// three times. Without one, the time is in UTC.
public struct DateTimeFormat: Sendable, Equatable {
  /// The pattern as written.
  public let pattern: String
  private let date: DateFormat
  private let separator: [UInt8]
  private let time: TimeFormat
  /// The notation of the offset from UTC, or nil if there is none.
  private let zone: ZoneFormat?

  /// Parses a pattern. Returns nil if one of its parts is invalid.
  public init?(_ pattern: String) {
    let zone = pattern.utf8.reversed().prefix { "XxZ".utf8.contains($0) }
    let bytes = Array(pattern.utf8.dropLast(zone.count))
    guard let end = bytes.lastIndex(where: { "yMdGB".utf8.contains($0) }),
      let start = bytes.firstIndex(where: { "Hhmsa".utf8.contains($0) }), end + 1 < start,
      let date = DateFormat(String(decoding: bytes[...end], as: UTF8.self)),
      let time = TimeFormat(String(decoding: bytes[start...], as: UTF8.self)),
      case let separator = bytes[(end + 1)..<start],
      !separator.contains(where: \.isASCIILetter)
        || separator.elementsEqual("T".utf8)
    else { return nil }
    self.pattern = pattern
    self.date = date
    self.separator = Array(separator)
    self.time = time
    if zone.isEmpty {
      self.zone = nil
    } else {
      guard let format = ZoneFormat(String(decoding: zone.reversed(), as: UTF8.self)) else {
        return nil
      }
      self.zone = format
    }
  }

  /// The timestamp in this format.
  package func text(of moment: Instant) -> String {
    date.text(of: moment.date) + String(decoding: separator, as: UTF8.self)
      + time.text(of: moment.timeOfDay) + (zone?.utc ?? "")
  }

  /// Parses a timestamp. Returns nil if the text has another format or there is no such timestamp.
  package func parse(_ text: Span<UInt8>) -> Instant? {
    var index = 0
    guard let day = date.read(text, &index) else { return nil }
    for byte in separator { guard text.skip(byte, &index) else { return nil } }
    guard let time = time.read(text, &index) else { return nil }
    var offset = 0
    if let zone {
      guard let seconds = zone.read(text, &index) else { return nil }
      offset = seconds
    }
    guard index == text.count else { return nil }
    return Instant(
      seconds: Int64(day.daysSinceEpoch) * 86_400 + time.nanoseconds / 1_000_000_000
        - Int64(offset),
      nanoseconds: Int32(time.nanoseconds % 1_000_000_000))
  }
}

/// The halves of a day in the 12-hour clock.
enum DayPeriod {
  /// AM, or PM.
  case morning, afternoon
}

extension Span where Element == UInt8 {
  /// Parses as many digits as possible within the range.
  ///
  /// - Parameter reserved: The number of digits after them that other numbers take.
  func number(
    _ index: inout Int, _ width: ClosedRange<Int>, before reserved: Int = 0
  ) -> Int? {
    var end = index
    while end < count, end - index < width.upperBound + reserved, self[end].isASCIIDigit {
      end += 1
    }
    end -= reserved
    guard end - index >= width.lowerBound else { return nil }
    defer { index = end }
    return digits(index..<end)
  }

  /// Skips a byte. If the byte is a space, it accepts a no-break space instead.
  fileprivate func skip(_ byte: UInt8, _ index: inout Int) -> Bool {
    guard index < count else { return false }
    if self[index] == byte {
      index += 1
      return true
    }
    let width = byte == 0x20 ? noBreakSpaceWidth(at: index) : 0
    index += width
    return width > 0
  }

  /// The number of bytes of a no-break space (U+00A0) or narrow no-break space (U+202F) at the
  /// index, or 0 if there is none.
  func noBreakSpaceWidth(at index: Int) -> Int {
    if index + 1 < count, self[index] == 0xC2, self[index + 1] == 0xA0 { return 2 }
    return index + 2 < count && self[index] == 0xE2 && self[index + 1] == 0x80
      && self[index + 2] == 0xAF ? 3 : 0
  }

  /// Parses AM or PM in any case, also as a.m. or a. m.
  func dayPeriod(_ index: inout Int) -> DayPeriod? {
    guard index < count,
      self[index] | 0x20 == UInt8(ascii: "a") || self[index] | 0x20 == UInt8(ascii: "p")
    else { return nil }
    let isAfternoon = self[index] | 0x20 == UInt8(ascii: "p")
    var end = index + 1
    let hasPoint = end < count && self[end] == UInt8(ascii: ".")
    if hasPoint {
      end += 1
      if end < count { end += self[end] == 0x20 ? 1 : noBreakSpaceWidth(at: end) }
    }
    guard end < count, self[end] | 0x20 == UInt8(ascii: "m") else { return nil }
    end += 1
    if hasPoint {
      guard end < count, self[end] == UInt8(ascii: ".") else { return nil }
      end += 1
    }
    index = end
    return isAfternoon ? .afternoon : .morning
  }
}
