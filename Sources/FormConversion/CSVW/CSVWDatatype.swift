import FormRules

/// The datatypes of CSV on the Web: those of XML Schema and a few more.
enum CSVWDatatype {
  /// The kind of a type, which determines its constraints.
  enum Kind { case text, binary, boolean, number, moment, duration }

  /// Integer types with their bounds.
  private static let integers: [String: (low: String?, high: String?)] = [
    "integer": (nil, nil), "long": (nil, nil), "int": ("-2147483648", "2147483647"),
    "short": ("-32768", "32767"), "byte": ("-128", "127"), "nonNegativeInteger": ("0", nil),
    "positiveInteger": ("1", nil), "unsignedInt": ("0", "4294967295"),
    "unsignedShort": ("0", "65535"), "unsignedByte": ("0", "255"),
    "nonPositiveInteger": (nil, "0"), "negativeInteger": (nil, "-1"),
  ]

  private static let zone = #"(Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)"#
  private static let year = #"-?([1-9]\d{3,}|0\d{3})"#

  /// Patterns for parts of dates, without a time zone.
  private static let partsOfDates = [
    "gDay": #"---(0[1-9]|[12]\d|3[01])"#, "gMonth": "--(0[1-9]|1[0-2])",
    "gMonthDay":
      #"--((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|[12]\d))"#,
    "gYear": year, "gYearMonth": year + "-(0[1-9]|1[0-2])",
  ]

  /// The characters of XML 1.0 names (section 2.3), without the colon.
  private static let nameStart =
    #"A-Z_a-z\x{C0}-\x{D6}\x{D8}-\x{F6}\x{F8}-\x{2FF}\x{370}-\x{37D}\x{37F}-\x{1FFF}\x{200C}\x{200D}"#
    + #"\x{2070}-\x{218F}\x{2C00}-\x{2FEF}\x{3001}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFFD}"#
    + #"\x{10000}-\x{EFFFF}"#
  private static let nameCharacters = nameStart + #".0-9\x{B7}\x{300}-\x{36F}\x{203F}\x{2040}-"#

  private static let texts: [String: String?] = [
    "string": nil, "normalizedString": nil, "token": nil, "any": nil, "anyAtomicType": nil,
    "anySimpleType": nil, "html": nil, "xml": nil,
    // Any text, according to XML Schema 1.1.
    "anyURI": nil,
    "QName": "([\(nameStart)][\(nameCharacters)]*:)?[\(nameStart)][\(nameCharacters)]*",
    "NMTOKEN": "[:\(nameCharacters)]+", "Name": "[:\(nameStart)][:\(nameCharacters)]*",
    "language": "[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*",
  ]

  private static let durations = [
    "duration": #"-?P(?=.)(\d+Y)?(\d+M)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?"#,
    "dayTimeDuration": #"-?P(?=.)(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?"#,
    "yearMonthDuration": #"-?P(?=\d)(\d+Y)?(\d+M)?"#,
  ]

  /// Returns the kind of a type, or nil if it is unknown.
  static func kind(of base: String) -> Kind? {
    if integers[base] != nil { return .number }
    if texts[base] != nil { return .text }
    if partsOfDates[base] != nil { return .moment }
    if durations[base] != nil { return .duration }
    switch base {
    case "unsignedLong", "decimal", "number", "double", "float": return .number
    case "boolean": return .boolean
    case "date", "time", "datetime", "dateTime", "dateTimeStamp": return .moment
    case "base64Binary", "binary", "hexBinary": return .binary
    case "json": return .text
    default: return nil
    }
  }

  /// The note for values in which each run of blanks counts as one.
  static let inner = "blanks inside are not collapsed"

  /// Returns whether blanks at the ends belong to values (Model for Tabular Data, 6.4).
  static func keepsBlanks(_ base: String) -> Bool {
    ["string", "json", "xml", "html", "anyAtomicType", "any", "normalizedString"].contains(base)
  }

