import FormDefinitions
import FormRules

/// Reads a column of CSV on the Web.
struct CSVWColumn {
  private let object: SchemaObject
  /// The properties of the column and those that it inherits.
  private let properties: [String: DefinitionNode]
  private var field: PortableField
  private var notes: ConversionNotes { object.notes }

  /// The properties that the columns of a part inherit.
  static let inherited = ["datatype", "null", "required", "separator", "default"]

  /// Reads a column.
  ///
  /// - Parameters:
  ///   - defaults: The inherited properties.
  ///   - number: The position of the column, from 1.
  ///   - trims: Whether blanks at the ends are removed, regardless of the type.
  static func read(
    _ object: SchemaObject, inheriting defaults: [String: DefinitionNode], number: Int,
    trims: Bool, into schema: inout PortableSchema
  ) {
    // A virtual column is in no file.
    if object.isTrue("virtual") { return }
    var column = CSVWColumn(object, inheriting: defaults, number: number)
    column.readDatatype(trims: trims)
    column.readMissing()
    if let defaultValue = column.properties["default"], defaultValue.scalar?.isEmpty != true {
      column.notes.addLoss(
        "'default' is not converted", of: object.subject, at: defaultValue.location)
    }
    object.noteUnreadKeys(
      ignoring: [
        "@id", "@type", "propertyUrl", "valueUrl", "aboutUrl", "lang", "virtual", "ordered",
        "textDirection", "suppressOutput",
      ], ignoresPrefixed: true)
    schema.fields.append(column.field)
  }

  private init(_ object: SchemaObject, inheriting defaults: [String: DefinitionNode], number: Int) {
    self.object = object
    let titles = Self.titles(object)
    let name = object.text("name") ?? titles.first ?? "_col.\(number)"
    object.subject = name
    field = PortableField(name)
    field.location = object.start
    field.header = titles.first.flatMap { $0 == name ? nil : $0 }
    field.aliases = titles.dropFirst().filter { $0 != name }
    field.help = object.text("dc:description")
    properties = defaults.merging(object.entries(named: Self.inherited)) { _, own in own }
    field.required = properties["required"]?.scalar == "true"
  }

  /// Reads the titles: one, several, or by language.
  ///
  /// Titles in other languages are ignored, so that headers need not match them.
  private static func titles(_ object: SchemaObject) -> [String] {
    guard let node = object.read("titles") else { return [] }
    var titles: [String] = []
    func add(_ node: DefinitionNode) {
      for item in node.items.isEmpty ? [node] : node.items {
        if item.jsonType == .string, let text = item.scalar {
          if !titles.contains(text) { titles.append(text) }
        } else {
          object.addLoss("a title that is not a text: not converted", at: "titles")
        }
      }
    }
    guard case .mapping(let entries) = node.content else {
      add(node)
      return titles
    }
    for entry in entries {
      if CSVWValidity.isLanguage(entry.key) {
        add(entry.value)
      } else {
        object.notes.addLoss(
          "a title in '\(entry.key)', which is not a language: not converted", of: object.subject,
          at: entry.keyLocation)
      }
    }
    return titles
  }

  // MARK: Missing values

  private mutating func readMissing() {
    guard let null = properties["null"] else { return }
    if !null.texts.contains("") {
      notes.addDifference(
        "'null' \(PortableSchema.withoutEmptyText)", of: "columns", field: field.name,
        at: null.location)
    }
    field.missing = null.texts
  }

  // MARK: Datatype

