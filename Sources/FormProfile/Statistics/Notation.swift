import FormBytes
package import FormRules

/// The notations of typed values that a profile recognizes, as field types. Each text is parsed as
/// the types that its characters allow, with the parsers that also validate records.
package enum Notation {
  /// The types, narrower types first, at most 64.
  package static let types: [FieldType] = numbers + dates + times + datetimes

  /// The ranges of `types` by kind.
  package static let numberRange = 0..<numbers.count
  package static let dateRange = numberRange.upperBound..<numberRange.upperBound + dates.count
  package static let timeRange = dateRange.upperBound..<dateRange.upperBound + times.count
  package static let datetimeRange = timeRange.upperBound..<timeRange.upperBound + datetimes.count

  static let integer = 0
  static let decimal = 1
  static let grouped = 2

  private static let numbers: [FieldType] = [
    .integer, .decimal(), .decimal(.init(group: [","])), .decimal(.init(point: ",")),
    .decimal(.init(point: ",", group: ["."])), .number,
  ]

  private static let dates = FieldType.commonDates

  private static let times: [FieldType] =
    [.time()]
    + ["H:mm", "H:mm:ss", "h:mm a", "h:mm:ss a"].map { .time(formats: [TimeFormat($0)!]) }

  private static let datetimes: [FieldType] =
    [.datetime()]
    + [
      "d/M/yyyy H:mm", "M/d/yyyy H:mm",
      "d/M/yyyy H:mm:ss", "M/d/yyyy H:mm:ss", "M/d/yyyy h:mm a", "M/d/yyyy h:mm:ss a",
      "d/M/yy H:mm", "M/d/yy H:mm", "d.M.yyyy H:mm",
    ].map { .datetime(formats: [DateTimeFormat($0)!]) }

  /// Calls `body` with the position of each type that the text has.
  ///
  /// - Parameter counts: The character classes of the text.
  @inline(__always)
  static func forEachType(
    of text: Span<UInt8>, _ counts: CharacterCounts, _ body: (Int) -> Void
  ) {
    guard counts.digits > 0, counts.nonASCII < 3, text.count <= 64 else { return }
    if counts.letters == 0, counts.hasOnly(numberMarks) {
      forEachNumber(of: text, counts, body)
    } else if counts.letters == 1, counts.hasOnly(numberMarks),
      (try? NumberGrammar.number(text)) != nil
    {
      body(numberRange.upperBound - 1)
    }
    guard counts.digits >= 3 else { return }
    if counts.marks & colon != 0 {
      if counts.hasOnly(timeMarks) { attempt(timeRange, text, body: body) }
      if counts.digits >= 7, counts.hasOnly(timestampMarks) {
        attempt(datetimeRange, text, body: body)
      }
    } else if counts.digits <= 8, counts.others >= 2 || counts.others == 0 && counts.digits == 8 {
      for (mark, range) in datesByMark where counts.hasOnly(mark) {
        attempt(range, text, body: body)
      }
    }
  }

  private static func attempt(_ range: Range<Int>, _ text: Span<UInt8>, body: (Int) -> Void) {
    for index in range where (try? types[index].read(text)) != nil { body(index) }
  }

  /// Finds the number types of a text without letters. Faster than parsing it as each type.
  private static func forEachNumber(
    of text: Span<UInt8>, _ counts: CharacterCounts, _ body: (Int) -> Void
  ) {
    if counts.others == 0 {
      // A text that consists of digits has all number types, up to a length.
      if text.count <= 18 || (try? NumberGrammar.integer(text)) != nil { body(integer) }
      if text.count <= 38 { for index in decimal..<numberRange.upperBound { body(index) } }
      return
    }
    if (try? NumberGrammar.integer(text)) != nil { body(integer) }
    if (try? NumberGrammar.decimal(text)) != nil {
      body(decimal)
      body(numberRange.upperBound - 1)
    }
    if (try? NumberGrammar.decimal(text, group: .comma)) != nil { body(grouped) }
    if (try? NumberGrammar.decimal(text, point: .comma)) != nil { body(grouped + 1) }
    if (try? NumberGrammar.decimal(text, point: .comma, group: UInt8(ascii: "."))) != nil {
      body(grouped + 2)
    }
  }

  private static func marks(_ text: StaticString) -> UInt64 {
    var marks: UInt64 = 0
    text.withUTF8Buffer { unsafe $0.forEach { marks |= CharacterCounts.mark($0) } }
    return marks
  }

  private static let colon = marks(":")
  private static let numberMarks = marks("+-.,")
  private static let timeMarks = marks(":. ")
  private static let timestampMarks = marks(":. -+/")

  /// The punctuation of dates, with the types that use it.
  private static let datesByMark: [(marks: UInt64, types: Range<Int>)] = {
    let patterns = types[dateRange].map { $0.formatPatterns.first ?? "yyyy-MM-dd" }
    var groups: [(marks: UInt64, types: Range<Int>)] = []
    for (offset, pattern) in patterns.enumerated() {
      var marks: UInt64 = 0
      for byte in pattern.utf8 where !byte.isASCIILetter { marks |= CharacterCounts.mark(byte) }
      let index = dateRange.lowerBound + offset
      if let last = groups.last, last.marks == marks {
        groups[groups.count - 1].types = last.types.lowerBound..<index + 1
      } else {
        groups.append((marks, index..<index + 1))
      }
    }
    return groups
  }()
}
