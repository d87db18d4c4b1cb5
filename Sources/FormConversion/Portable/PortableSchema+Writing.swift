import FormBytes
import FormRules

/// The parts of schemas that several languages write alike.
extension PortableSchema {
  /// Notes that the handling of undescribed columns is not converted.
  func noteColumns() {
    guard let columns, columns != .keep else { return }
    notes.addLoss("columns: \(columns.rawValue): not converted", of: "form")
  }

  /// For languages with unique primary keys, notes that the form's key need not be unique.
  func noteKey() {
    let isUnique =
      isKeyUnique || key.count == 1 && fieldIndex(key[0]).map { fields[$0].unique } ?? false
    if !key.isEmpty, !isUnique {
      notes.addLoss("key: becomes 'primaryKey', which requires unique values", of: "form")
    }
  }

  /// Notes the properties of files that a language cannot express, other than those that each
  /// writer handles: the delimiter, the encoding, the header and missing values.
  ///
  /// - Parameters:
  ///   - converted: The differences from RFC 4180 that the language can express.
  ///   - reason: The end of the notes.
  func noteFile(_ converted: Set<FileDialect.Key> = [], reason: String = "") {
    let keys = FileDialect.Key.allCases.filter {
      !converted.contains($0) && file.dialect.text(of: $0) != nil
    }
    let names = (file.match == .position ? ["match"] : []) + keys.map(\.rawValue)
    for name in names { notes.addLoss("\(name): not converted\(reason)", of: "form") }
  }
}

extension [String] {
  /// The texts that count as missing, with the empty text.
  var withEmptyText: [String] { [""] + filter { !$0.isEmpty } }
}

extension PortableField {
  /// Returns the pattern as another language writes it, or notes that it has no equivalent there.
  ///
  /// - Parameter isApplicable: Whether the language applies patterns to values of this type.
  func pattern(
    _ translation: (PortablePattern) -> String?, isApplicable: Bool, _ notes: ConversionNotes
  ) -> String? {
    let written = isApplicable ? pattern.flatMap(translation) : nil
    notes.addLosses(["rule 'pattern'": pattern != nil && written == nil], of: name)
    return written
  }

  /// The bounds of a text's length. The languages that use this cannot bound the number of a list's
  /// items.
  func lengths(_ notes: ConversionNotes) -> [JSON.Member] {
    guard !isList else {
      notes.addLosses(["rule 'length'": minLength != nil || maxLength != nil], of: name)
      return []
    }
    var members: [JSON.Member] = []
    members.add("minLength", minLength.map(NumberLiteral.json))
    members.add("maxLength", maxLength.map(NumberLiteral.json))
    return members
  }

  /// Returns the separators of a decimal number, if they are not the default.
  func separators(_ notes: ConversionNotes) -> [JSON.Member] {
    guard case .decimal(let format) = type else { return [] }
    notes.addLosses(
      [
        "scale and strip": format.scale != nil || !format.strip.isEmpty,
        "separators of groups after the first": format.group.count > 1,
        "grouping": format.grouping != .thousands, "negative": !format.negative.isEmpty,
      ], of: name)
    var members: [JSON.Member] = []
    if format.point != "." { members.add("decimalChar", format.point) }
    members.add("groupChar", format.group.first)
    return members
  }

  /// The formats of a date or time, if they are not the default.
  var formats: [String] {
    type == .time(formats: .withSeconds) ? [] : type.formatPatterns
  }

  /// Notes the texts of booleans, times and timestamps that tabular languages reject.
  ///
  /// - Parameter subject: The name of the list of fields in the schema language.
  func noteNotation(of subject: String, _ notes: ConversionNotes) {
    func addDifference(_ text: String) { notes.addDifference(text, of: subject, field: name) }
    switch type {
    case .boolean: addDifference("words for true and false match in this case only")
    case .time(formats: []): addDifference("times require seconds")
    case .datetime(formats: []):
      addDifference("times require seconds")
      addDifference("moments have T before the time")
    case .text, .integer, .decimal, .number, .date, .time, .datetime, .list, .file: break
    }
  }

  func noteOtherFormats(_ notes: ConversionNotes) {
    notes.addLosses(["formats after the first": formats.count > 1], of: name)
  }

  /// Notes that the rule of the field's format is not that of a schema, or not exactly.
  ///
  /// - Parameters:
  ///   - name: The name of the format in the schema, if there is one.
  ///   - reading: The format that the schema's format is read as.
  ///   - subject: The name of the list of fields in the schema language.
  func noteFormat(
    _ name: String?, as reading: (String) -> PortableFormat?, of subject: String,
    _ notes: ConversionNotes
  ) {
    guard let format else { return }
    let rule = format.rule?.entries.first?.key ?? format.rawValue
    guard let name else { return notes.addLoss("rule '\(rule)': not converted", of: self.name) }
    if isFormatExact, reading(name) == format { return }
    notes.addDifference(
      "rule '\(rule)' becomes the format '\(name)', which accepts other texts", of: subject,
      field: self.name)
  }

  func noteBecomesString(_ notes: ConversionNotes) {
    notes.addLoss("type '\(type.name)' becomes string", of: name)
  }
}

extension [JSON] {
  /// The values without duplicates, by the bytes of their texts.
  var unique: [JSON] {
    var seen: Set<[UInt8]> = []
    return filter { seen.insert($0.text.utf8Bytes).inserted }
  }
}

extension [JSON.Member] {
  mutating func add(_ key: String, _ value: JSON?) {
    if let value { append(.init(key, value)) }
  }

  mutating func add(_ key: String, _ text: String?) { add(key, text.map(JSON.string)) }

  /// Adds a list, unless it is empty.
  mutating func add(_ key: String, _ texts: [String]) {
    if !texts.isEmpty { add(key, .array(texts.map(JSON.string))) }
  }
}
