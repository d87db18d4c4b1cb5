/// A field's value as its type reads it. Text, lists and files have no payload here: rules look at
/// the bytes of the cell, which stay where they are.
public enum Value: Sendable, Equatable {
  /// No such column, JSON null, or one of the form's words for missing.
  case missing
  /// There, but without a character.
  case empty
  /// There, but not of its field's type.
  case invalid
  /// Text; its bytes are the cell's.
  case text
  /// A whole number.
  case integer(Int64)
  /// An exact decimal number.
  case decimal(ExactDecimal)
  /// A binary floating-point number, always finite.
  case number(Double)
  /// True or false.
  case boolean(Bool)
  /// A calendar day.
  case date(CalendarDate)
  /// A time of day.
  case time(TimeOfDay)
  /// A moment.
  case datetime(Instant)
  /// A list; its items are split out of the cell's bytes.
  case list
  /// A file, by path or content.
  case file

  /// Whether there is a value of the field's type.
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

  /// Whether the text is not of the field's type.
  var isInvalid: Bool {
    if case .invalid = self { true } else { false }
  }

  /// The exact number that this value is, if it is a whole or decimal one.
  var exact: ExactDecimal? {
    switch self {
    case .integer(let value): ExactDecimal(value)
    case .decimal(let value): value
    default: nil
    }
  }
}

/// How two values of one kind stand to each other.
package enum Order: Sendable {
  case ascending, equal, descending

  init<T: Comparable>(_ a: T, _ b: T) { self = a < b ? .ascending : a == b ? .equal : .descending }
}

extension Value {
  /// How two values stand to each other, or nil when they cannot be compared: other kinds, or
  /// something missing. Whole, decimal and binary numbers compare with one another; a date and a
  /// moment compare with the date as its first moment in UTC. Text is not compared here.
  package func order(to other: Value) -> Order? {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): return Order(a, b)
    case (.date(let a), .date(let b)): return Order(a, b)
    case (.time(let a), .time(let b)): return Order(a, b)
    case (.datetime(let a), .datetime(let b)): return Order(a, b)
    case (.date(let a), .datetime(let b)): return Order(Instant(startOf: a), b)
    case (.datetime(let a), .date(let b)): return Order(a, Instant(startOf: b))
    case (.boolean(let a), .boolean(let b)): return Order(a ? 1 : 0, b ? 1 : 0)
    case (.number(let a), .number(let b)): return Order(a, b)
    case (.number(let a), _): return other.binary.map { Order(a, $0) }
    case (_, .number(let b)): return binary.map { Order($0, b) }
    default:
      guard let a = exact, let b = other.exact else { return nil }
      return a.order(to: b)
    }
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
  /// The first moment of that day in UTC.
  public init(startOf date: CalendarDate) {
    self.init(seconds: Int64(date.daysSinceEpoch) * 86_400)
  }
}