  /// - Parameter format: The value of `format`, if it is a single text.
  static func set(
    _ base: String, format: String?, _ field: inout PortableField, _ schema: inout PortableSchema,
    at location: SourceLocation
  ) {
    let name = field.name
    func lose(_ words: String) { schema.note(name, words, at: location) }
    func loseFormat() { if let format { lose("format '\(format)': not converted") } }
    func differ(_ words: String) {
      schema.note(difference: words, of: name, in: "columns", at: location)
    }
    func setText(_ own: String?, _ field: inout PortableField) {
      field.pattern = own
      guard let format else { return }
      guard let pattern = SchemaPattern.pcre(ofECMAScript: format) else { return loseFormat() }
      if own == nil {
        field.pattern = pattern
      } else {
        field.more.append(.rule("pattern", .text(pattern)))
      }
    }
    if setNumber(base, &field, differ) {
      guard let format else { return }
      return setPattern(format, .init(), base, &field, &schema, at: location)
    }
    if let own = texts[base] { return setText(own, &field) }
    if let own = durations[base] { return setText(own, &field) }
    if let pattern = partsOfDates[base] {
      if let format {
        guard let own = TimestampPattern.pattern(ofUnicode: format) else { return loseFormat() }
        field.pattern = own
      } else {
        field.pattern = pattern + zone + "?"
      }
      return
    }
    switch base {
    case "boolean":
      let words = format?.split(separator: "|").map(String.init) ?? []
      let hasWords = words.count == 2 && format?.count(where: { $0 == "|" }) == 1
      field.type = .boolean(
        hasWords
          ? .init(yes: [words[0]], no: [words[1]])
          : .init(yes: ["true", "1"], no: ["false", "0"]))
      if !hasWords { loseFormat() }
      differ("words for true and false match regardless of case")
    case "date", "time", "datetime", "dateTime", "dateTimeStamp":
      setMoment(base, format, &field, &schema, at: location)
    case "base64Binary", "binary":
      field.format = .base64
      differ("Base64 has no blanks, and unused padding bits are not checked")
      loseFormat()
    case "hexBinary":
      field.format = .evenHex
      loseFormat()
    case "json":
      field.format = .json
      setText(nil, &field)
    default:
      lose("datatype '\(base)' becomes text")
      loseFormat()
    }
  }

  /// Sets a numeric type. Returns whether `base` is numeric.
  private static func setNumber(
    _ base: String, _ field: inout PortableField, _ differ: (String) -> Void
  ) -> Bool {
    if let bounds = integers[base] {
      field.type = .integer
      (field.minimum, field.maximum) = bounds
      differ(
        [
          "integer", "nonNegativeInteger", "positiveInteger", "nonPositiveInteger",
          "negativeInteger",
        ]
        .contains(base)
          ? "integers have 64 bits and no percent sign" : "integers have no percent sign")
    } else if base == "unsignedLong" {
      field.type = .decimal(.init(scale: 0))
      (field.minimum, field.maximum) = ("0", "18446744073709551615")
      differ("integers have no percent sign")
    } else if base == "decimal" {
      field.type = .decimal()
      differ("decimals have at most 38 digits, one after the point, and no percent sign")
    } else if ["number", "double", "float"].contains(base) {
      field.type = .number
      differ("numbers are finite, of 64 bits, with a digit after the point and no percent sign")
    } else {
      return false
    }
    return true
  }

  private static func setMoment(
    _ base: String, _ format: String?, _ field: inout PortableField, _ schema: inout PortableSchema,
    at location: SourceLocation
  ) {
    let name = field.name
    func differ(_ words: String) {
      schema.note(difference: words, of: name, in: "columns", at: location)
    }
    guard let format else {
      switch base {
      case "date":
        field.type = .date()
        differ("dates have years of four digits and no time zone")
      case "time":
        field.type = .time(formats: .withSeconds)
        differ("times have no time zone and are before 24:00:00")
      default:
        // The field type also accepts a blank in place of T, and moments without seconds.
        field.type = .datetime()
        field.pattern =
          #"\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d(\.\d+)?"# + zone
          + (base == "dateTimeStamp" ? "" : "?")
        differ("timestamps have years of four digits and times before 24:00:00")
      }
      return
    }
    if format.contains(" ") { differ(inner) }
    if let type = formatted(base, format) {
      field.type = type
      differ(base == "date" ? "years are 0001 to 9999" : "times are before 24:00:00")
      if let most = decimals(format) {
        field.pattern = "(?!.*\\.\\d{\(most + 1),}$).*"
      }
      return
    }
    if let pattern = TimestampPattern.pattern(ofUnicode: format) {
      field.pattern = pattern
      schema.note(
        field.name, "type '\(base)' becomes text of the format '\(format)'; days are not validated",
        at: location)
    } else {
      field.type = base == "date" ? .date() : base == "time" ? .time() : .datetime()
      schema.note(
        field.name, "format '\(format)': not converted; ISO 8601 is used", at: location)
    }
  }

