extension CalendarDate: FormValue {
  /// A day.
  public static var fieldType: FieldType { .date() }
  /// `YYYY-MM-DD`.
  public var formText: String? { description }
  /// Parses a day, `YYYY-MM-DD`.
  public init?(formText: String) {
    guard case .date(let value) = Self.fieldType.literal(formText)?.value else { return nil }
    self = value
  }
}

extension TimeOfDay: FormValue {
  /// A time of day.
  public static var fieldType: FieldType { .time() }
  /// `HH:MM:SS`, with decimals of the second if there are any.
  public var formText: String? { description }
  /// Parses a time, `HH:MM[:SS[.f…]]`.
  public init?(formText: String) {
    guard case .time(let value) = Self.fieldType.literal(formText)?.value else { return nil }
    self = value
  }
}

extension Instant: FormValue {
  /// A moment.
  public static var fieldType: FieldType { .datetime() }
  /// RFC 3339, in UTC.
  public var formText: String? { description }
  /// Parses a moment in RFC 3339 notation.
  public init?(formText: String) { self.init(text: formText) }
}
