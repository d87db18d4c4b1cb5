extension CalendarDate: FormValue {
  /// A day.
  public static var fieldType: FieldType { .date() }
  /// `YYYY-MM-DD`.
  public var formText: String? { description }
  /// The day, written `YYYY-MM-DD`.
  public init?(formText: String) {
    guard case .date(let value) = Self.fieldType.literal(formText)?.value else { return nil }
    self = value
  }
}

extension TimeOfDay: FormValue {
  /// A time of day.
  public static var fieldType: FieldType { .time() }
  /// `HH:MM:SS`, with decimals when there are some.
  public var formText: String? { description }
  /// The time, written `HH:MM[:SS[.f…]]`.
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
  /// The moment, written as RFC 3339 says.
  public init?(formText: String) { self.init(text: formText) }
}
