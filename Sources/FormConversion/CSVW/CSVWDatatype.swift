import FormRules

/// Reads a datatype of CSV on the Web into the type and the rules of a field.
struct CSVWDatatype {
  /// The name of the base type.
  private let base: String
  private let notes: ConversionNotes
  private let location: DefinitionLocation
  private(set) var field: PortableField

  static let zone = #"(Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)"#

  /// The note for values in which each run of blanks counts as one.
  static let innerBlanks = "blanks inside are not collapsed"

  init(
    _ base: String, of field: PortableField, _ notes: ConversionNotes,
    at location: DefinitionLocation
  ) {
    self.base = base
    self.field = field
    self.notes = notes
    self.location = location
  }

  /// Returns the base type of the value of `datatype`.
  static func base(of datatype: DefinitionNode?) -> String {
    datatype?.scalar ?? datatype?["base"]?.scalar ?? "string"
  }

  private func addLoss(_ text: String) { notes.addLoss(text, of: field.name, at: location) }

  private func addDifference(_ text: String) {
    notes.addDifference(text, of: "columns", field: field.name, at: location)
  }

  private func addFormatLoss(_ format: String?) {
    if let format { addLoss("format '\(format)': not converted") }
  }

  /// Reads the base type.
  ///
  /// - Parameter format: The value of `format`, if it is a single text.
  mutating func read(format: String?) {
    let type = CSVWBaseType(base)
    if type?.hasSeveralTexts == true { field.uniqueNote = PortableField.textsAreCompared }
    switch type {
    case .text(let pattern), .duration(let pattern): readText(pattern: pattern, format: format)
    case .json:
      field.format = .json
      readText(pattern: nil, format: format)
    case .integer, .unsignedLong, .decimal, .number: readNumber(pattern: format)
    case .boolean: readBoolean(format)
    case .date: readDate(format)
    case .time: readTime(format)
    case .dateTime(let requiresZone): readDateTime(format, requiresZone: requiresZone)
    case .partOfDate(let pattern):
      let source = format.map(TimestampPattern.pattern(ofUnicode:)) ?? pattern + Self.zone + "?"
      field.pattern = source.map(PortablePattern.init)
      if field.pattern == nil { addFormatLoss(format) }
    case .base64:
      field.format = .base64
      addDifference("Base64 has no blanks, and unused padding bits are not checked")
      addFormatLoss(format)
    case .hex:
      field.format = .evenHex
      addFormatLoss(format)
    case nil:
      addLoss("datatype '\(base)' becomes text")
      addFormatLoss(format)
    }
  }

  private mutating func readText(pattern: String?, format: String?) {
    field.pattern = pattern.map(PortablePattern.init)
    guard let format else { return }
    guard
      let formatPattern =
        SchemaPattern.pcre(ofECMAScript: PatternGrouping.withoutAnchors(format))
    else { return addFormatLoss(format) }
    if pattern == nil {
      field.pattern = PortablePattern(formatPattern)
    } else {
      field.otherRules.append(.pattern(formatPattern))
    }
  }

  private mutating func readBoolean(_ format: String?) {
    let words = format?.split(separator: "|").map(String.init) ?? []
    if words.count == 2, format?.count(where: { $0 == "|" }) == 1 {
      field.type = .boolean(.init(yes: [words[0]], no: [words[1]]))
    } else {
      field.type = .boolean(.init(yes: ["true", "1"], no: ["false", "0"]))
      addFormatLoss(format)
    }
    addDifference("words for true and false match regardless of case")
  }
}

// MARK: Numbers

extension CSVWDatatype {
  /// Reads a numeric base type with a format that consists of a pattern and separators.
  mutating func read(numberFormat format: SchemaObject) {
    guard CSVWBaseType(base)?.isNumeric == true else {
      read(format: nil)
      return addLoss("'format' does not apply to '\(base)'; not converted")
    }
    readNumber(
      pattern: format.text("pattern"), point: format.text("decimalChar"),
      group: format.text("groupChar"))
    format.noteUnreadKeys()
  }

  /// Reads a numeric base type.
  ///
  /// - Parameter group: The separator of groups, or nil for a comma if the pattern has groups.
  private mutating func readNumber(pattern: String?, point: String? = nil, group: String? = nil) {
    let signs = CSVWNumberPattern.Signs(point: point ?? ".", group: group ?? ",")
    var decimal = FieldType.DecimalFormat(point: signs.point, group: group.map { [$0] } ?? [])
    if let pattern {
      guard let expression = CSVWNumberPattern.pattern(of: pattern, signs) else {
        addFormatLoss(pattern)
        return readNumber(decimal)
      }
      field.pattern = PortablePattern(expression)
      let grouping = CSVWNumberPattern.grouping(of: pattern, signs)
      decimal.group = signs.hasGroups(pattern) ? [signs.group] : []
      if pattern.contains(where: { "%\u{2030}".contains($0) })
        || !decimal.group.isEmpty && grouping == nil
        || decimal != .init() && pattern.contains("E")
      {
        return addLoss("type '\(base)' becomes text of the format '\(pattern)'")
      }
      if let grouping { decimal.grouping = grouping }
    }
    readNumber(decimal)
  }

