import FormBytes
import FormDefinitions
import FormRules

/// Reads a field of a Table Schema.
struct TableSchemaField {
  private let object: SchemaObject
  private let format: String
  private var field: PortableField

  static func read(_ object: SchemaObject, into schema: inout PortableSchema) {
    guard let name = object.text("name") else {
      return schema.notes.addLoss(
        "a field without a name: not converted", of: object.subject, at: object.start)
    }
    object.subject = name
    var reader = TableSchemaField(object, name: name)
    let constraints = object.object("constraints", subject: "\(name), constraints")
    reader.readType()
    if object.has("missingValues") {
      reader.field.missing = object.labelledTexts("missingValues")
    }
    if let constraints {
      reader.field.readConstraints(constraints)
    }
    reader.readCategories()
    object.noteUnreadKeys(
      ignoring: ["rdfType", "example", "examples", "$schema"],
      defaults: ["bareNumber": "true", "categoriesOrdered": "false"])
    schema.fields.append(reader.field)
  }

  private init(_ object: SchemaObject, name: String) {
    self.object = object
    let format = object.text("format") ?? "default"
    // Before version 1, a `strptime` format had a prefix.
    self.format = format.hasPrefix("fmt:") ? String(format.dropFirst(4)) : format
    field = PortableField(name)
    field.location = object.location(of: "name")
    field.label = object.text("title")
    field.help = object.text("description")
  }

  private func addDifference(_ text: String) {
    object.notes.addDifference(text, of: "fields", field: field.name, at: field.location)
  }

  // MARK: Types

