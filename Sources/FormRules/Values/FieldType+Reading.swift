package import FormBytes

extension FieldType {
  /// The reason that a text does not have a type.
  package struct Mismatch: Error, Sendable {
    /// The error code, such as `integer.invalid`.
    package var code: String
  }

  /// Reads a present text (at least one byte).
  ///
  /// The cases of `FieldType` specify grammar and bounds. Costs a few nanoseconds per byte; only
  /// `number` allocates.
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
    case .time(let formats):
      if formats.isEmpty, let time = TimeOfDay(iso8601: text) { return .time(time) }
      for format in formats {
        if let time = format.parse(text) { return .time(time) }
      }
      throw Mismatch(code: "time.invalid")
    case .datetime(let formats):
      if formats.isEmpty, let instant = Instant(iso8601: text) { return .datetime(instant) }
      for format in formats {
        if let instant = format.parse(text) { return .datetime(instant) }
      }
      throw Mismatch(code: "datetime.invalid")
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

  /// The value that a rule with `empty: validate` reads for a missing or empty value.
  var emptyText: Value {
    switch self {
    case .list: .list
    case .file: .file
    default: .text
    }
  }

  /// Reads a constant of a definition. Returns nil if the text does not have this type, or if its
  /// formats read it as several values.
  ///
  /// Numbers have a decimal point and no grouping, and dates and times are in ISO 8601, regardless
  /// of the field's format. Dates and times may also be in the field's formats if they are
  /// unambiguous.
  package func literal(_ text: String) -> Literal? {
    let bytes = Array(text.utf8)
    if let value = try? canonical.read(bytes.span) { return Literal(value, bytes: bytes) }
    let values = values(of: bytes.span)
    guard let value = values.first, values.allSatisfy({ $0 == value }) else { return nil }
    return Literal(value, bytes: bytes)
  }

  /// Whether a constant is no date or time in ISO 8601, and the formats read it as several values.
  func isAmbiguous(_ text: String) -> Bool {
    literal(text) == nil && !values(of: Array(text.utf8).span).isEmpty
  }

  /// The values of a text in the formats of a date or time.
  private func values(of text: Span<UInt8>) -> [Value] {
    switch self {
    case .date(let formats): formats.compactMap { $0.parse(text).map(Value.date) }
    case .time(let formats): formats.compactMap { $0.parse(text).map(Value.time) }
    case .datetime(let formats): formats.compactMap { $0.parse(text).map(Value.datetime) }
    case .text, .integer, .decimal, .number, .boolean, .list, .file: []
    }
  }
}

extension FieldType.BooleanWords {
  func read(_ text: Span<UInt8>) -> Bool? {
    for word in yes where text.isEqualIgnoringCase(to: word.utf8.span) { return true }
    for word in no where text.isEqualIgnoringCase(to: word.utf8.span) { return false }
    return nil
  }
}
