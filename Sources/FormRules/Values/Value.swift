/// A field's value as read by its type. Texts, lists and files have no payload; rules read the
/// bytes of the cell instead.
public enum Value: Sendable, Equatable {
  /// The column does not exist, or the cell is JSON null or one of the form's words for a missing
  /// value.
  case missing
  /// The cell exists but has no characters.
  case empty
  /// The cell does not have the field's type.
  case invalid
  /// Text. Its bytes are those of the cell.
  case text
  /// An integer.
  case integer(Int64)
  /// An exact decimal number.
  case decimal(ExactDecimal)
  /// A binary floating-point number, always finite.
  case number(Double)
  /// A boolean.
  case boolean(Bool)
  /// A calendar date.
  case date(CalendarDate)
  /// A time of day.
  case time(TimeOfDay)
  /// A timestamp.
  case datetime(Instant)
  /// A list. Its items are parsed from the cell's bytes.
  case list
  /// A file, given by path or content.
  case file

  /// Whether the value exists and has the field's type.
  public var isPresent: Bool {
    switch self {
    case .missing, .empty, .invalid: false
    default: true
    }
  }

  /// Whether the field is missing or empty.
  public var isBlank: Bool {
    switch self {
    case .missing, .empty: true
    default: false
    }
  }

  /// Whether the text does not have the field's type.
  package var isInvalid: Bool {
    if case .invalid = self { true } else { false }
  }

  /// The exact number of an integer or decimal.
  var exact: ExactDecimal? {
    switch self {
    case .integer(let value): ExactDecimal(value)
    case .decimal(let value): value
    default: nil
    }
  }
}

/// The order of two values of the same kind.
package enum Ordering: Sendable {
  case ascending, equal, descending

  /// The order of the same values the other way round.
  var reversed: Ordering {
    switch self {
    case .ascending: .descending
    case .equal: .equal
    case .descending: .ascending
    }
  }

  init<T: Comparable>(_ a: T, _ b: T) { self = a < b ? .ascending : a == b ? .equal : .descending }
}

extension Value {
  /// Compares two values. Returns nil if they cannot be compared because their kinds differ or one
  /// is missing. Integers, decimals and binary numbers compare with each other, binary numbers as
  /// their shortest decimals; a date compares with a timestamp as its first instant in UTC. Text is
  /// not compared here.
  package func order(to other: Value) -> Ordering? {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): return Ordering(a, b)
    case (.date(let a), .date(let b)): return Ordering(a, b)
    case (.time(let a), .time(let b)): return Ordering(a, b)
    case (.datetime(let a), .datetime(let b)): return Ordering(a, b)
    case (.date(let a), .datetime(let b)): return Ordering(Instant(startOf: a), b)
    case (.datetime(let a), .date(let b)): return Ordering(a, Instant(startOf: b))
    case (.boolean(let a), .boolean(let b)): return Ordering(a ? 1 : 0, b ? 1 : 0)
    case (.number(let a), .number(let b)): return Ordering(a, b)
    case (.number(let a), _): return other.order(toBinary: a)?.reversed
    case (_, .number(let b)): return order(toBinary: b)
    default:
      guard let a = exact, let b = other.exact else { return nil }
      return a.order(to: b)
    }
  }

  /// Compares an integer or decimal with a binary number; nil for other values.
  private func order(toBinary number: Double) -> Ordering? {
    guard let exact, let binary else { return nil }
    let order = Ordering(binary, number)
    // Beyond 15 digits, several decimals have the same binary number.
    guard order == .equal, exact.mantissa.magnitude >= 1_000_000_000_000_000,
      let shortest = Fraction(shortest: number)
    else { return order }
    return Fraction(exact).order(to: shortest)
  }

  private var binary: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .decimal(let value): Double(value.description)
    default: nil
    }
  }
}

extension Instant {
  /// The first instant of a date in UTC.
  public init(startOf date: CalendarDate) {
    self.init(seconds: Int64(date.daysSinceEpoch) * 86_400)
  }
}