  private mutating func readType() {
    let type = object.text("type") ?? "string"
    switch type {
    case "string": readText()
    case "integer": readNumber(isWhole: true, point: nil)
    case "number": readNumber(isWhole: false, point: object.text("decimalChar"))
    case "boolean": readBoolean()
    case "date": readDate()
    case "time": readTime()
    case "datetime": readDateTime()
    case "year":
      (field.type, field.pattern) = (.integer, PortablePattern("[0-9]{4}"))
      // A rejected 24 equals 0024.
      field.uniqueNote = "unique years are compared as numbers, also with rejected ones"
    case "yearmonth": field.pattern = PortablePattern(#"\d{4}-(0[1-9]|1[0-2])"#)
    case "duration": field.format = .signedDuration
    case "geopoint" where format == "default": field.format = .geopoint
    case "list": readList()
    case "object": field.format = .jsonObject
    case "array": field.format = .jsonArray
    case "geojson":
      field.format = .jsonObject
      object.addLoss("type 'geojson' becomes any JSON", at: "type")
    case "any": break
    default: readOtherType(type)
    }
    if ["yearmonth", "duration", "geopoint", "list", "object", "array", "geojson"].contains(type) {
      field.uniqueNote = PortableField.textsAreCompared
    }
  }

  private mutating func readText() {
    if format == "default" { return }
    field.format = PortableFormat(tableSchema: format)
    if field.format == nil { object.addLoss("format '\(format)': not converted", at: "format") }
  }

  /// Reads a number, which is a decimal if it has separators.
  private mutating func readNumber(isWhole: Bool, point: String?) {
    let group = object.text("groupChar").flatMap { $0.isEmpty ? nil : $0 }
    if point != nil || group != nil {
      field.type = .decimal(
        .init(scale: isWhole ? 0 : nil, point: point ?? ".", group: group.map { [$0] } ?? []))
      addDifference(
        "decimals have at most 38 digits, groups of three without leading zeros, no exponent and no "
          + "surrounding blanks")
    } else {
      field.type = isWhole ? .integer : .number
      noteNumber(isWhole: isWhole)
    }
  }

  private func noteNumber(isWhole: Bool) {
    addDifference(
      isWhole
        ? "integers have 64 bits and no surrounding blanks"
        : "numbers are finite, of 64 bits, with a digit after the point and no surrounding blanks")
  }

  private mutating func readBoolean() {
    let (yes, no) = (object.texts("trueValues"), object.texts("falseValues"))
    field.type = .boolean(
      .init(
        yes: yes.isEmpty ? ["true", "1"] : yes.unique,
        no: no.isEmpty ? ["false", "0"] : no.unique))
    addDifference("words for true and false match regardless of case")
  }

  private mutating func readDate() {
    field.type = .date()
    if format != "default" { readFormat() }
  }

  private mutating func readTime() {
    if format == "default" {
      field.type = .time(formats: .withSeconds)
      addDifference("times have no time zone and are before 24:00:00")
      return
    }
    field.type = .time()
    readFormat()
  }

  private mutating func readDateTime() {
    field.type = .datetime()
    if format == "default" {
      // The field type also accepts moments without seconds.
      field.pattern = PortablePattern(
        TimestampPattern.dateTime + #"(Z|[+-]\d\d:\d\d)?"#)
      addDifference("times are before 24:00:00")
      return
    }
    readFormat()
  }

  /// Sets the type whose values have the format, or the regular expression of the format.
  private mutating func readFormat() {
    let type = field.type
    let formatted = Strptime.pattern(of: format).flatMap { type.with(formats: [$0]) }
    let fixed =
      formatted == nil
      ? Strptime.pattern(of: format, hasFixedWidth: true).flatMap { type.with(formats: [$0]) } : nil
    let loss = field.setFormat(
      format, ofType: type.name, as: formatted ?? fixed,
      pattern: type.kind == .date ? nil : TimestampPattern.pattern(ofStrptime: format))
    if let loss { return object.addLoss(loss, at: "format") }
    if type.kind != .date { addDifference("minutes and seconds have two digits and a.m. is AM") }
    if format.contains("%d") || format.contains(where: \.isWhitespace) {
      addDifference("blanks are exactly those of the format")
    }
    if format.contains("%f") { addDifference("decimals may have more than six digits") }
    if fixed != nil { addDifference("numbers without separators have two digits") }
  }

  /// Reads a type of XML Schema, which csvlint writes.
  private mutating func readOtherType(_ type: String) {
    guard let hash = type.lastIndex(of: "#"), type.contains("XMLSchema") else {
      return object.addLoss("type '\(type)' becomes text", at: "type")
    }
    var datatype = CSVWDatatype(
      String(type[type.index(after: hash)...]), of: field, object.notes,
      at: object.location(of: "type"))
    datatype.read(format: format == "default" ? nil : format)
    field = datatype.field
  }

  private mutating func readList() {
    field.type = .list(separator: object.text("delimiter") ?? ",")
    let type = object.text("itemType") ?? "string"
    if type == "string" { return }
    guard let rule = itemRule(type) else {
      return object.addLoss("items of type '\(type)' become text", at: "itemType")
    }
    // Items of other types must not be empty.
    field.otherRules.append(.rule("each", of: [.bare("required"), rule]))
  }

  /// Returns the rule for each item of a list, or nil if the type is unknown.
  private func itemRule(_ type: String) -> DefinitionNode? {
    switch type {
    case "integer", "number":
      noteNumber(isWhole: type == "integer")
      return .bare(type)
    case "boolean":
      return .rule("in", .list(["true", "True", "TRUE", "1", "false", "False", "FALSE", "0"]))
    case "date": return .bare("date")
    case "time", "datetime":
      addDifference("times are before 24:00:00")
      return type == "time"
        ? .rule("time", ["zone": "optional", "seconds": "required"])
        : .rule("dateTime", ["zone": "optional", "separator": "T"])
    default: return nil
    }
  }

  /// Reads categories, the possible values of a field. `enum` may restrict them further.
  private mutating func readCategories() {
    let items = object.items("categories")
    let values = items.compactMap(\.labelledText)
    guard !items.isEmpty, values.count == items.count else {
      if object.has("categories") {
        object.addLoss("'categories' is not converted", at: "categories")
      }
      return
    }
    if field.choices.isEmpty { field.choices = values }
    if items.contains(where: { $0["label"] != nil }) {
      object.addLoss("labels of 'categories': not converted", at: "categories")
    }
  }
}

extension [String] {
  /// The texts without duplicates. Boolean words ignore the case of ASCII letters.
  var unique: [String] {
    var seen: Set<[UInt8]> = []
    return filter { seen.insert($0.utf8.map(\.lowercasedASCII)).inserted }
  }
}
