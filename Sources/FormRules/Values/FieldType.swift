/// The type of a field, which specifies the accepted texts and their meaning exactly. Nothing is
/// guessed or rounded.
public enum FieldType: Sendable, Equatable {
  /// Any text.
  case text
  /// A 64-bit integer: `[+-]digits`.
  case integer
  /// An exact decimal number of at most 38 digits.
  case decimal(DecimalFormat = DecimalFormat())
  /// A finite binary floating-point number (IEEE 754 double), with an optional exponent.
  case number
  /// A boolean.
  case boolean(BooleanWords = BooleanWords())
  /// A date: ISO 8601 `YYYY-MM-DD`, or one of the formats if there are any.
  case date(formats: [DateFormat] = [])
  /// A time of day: `HH:MM[:SS[.f…]]`, or one of the formats if there are any.
  case time(formats: [TimeFormat] = [])
  /// A timestamp: RFC 3339, or one of the formats if there are any. Without a time zone it is in
  /// UTC.
  case datetime(formats: [DateTimeFormat] = [])
  /// A list of texts with a separator, or an array in JSON.
  case list(separator: String = ",")
  /// A file, given by path or content.
  case file

  /// The words for true and false. ASCII letters may have any case.
  public struct BooleanWords: Sendable, Equatable {
    /// Words for true.
    public var yes: [String]
    /// Words for false.
    public var no: [String]

    /// Creates words. The default is true/yes/1 and false/no/0.
    public init(yes: [String] = ["true", "yes", "1"], no: [String] = ["false", "no", "0"]) {
      self.yes = yes
      self.no = no
    }
  }

  /// A type without its options. The raw values are the stored names; the order is that of the
  /// documentation.
  public enum Kind: String, CaseIterable, Sendable {
    case text, integer, decimal, number, boolean, date, time, datetime, list, file
  }

  /// The type without its options.
  public var kind: Kind {
    switch self {
    case .text: .text
    case .integer: .integer
    case .decimal: .decimal
    case .number: .number
    case .boolean: .boolean
    case .date: .date
    case .time: .time
    case .datetime: .datetime
    case .list: .list
    case .file: .file
    }
  }

  /// The stored names, in the order of the documentation.
  public static let names = Kind.allCases.map(\.rawValue)

  /// The stored name, such as `integer`, which is the last part of a type error's rule identifier.
  public var name: String { kind.rawValue }

  /// The patterns of a date, time or timestamp, if the type specifies any.
  package var formatPatterns: [String] {
    switch self {
    case .date(let formats): formats.map(\.pattern)
    case .time(let formats): formats.map(\.pattern)
    case .datetime(let formats): formats.map(\.pattern)
    case .text, .integer, .decimal, .number, .boolean, .list, .file: []
    }
  }

  /// The date, time or timestamp with other formats, or nil if a pattern is invalid for the type.
  package func with(formats patterns: [String]) -> FieldType? {
    let type: FieldType =
      switch self {
      case .date: .date(formats: patterns.compactMap(DateFormat.init))
      case .time: .time(formats: patterns.compactMap(TimeFormat.init))
      case .datetime: .datetime(formats: patterns.compactMap(DateTimeFormat.init))
      case .text, .integer, .decimal, .number, .boolean, .list, .file: self
      }
    return type.formatPatterns == patterns ? type : nil
  }

  /// Whether values of this type are integers, decimals or binary numbers.
  package var isNumeric: Bool {
    kind.isNumeric
  }
}

extension FieldType.Kind {
  /// Whether values are integers, decimals or binary numbers.
  package var isNumeric: Bool {
    switch self {
    case .integer, .decimal, .number: true
    case .text, .boolean, .date, .time, .datetime, .list, .file: false
    }
  }

  /// Whether values are dates, times or timestamps.
  package var isTemporal: Bool {
    switch self {
    case .date, .time, .datetime: true
    case .text, .integer, .decimal, .number, .boolean, .list, .file: false
    }
  }
}
