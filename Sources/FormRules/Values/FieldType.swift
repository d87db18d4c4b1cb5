/// What text a field takes, and what it means. Each type says exactly what it takes; nothing is
/// guessed or rounded.
public enum FieldType: Sendable, Equatable {
  /// Any text.
  case text
  /// A whole number within 64 bits: `[+-]digits`.
  case integer
  /// An exact decimal number of at most 38 digits.
  case decimal(DecimalFormat = DecimalFormat())
  /// A binary floating-point number (IEEE 754 double), finite, exponents taken.
  case number
  /// True or false.
  case boolean(BooleanWords = BooleanWords())
  /// A day: ISO 8601 `YYYY-MM-DD`, or one of the formats when there are some.
  case date(formats: [DateFormat] = [])
  /// A time of day: `HH:MM[:SS[.f…]]`, or one of the formats when there are some.
  case time(formats: [TimeFormat] = [])
  /// A moment: RFC 3339, or one of the formats when there are some; without a zone it counts as UTC.
  case datetime(formats: [DateTimeFormat] = [])
  /// Several texts, by the separator; in JSON an array.
  case list(separator: String = ",")
  /// A file, by path or content.
  case file

  /// How an exact decimal number is written.
  public struct DecimalFormat: Sendable, Equatable {
    /// At most so many decimals; nil means up to 38.
    public var scale: Int?
    /// The decimal sign, one ASCII character.
    public var point: String
    /// A thousands separator that may stand between groups of three digits, one ASCII character.
    public var group: String?
    /// Texts that may stand before or after the number, such as a currency.
    public var strip: [String]

    /// The default takes `1234.5`.
    public init(
      scale: Int? = nil, point: String = ".", group: String? = nil, strip: [String] = []
    ) {
      self.scale = scale
      self.point = point
      self.group = group
      self.strip = strip
    }
  }

  /// The words that mean true and false, any case of ASCII letters.
  public struct BooleanWords: Sendable, Equatable {
    /// Words for true.
    public var yes: [String]
    /// Words for false.
    public var no: [String]

    /// The default takes true/yes/1 and false/no/0.
    public init(yes: [String] = ["true", "yes", "1"], no: [String] = ["false", "no", "0"]) {
      self.yes = yes
      self.no = no
    }
  }

  /// The stored names, in the order of the documentation.
  public static let names = [
    "text", "integer", "decimal", "number", "boolean", "date", "time", "datetime", "list", "file",
  ]

  /// The stored name, such as `integer`; the last part of a type error's rule id.
  public var name: String {
    switch self {
    case .text: "text"
    case .integer: "integer"
    case .decimal: "decimal"
    case .number: "number"
    case .boolean: "boolean"
    case .date: "date"
    case .time: "time"
    case .datetime: "datetime"
    case .list: "list"
    case .file: "file"
    }
  }

  /// Whether values of this type are whole, decimal or binary numbers.
  package var isNumeric: Bool {
    switch self {
    case .integer, .decimal, .number: true
    default: false
    }
  }
}
