extension CalendarDate: FormValue {
  /// The field type of dates.
  public static var fieldType: FieldType { .date() }
  /// The date as `YYYY-MM-DD`.
  public var formText: String? { description }
  /// Parses a date, `YYYY-MM-DD`.
  public init?(formText: String) {
    guard case .date(let value) = Self.fieldType.literal(formText)?.value else { return nil }
    self = value
  }
}

extension TimeOfDay: FormValue {
  /// The field type of times of day.
  public static var fieldType: FieldType { .time() }
  /// The time as `HH:MM:SS`, with a fraction if it is not zero.
  public var formText: String? { description }
  /// Parses a time, `HH:MM[:SS[.f…]]`.
  public init?(formText: String) {
    guard case .time(let value) = Self.fieldType.literal(formText)?.value else { return nil }
    self = value
  }
}

extension Instant: FormValue {
  /// The field type of timestamps.
  public static var fieldType: FieldType { .datetime() }
  /// The timestamp in RFC 3339 notation, in UTC.
  public var formText: String? { description }
  /// Parses a timestamp in RFC 3339 notation.
  public init?(formText: String) { self.init(text: formText) }
}
