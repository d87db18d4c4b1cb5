/// The base types of datatypes in CSV on the Web: those of XML Schema and a few more.
enum CSVWBaseType {
  /// A text, with the pattern that its values match.
  case text(pattern: String? = nil)
  case json
  /// A whole number.
  ///
  /// - Parameter fits: Whether all values have at most 64 bits.
  case integer(min: String? = nil, max: String? = nil, fits: Bool = false)
  case unsignedLong
  case decimal
  case number
  case boolean
  case date, time
  case dateTime(requiresZone: Bool = false)
  /// A part of a date, with the pattern that its values match before a time zone.
  case partOfDate(pattern: String)
  case duration(pattern: String?)
  case base64, hex

  /// Returns the type with this name, or nil if it is unknown.
  init?(_ name: String) {
    guard let type = Self.types[name] else { return nil }
    self = type
  }

  private static let types: [String: CSVWBaseType] = [
    "string": .text(), "normalizedString": .text(), "token": .text(), "any": .text(),
    "anyAtomicType": .text(), "anySimpleType": .text(), "html": .text(), "xml": .text(),
    // Any text, according to XML Schema 1.1.
    "anyURI": .text(),
    "QName": .text(
      pattern: "([\(nameStart)][\(nameCharacters)]*:)?[\(nameStart)][\(nameCharacters)]*"),
    "NMTOKEN": .text(pattern: "[:\(nameCharacters)]+"),
    "Name": .text(pattern: "[:\(nameStart)][:\(nameCharacters)]*"),
    "language": .text(pattern: "[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*"),
    "json": .json,
    "integer": .integer(), "nonNegativeInteger": .integer(min: "0"),
    "positiveInteger": .integer(min: "1"), "nonPositiveInteger": .integer(max: "0"),
    "negativeInteger": .integer(max: "-1"),
    "long": .integer(fits: true),
    "int": .integer(min: "-2147483648", max: "2147483647", fits: true),
    "short": .integer(min: "-32768", max: "32767", fits: true),
    "byte": .integer(min: "-128", max: "127", fits: true),
    "unsignedLong": .unsignedLong,
    "unsignedInt": .integer(min: "0", max: "4294967295", fits: true),
    "unsignedShort": .integer(min: "0", max: "65535", fits: true),
    "unsignedByte": .integer(min: "0", max: "255", fits: true),
    "decimal": .decimal, "number": .number, "double": .number, "float": .number,
    "boolean": .boolean,
    "date": .date, "time": .time, "datetime": .dateTime(), "dateTime": .dateTime(),
    "dateTimeStamp": .dateTime(requiresZone: true),
    "gDay": .partOfDate(pattern: #"---(0[1-9]|[12]\d|3[01])"#),
    "gMonth": .partOfDate(pattern: "--(0[1-9]|1[0-2])"),
    "gMonthDay": .partOfDate(
      pattern: #"--((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)"#
        + #"|02-(0[1-9]|[12]\d))"#),
    "gYear": .partOfDate(pattern: year),
    "gYearMonth": .partOfDate(pattern: year + "-(0[1-9]|1[0-2])"),
    "duration": .duration(
      pattern: #"-?P(?=.)(\d+Y)?(\d+M)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?"#),
    "dayTimeDuration": .duration(
      pattern: #"-?P(?=.)(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?"#),
    "yearMonthDuration": .duration(pattern: #"-?P(?=\d)(\d+Y)?(\d+M)?"#),
    "base64Binary": .base64, "binary": .base64, "hexBinary": .hex,
  ]

  private static let year = #"-?([1-9]\d{3,}|0\d{3})"#

  /// The characters of XML 1.0 names (section 2.3), without the colon.
  private static let nameStart =
    #"A-Z_a-z\x{C0}-\x{D6}\x{D8}-\x{F6}\x{F8}-\x{2FF}\x{370}-\x{37D}\x{37F}-\x{1FFF}\x{200C}\x{200D}"#
    + #"\x{2070}-\x{218F}\x{2C00}-\x{2FEF}\x{3001}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFFD}"#
    + #"\x{10000}-\x{EFFFF}"#
  private static let nameCharacters = nameStart + #".0-9\x{B7}\x{300}-\x{36F}\x{203F}\x{2040}-"#

  /// Whether values have a length (Metadata Vocabulary for Tabular Data, 5.11.1).
  var hasLength: Bool {
    switch self {
    case .text, .json, .duration, .base64, .hex: true
    default: false
    }
  }

  /// Whether equal values of a type that becomes text may have several texts.
  var hasSeveralTexts: Bool {
    switch self {
    case .json, .partOfDate, .duration, .base64, .hex: true
    default: false
    }
  }

  /// Whether values have an order.
  var hasOrder: Bool {
    switch self {
    case .text, .json, .boolean: false
    default: true
    }
  }

  var isNumeric: Bool {
    switch self {
    case .integer, .unsignedLong, .decimal, .number: true
    default: false
    }
  }

  /// Returns whether blanks at the ends belong to values (Model for Tabular Data, 6.4).
  static func keepsBlanks(_ name: String) -> Bool {
    ["string", "json", "xml", "html", "anyAtomicType", "any", "normalizedString"].contains(name)
  }
}