  /// Returns the type whose values have this format, or nil if no field type has it.
  private static func formatted(_ base: String, _ format: String) -> FieldType? {
    // The decimal point is omitted together with the decimals, whose number is a maximum.
    var plain = format
    if let most = decimals(format) { plain.removeLast(most + 1) }
    let formats = plain == format ? [plain] : [plain, plain + ".S"]
    switch base {
    case "date": return DateFormat(format).map { .date(formats: [$0]) }
    case "time":
      let found = formats.compactMap(TimeFormat.init)
      return found.count == formats.count ? .time(formats: found) : nil
    default:
      let found = formats.compactMap(DateTimeFormat.init)
      return found.count == formats.count ? .datetime(formats: found) : nil
    }
  }

  /// Returns the maximum number of decimals of a second in the format.
  private static func decimals(_ format: String) -> Int? {
    let count = format.reversed().prefix { $0 == "S" }.count
    return count > 0 && format.dropLast(count).last == "." ? count : nil
  }

  /// Sets a numeric type from a format with separators.
  static func set(
    _ base: String, number format: SchemaObject?, _ field: inout PortableField,
    _ schema: inout PortableSchema, at location: SourceLocation
  ) {
    guard kind(of: base) == .number, var format else {
      set(base, format: nil, &field, &schema, at: location)
      schema.note(field.name, "'format' does not apply to '\(base)'; not converted", at: location)
      return
    }
    var signs = CSVWNumberPattern.Signs()
    if let point = format.text("decimalChar") { signs.point = point }
    let group = format.text("groupChar")
    if let group { signs.group = group }
    let pattern = format.text("pattern")
    set(base, format: nil, &field, &schema, at: location)
    if group != nil || signs.point != "." || pattern?.contains(signs.group) == true {
      let isWhole = field.type == .integer
      if field.type == .number {
        schema.note(
          difference: "decimals have at most 38 digits and no exponent", of: field.name,
          in: "columns", at: location)
      }
      field.type = .decimal(
        .init(
          scale: isWhole ? 0 : nil, point: signs.point,
          group: group ?? (pattern == nil ? nil : signs.group)))
    }
    format.noteRest(&schema)
    if let pattern { setPattern(pattern, signs, base, &field, &schema, at: location) }
  }

  private static func setPattern(
    _ pattern: String, _ signs: CSVWNumberPattern.Signs, _ base: String,
    _ field: inout PortableField, _ schema: inout PortableSchema, at location: SourceLocation
  ) {
    guard let found = CSVWNumberPattern.pattern(of: pattern, signs) else {
      schema.note(field.name, "format '\(pattern)': not converted", at: location)
      return
    }
    field.pattern = found
    let isGrouped = pattern.contains(signs.group)
    if pattern.contains(where: { "%\u{2030}".contains($0) })
      || isGrouped && !CSVWNumberPattern.groupsByThousands(pattern, signs)
    {
      field.type = .text
      (field.minimum, field.maximum) = (nil, nil)
      schema.note(
        field.name, "type '\(base)' becomes text of the format '\(pattern)'", at: location)
    } else if isGrouped, field.type == .integer || field.type == .decimal() {
      field.type = .decimal(.init(scale: field.type == .integer ? 0 : nil, group: signs.group))
    }
  }
}