  /// Reads a numeric base type, which becomes a decimal if its values have separators.
  private mutating func readNumber(_ decimal: FieldType.DecimalFormat) {
    let hasSeparators = decimal != .init()
    var whole = decimal
    whole.scale = 0
    switch CSVWBaseType(base) {
    case .integer(let min, let max, let fits):
      field.type = hasSeparators ? .decimal(whole) : .integer
      // Unlike an integer, a decimal may have more than 64 bits.
      field.bounds[.min] = min ?? (fits && hasSeparators ? String(Int64.min) : nil)
      field.bounds[.max] = max ?? (fits && hasSeparators ? String(Int64.max) : nil)
      let size = fits ? "" : hasSeparators ? "at most 38 digits and " : "64 bits and "
      addDifference("integers have \(size)no percent sign")
    case .unsignedLong:
      field.type = .decimal(whole)
      (field.bounds[.min], field.bounds[.max]) = ("0", String(UInt64.max))
      addDifference("integers have no percent sign")
    case .decimal:
      field.type = .decimal(decimal)
      addDifference("decimals have at most 38 digits, one after the point, and no percent sign")
    default:
      field.type = hasSeparators ? .decimal(decimal) : .number
      addDifference(
        "numbers are finite, of 64 bits, with a digit after the point and no percent sign")
      if hasSeparators { addDifference("decimals have at most 38 digits and no exponent") }
    }
    if !decimal.group.isEmpty { addDifference("a number in groups has no leading zero") }
  }
}

// MARK: Dates and times

extension CSVWDatatype {
  private mutating func readDate(_ format: String?) {
    field.type = .date()
    guard let format else {
      return addDifference("dates have years of four digits and no time zone")
    }
    readFormat(format, difference: "years are 0001 to 9999")
  }

  private mutating func readTime(_ format: String?) {
    guard let format else {
      field.type = .time(formats: .withSeconds)
      return addDifference("times have no time zone and are before 24:00:00")
    }
    field.type = .time()
    readFormat(format, difference: "times are before 24:00:00")
  }

  private mutating func readDateTime(_ format: String?, requiresZone: Bool) {
    field.type = .datetime()
    guard let format else {
      // The field type also accepts a blank in place of T, and moments without seconds.
      field.pattern = PortablePattern(
        TimestampPattern.dateTime + Self.zone + (requiresZone ? "" : "?"))
      return addDifference("timestamps have years of four digits and times before 24:00:00")
    }
    readFormat(format, difference: "times are before 24:00:00")
  }

  private mutating func readFormat(_ format: String, difference: String) {
    if format.contains(" ") { addDifference(Self.innerBlanks) }
    let loss = field.setFormat(
      format, ofType: base, as: field.type.with(formats: formats(format)),
      pattern: TimestampPattern.pattern(ofUnicode: format))
    if let loss { return addLoss(loss) }
    addDifference(difference)
    if let decimals = decimals(of: format) {
      let end = format.zone.isEmpty ? "" : "[Z+-][0-9:]*"
      field.pattern = PortablePattern("(?!.*\\.\\d{\(decimals + 1),}\(end)$).*")
    }
  }

  /// Returns the formats without and with decimals.
  ///
  /// The decimal point is omitted together with the decimals, whose number is a maximum.
  private func formats(_ format: String) -> [String] {
    guard let decimals = decimals(of: format) else { return [format] }
    let zone = String(format.zone)
    let plain = String(format.dropLast(decimals + 1 + zone.count))
    return [plain + zone, plain + ".S" + zone]
  }

  /// Returns the maximum number of decimals of a second in the format.
  private func decimals(of format: String) -> Int? {
    let time = format.dropLast(format.zone.count)
    let count = time.reversed().prefix { $0 == "S" }.count
    return count > 0 && time.dropLast(count).last == "." ? count : nil
  }
}

extension String {
  /// The letters of the time zone at the end of a format.
  fileprivate var zone: Substring {
    self[(lastIndex { !"xX".contains($0) }.map { index(after: $0) } ?? startIndex)...]
  }
}
