import FormRules

/// The data types of CSV on the Web, which are those of XML Schema and some more.
enum CSVWDatatype {
  /// Whole numbers with bounds of their own.
  private static let integers: [String: (low: String?, high: String?)] = [
    "integer": (nil, nil), "long": (nil, nil), "int": ("-2147483648", "2147483647"),
    "short": ("-32768", "32767"), "byte": ("-128", "127"), "nonNegativeInteger": ("0", nil),
    "positiveInteger": ("1", nil), "unsignedInt": ("0", "4294967295"),
    "unsignedShort": ("0", "65535"), "unsignedByte": ("0", "255"),
    "nonPositiveInteger": (nil, "0"), "negativeInteger": (nil, "-1"),
  ]

  private static let zone = #"(Z|[+-]\d\d:\d\d)?"#

  /// Parts of dates.
  private static let patterns = [
    "gDay": #"---(0[1-9]|[12]\d|3[01])"#, "gMonth": "--(0[1-9]|1[0-2])",
    "gMonthDay": #"--(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"#, "gYear": #"-?\d{4,}"#,
    "gYearMonth": #"-?\d{4,}-(0[1-9]|1[0-2])"#,
  ]

  private static let texts: [String: String?] = [
    "string": nil, "normalizedString": #"[^\r\n\t]*"#, "token": #"|[^\s]+( [^\s]+)*"#, "any": nil,
    "anyAtomicType": nil, "anySimpleType": nil, "html": nil, "xml": nil, "QName": #"[^\s]+"#,
    "NMTOKEN": #"[\p{L}\p{N}._:\x{B7}\p{M}-]+"#,
    "Name": #"[\p{L}_:][\p{L}\p{N}._:\x{B7}\p{M}-]*"#,
    "language": "[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*",
  ]

  /// - Parameter format: what `format` says, if it is one text.
  static func set(
    _ base: String, format: String?, _ field: inout PortableField, _ schema: inout PortableSchema,
    at location: SourceLocation
  ) {
    func lose(_ words: String) { schema.note(field.name, words, at: location) }
    func loseFormat() { if let format { lose("format '\(format)': not carried over") } }
    if setNumber(base, &field) {
      guard let format else { return }
      setPattern(format, .init(), base, &field, &schema, at: location)
      return
    }
    if let own = texts[base] {
      setText([own, format].compactMap { $0 }, &field)
      return
    }
    if let pattern = patterns[base] {
      if let format {
        guard let own = TimestampPattern.pattern(ofUnicode: format) else { return loseFormat() }
        field.pattern = own
      } else {
        field.pattern = pattern + zone
      }
      return
    }
    switch base {
    case "boolean":
      let words = format?.split(separator: "|").map(String.init) ?? []
      field.type = .boolean(
        words.count == 2
          ? .init(yes: [words[0]], no: [words[1]])
          : .init(yes: ["true", "1"], no: ["false", "0"]))
      if words.count != 2 { loseFormat() }
    case "date", "time", "datetime", "dateTime", "dateTimeStamp":
      setMoment(base, format, &field, &schema, at: location)
    case "duration", "dayTimeDuration", "yearMonthDuration":
      let own =
        base == "yearMonthDuration"
        ? #"-?P(?=\d)(\d+Y)?(\d+M)?"#
        : base == "dayTimeDuration"
          ? #"-?P(?=.)(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?"#
          : #"-?P(?=.)(\d+Y)?(\d+M)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?"#
      setText([own, format].compactMap { $0 }, &field)
    case "anyURI":
      // A reference, which may be relative; few texts are none.
      setText([#"[^\s<>"{}|\\^`]*"#, format].compactMap { $0 }, &field)
    case "base64Binary", "binary": field.format = .base64
    case "hexBinary": field.format = .hex
    case "json":
      field.format = .json
      setText([format].compactMap { $0 }, &field)
    default:
      lose("datatype '\(base)' becomes text")
      loseFormat()
    }
  }

  private static func setText(_ patterns: [String], _ field: inout PortableField) {
    field.pattern = patterns.first
    for pattern in patterns.dropFirst() {
      field.more.append(.rule("pattern", .text(SchemaPattern.pcre(ofECMAScript: pattern))))
    }
  }

  /// Whether the type is one of numbers.
  private static func setNumber(_ base: String, _ field: inout PortableField) -> Bool {
    if let bounds = integers[base] {
      field.type = .integer
      (field.minimum, field.maximum) = bounds
    } else if base == "unsignedLong" {
      field.type = .decimal(.init(scale: 0))
      (field.minimum, field.maximum) = ("0", "18446744073709551615")
    } else if base == "decimal" {
      field.type = .decimal()
    } else if ["number", "double", "float"].contains(base) {
      field.type = .number
    } else {
      return false
    }
    return true
  }

  private static func setMoment(
    _ base: String, _ format: String?, _ field: inout PortableField, _ schema: inout PortableSchema,
    at location: SourceLocation
  ) {
    let usual = ["date": FieldType.date(), "time": .time()][base] ?? .datetime()
    guard let format else {
      field.type = usual
      return
    }
    if base == "date", let own = DateFormat(format) {
      field.type = .date(formats: [own])
    } else if let pattern = TimestampPattern.pattern(ofUnicode: format) {
      field.pattern = pattern
      schema.note(
        field.name, "type '\(base)' becomes text of the format '\(format)'; days are not counted",
        at: location)
    } else {
      field.type = usual
      schema.note(
        field.name, "format '\(format)': not carried over; ISO 8601 is taken", at: location)
    }
  }

  /// A format of numbers with its signs.
  static func set(
    _ base: String, number format: SchemaObject?, _ field: inout PortableField,
    _ schema: inout PortableSchema, at location: SourceLocation
  ) {
    guard var format, setNumber(base, &field) else {
      set(base, format: nil, &field, &schema, at: location)
      schema.note(field.name, "'format' is not for '\(base)'; not carried over", at: location)
      return
    }
    var signs = CSVWNumberPattern.Signs()
    if let point = format.text("decimalChar") { signs.point = point }
    let group = format.text("groupChar")
    if let group { signs.group = group }
    let pattern = format.text("pattern")
    if group != nil || signs.point != "." || pattern?.contains(signs.group) == true {
      let isWhole = field.type == .integer
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
      schema.note(field.name, "format '\(pattern)': not carried over", at: location)
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
