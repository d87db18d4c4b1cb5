package import FormBytes

extension FieldType {
  /// Why a text is not of a type.
  package struct Mismatch: Error, Sendable {
    /// The code, such as `integer.invalid`.
    package var code: String
  }

  /// Reads a present text (at least one byte).
  ///
  /// Grammar and bounds stand at the cases of `FieldType`. Costs a few nanoseconds a byte; nothing
  /// is allocated but for `number`.
  package func read(_ text: Span<UInt8>, kind: Cell.Kind = .string) throws(Mismatch) -> Value {
    if kind == .array || kind == .object {
      guard case .list = self, kind == .array else { throw Mismatch(code: name + ".invalid") }
      return .list
    }
    switch self {
    case .text: return .text
    case .integer: return try Self.readInteger(text)
    case .decimal(let format): return .decimal(try format.read(text))
    case .number:
      do {
        return .number(try NumberGrammar.number(text))
      } catch {
        throw Mismatch(code: error == .invalid ? "number.invalid" : "number.outOfRange")
      }
    case .boolean(let words):
      guard let value = words.read(text) else { throw Mismatch(code: "boolean.invalid") }
      return .boolean(value)
    case .date(let formats):
      if formats.isEmpty { return try Self.readDate(text) }
      for format in formats {
        if let date = format.parse(text) { return .date(date) }
      }
      throw Mismatch(code: "date.invalid")
    case .time:
      guard let time = TimeOfDay(iso8601: text) else { throw Mismatch(code: "time.invalid") }
      return .time(time)
    case .datetime:
      guard let instant = Instant(iso8601: text) else { throw Mismatch(code: "datetime.invalid") }
      return .datetime(instant)
    case .list: return .list
    case .file: return .file
    }
  }

  @inline(__always)
  static func readInteger(_ text: Span<UInt8>) throws(Mismatch) -> Value {
    do {
      return .integer(try NumberGrammar.integer(text))
    } catch {
      throw Mismatch(code: error == .invalid ? "integer.invalid" : "integer.outOfRange")
    }
  }

  @inline(__always)
  static func readDate(_ text: Span<UInt8>) throws(Mismatch) -> Value {
    guard let date = CalendarDate(iso8601: text) else { throw Mismatch(code: "date.invalid") }
    return .date(date)
  }

  /// What a rule that says `empty: validate` is given for a value that is missing or empty.
  var emptyText: Value {
    switch self {
    case .list: .list
    case .file: .file
    default: .text
    }
  }

  /// A constant of this type, or nil when the text is not of it. Dates of types with formats of
  /// their own may also be written in ISO 8601.
  package func literal(_ text: String) -> Literal? {
    let bytes = Array(text.utf8)
    if case .date(let formats) = self, !formats.isEmpty,
      let date = CalendarDate(iso8601: bytes.span)
    {
      return Literal(.date(date), bytes: bytes)
    }
    guard let value = try? read(bytes.span) else { return nil }
    return Literal(value, bytes: bytes)
  }
}

extension FieldType.DecimalFormat {
  func read(_ text: Span<UInt8>) throws(FieldType.Mismatch) -> ExactDecimal {
    var range = 0..<text.count
    if !strip.isEmpty { range = stripped(text) }
    let value: ExactDecimal
    do {
      value = try NumberGrammar.decimal(
        text.extracting(range), point: point.utf8.first ?? UInt8(ascii: "."),
        group: group?.utf8.first)
    } catch {
      throw FieldType.Mismatch(code: error == .invalid ? "decimal.invalid" : "decimal.outOfRange")
    }
    if let scale, value.scale > scale { throw FieldType.Mismatch(code: "decimal.tooManyDecimals") }
    return value
  }

  /// The range without the words that may stand before and after, and the blanks beside them.
  private func stripped(_ text: Span<UInt8>) -> Range<Int> {
    var range = text.trimmedRange
    for word in strip {
      let bytes = word.utf8.span
      guard range.count > bytes.count else { continue }
      if text.extracting(range.lowerBound..<range.lowerBound + bytes.count).isEqual(to: bytes) {
        range = range.lowerBound + bytes.count..<range.upperBound
      } else if text.extracting(range.upperBound - bytes.count..<range.upperBound)
        .isEqual(to: bytes)
      {
        range = range.lowerBound..<range.upperBound - bytes.count
      } else {
        continue
      }
      let inner = text.extracting(range).trimmedRange
      range = range.lowerBound + inner.lowerBound..<range.lowerBound + inner.upperBound
    }
    return range
  }
}

extension FieldType.BooleanWords {
  func read(_ text: Span<UInt8>) -> Bool? {
    for word in yes where text.isEqualIgnoringCase(to: word.utf8.span) { return true }
    for word in no where text.isEqualIgnoringCase(to: word.utf8.span) { return false }
    return nil
  }
}