  private mutating func readDatatype(trims: Bool) {
    let datatype = properties["datatype"]
    let base = CSVWDatatype.base(of: datatype)
    let keepsBlanks = CSVWBaseType.keepsBlanks(base)
    if let separator = properties["separator"], !separator.isNull {
      field.type = .list(separator: separator.scalar ?? ",")
      // For a list, the datatype is that of each item.
      if let datatype {
        let item = read(datatype, of: PortableField(field.name))
        let rules = itemRules(item, at: datatype.location)
        if !rules.isEmpty {
          field.otherRules.append(
            .rule("each", of: keepsBlanks ? rules : rules.map { $0.adding("trim", "true") }))
        }
      }
    } else if let datatype {
      field = read(datatype, of: field)
    }
    if ["token", "anyURI"].contains(base), !field.rules.isEmpty {
      notes.addDifference(
        CSVWDatatype.innerBlanks, of: "columns", field: field.name,
        at: object.location(of: "datatype"))
    }
    field.trim = trims || !field.isList && !keepsBlanks
  }

  /// Reads a datatype into a field, or into the items of a list.
  private func read(_ node: DefinitionNode, of item: PortableField) -> PortableField {
    let object = SchemaObject(node, subject: "\(item.name), datatype", notes: notes)
    guard let object else {
      var datatype = CSVWDatatype(node.scalar ?? "string", of: item, notes, at: node.location)
      datatype.read(format: nil)
      return datatype.field
    }
    let format = object.read("format")
    let base = object.text("base") ?? "string"
    var field: PortableField
    if let format, let numberFormat = SchemaObject(format, subject: object.subject, notes: notes) {
      var datatype = CSVWDatatype(base, of: item, notes, at: format.location)
      datatype.read(numberFormat: numberFormat)
      field = datatype.field
    } else {
      var datatype = CSVWDatatype(base, of: item, notes, at: node.location)
      datatype.read(format: format?.scalar)
      field = datatype.field
    }
    field.readLengths(object)
    field.readBounds(object)
    object.noteUnreadKeys(ignoring: ["@id", "name"], ignoresPrefixed: true)
    return field
  }

  /// Returns the rules for each item of a list, whose type is text in the form.
  private func itemRules(
    _ item: PortableField, at location: DefinitionLocation
  ) -> [DefinitionNode] {
    let typesWithRule: [FieldType] = [.integer, .number, .decimal(), .date()]
    if item.type == .text { return item.rules }
    if typesWithRule.contains(item.type), item.bounds.isEmpty {
      return [.bare(item.type.name)] + item.rules
    }
    if case .boolean(let words) = item.type {
      return [.rule("in", .list(words.yes + words.no))] + item.rules
    }
    notes.addLoss("type '\(item.type.name)' of items: not converted", of: item.name, at: location)
    return []
  }
}

extension PortableField {
  fileprivate mutating func readLengths(_ datatype: SchemaObject) {
    let length = datatype.text("length")
    minLength = datatype.text("minLength") ?? length
    maxLength = datatype.text("maxLength") ?? length
    if format == .base64 || format == .evenHex, minLength ?? maxLength != nil {
      datatype.notes.addLoss("a length in bytes: not converted", of: name, at: datatype.location)
      (minLength, maxLength) = (nil, nil)
    }
  }

  fileprivate mutating func readBounds(_ datatype: SchemaObject) {
    let typeBounds = bounds
    bounds = [
      .min: datatype.text("minimum") ?? datatype.text("minInclusive"),
      .max: datatype.text("maximum") ?? datatype.text("maxInclusive"),
      .minExclusive: datatype.text("minExclusive"), .maxExclusive: datatype.text("maxExclusive"),
    ].compactMapValues { $0 }
    // The bounds of the type itself also apply.
    for (bound, exclusive) in [(Bound.min, Bound.minExclusive), (.max, .maxExclusive)] {
      guard let number = typeBounds[bound] else { continue }
      if bounds[bound] == nil, bounds[exclusive] == nil {
        bounds[bound] = number
      } else {
        otherRules.append(.rule("range", [bound.rawValue: .text(number)]))
      }
    }
  }
}

extension SchemaObject {
  /// Returns the values of these keys, as far as they exist, and marks the keys as read.
  func entries(named keys: [String]) -> [String: DefinitionNode] {
    var values: [String: DefinitionNode] = [:]
    for key in keys { values[key] = read(key) }
    return values
  }
}
