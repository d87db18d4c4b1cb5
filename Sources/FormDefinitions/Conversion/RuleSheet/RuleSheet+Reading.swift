package import FormRules

extension RuleSheet {
  /// The definitions of a table, as YAML.
  ///
  /// They have been read again, so that they are whole.
  ///
  /// - Parameters:
  ///   - rows: the cells of each record by column, with its line.
  ///   - columns: the columns in the order of the sheet.
  /// - Throws: everything that is wrong with the rows, each with its line and the number of its column.
  package static func yaml(
    _ rows: [(line: Int, cells: [String: String])], columns: [String] = columns, file: String
  ) throws(DefinitionErrors) -> String {
    var documents: [Document] = []
    var errors: [DefinitionError] = []
    for row in rows {
      do throws(DefinitionErrors) {
        try add(Row(row.line, row.cells, columns), to: &documents)
      } catch {
        errors += error.errors
      }
    }
    if documents.isEmpty, errors.isEmpty {
      errors.append(
        DefinitionError("there is no row whose 'what' is form or rules", at: .none))
    }
    guard errors.isEmpty else { throw DefinitionErrors(errors, file: file) }
    let yaml = documents.map(\.node.yaml).joined(separator: "---\n")
    do {
      _ = try DefinitionFile.parse(yaml, file: file, knownRules: RuleRegistry.names)
    } catch {
      // The same from the cells, which know their places.
      try DefinitionFile.check(documents.map(\.node), file: file, knownRules: RuleRegistry.names)
      throw error
    }
    return yaml
  }

  /// A record of the sheet, whose values know their cells.
  private struct Row {
    private let line: Int
    private let cells: [String: String]
    private let columns: [String]

    init(_ line: Int, _ cells: [String: String], _ columns: [String]) {
      (self.line, self.cells, self.columns) = (line, cells, columns)
    }

    func place(_ column: String) -> SourceLocation {
      SourceLocation(line: line, column: (columns.firstIndex(of: column) ?? 0) + 1)
    }

    /// The text of a cell; nil when it is empty.
    func text(_ column: String) -> String? {
      cells[column].flatMap { $0.isEmpty ? nil : $0 }
    }

    func wrong(_ column: String, _ words: String) -> DefinitionErrors {
      DefinitionErrors([DefinitionError(words, at: place(column))])
    }

    /// The value of a cell that holds YAML; nil when it is empty.
    func node(_ column: String) throws(DefinitionErrors) -> DefinitionNode? {
      guard let text = text(column) else { return nil }
      do {
        return try DefinitionFile.parseValue(text).placed(at: place(column))
      } catch {
        throw wrong(
          column, "column '\(column)': \(error.errors.first?.message ?? "cannot be read")")
      }
    }

    /// Adds cells and what stands in `more`.
    func add(_ columns: [String], to mapping: inout MappingBuilder) throws(DefinitionErrors) {
      for column in columns { add(column, as: column, to: &mapping) }
      guard let more = try node("more") else { return }
      guard case .mapping(let entries) = more.content else {
        throw wrong("more", "column 'more' takes {key: value}")
      }
      for entry in entries {
        guard !mapping.entries.contains(where: { $0.key == entry.key }) else {
          throw wrong("more", "column 'more' says '\(entry.key)', which has a column of its own")
        }
        mapping.add(entry)
      }
    }

    /// Adds the text of a cell under a key, if there is any.
    func add(_ column: String, as key: String, to mapping: inout MappingBuilder) {
      guard let text = text(column) else { return }
      let word = column == "required" ? Self.truth(text) : text
      mapping.add(.init(key, DefinitionNode.text(word)).placed(at: place(column)))
    }

    /// What spreadsheet programs make of `true`, and people write.
    private static func truth(_ text: String) -> String {
      switch text.lowercased().filter({ !$0.isWhitespace }) {
      case "true", "yes", "y", "x", "1", "wahr", "ja", "vrai", "oui": "true"
      case "false", "no", "n", "0", "falsch", "nein", "faux", "non": "false"
      default: text
      }
    }
  }

  /// A form or rule set that is being put together.
  private struct Document {
    var place = SourceLocation.none
    var head = MappingBuilder()
    var fields: [DefinitionNode] = []
    var rules: [(field: String, place: SourceLocation, rules: [DefinitionNode])] = []
    var record: [DefinitionNode] = []
    var named: [String: MappingBuilder] = [:]
    var limits: [DefinitionNode] = []
    var examples: [DefinitionNode] = []

    var node: DefinitionNode {
      var mapping = head
      if let presets = named["preset"] { mapping.add("presets", presets) }
      mapping.add("fields", fields)
      var byField = MappingBuilder()
      for (field, place, rules) in rules {
        byField.add(.init(field, at: place, DefinitionNode(.sequence(rules), at: place)))
      }
      mapping.add("fields", byField)
      mapping.add("record", record)
      if let lists = named["list"] { mapping.add("lists", lists) }
      if let given = named["given"] { mapping.add("given", given) }
      mapping.add("limits", limits)
      mapping.add("examples", examples)
      return DefinitionNode(.mapping(mapping.entries), at: place)
    }
  }

  private static func add(
    _ row: Row, to documents: inout [Document]
  ) throws(DefinitionErrors) {
    guard let what = row.text("what") else { throw row.wrong("what", "column 'what' is empty") }
    if what == "form" || what == "rules" {
      var document = Document()
      // The rows that follow belong to it even if something is wrong with it.
      defer { documents.append(document) }
      document.place = row.place("what")
      row.add("name", as: what, to: &document.head)
      if what == "rules" { row.add("value", as: "form", to: &document.head) }
      row.add("label", as: "title", to: &document.head)
      try row.add([], to: &document.head)
      return
    }
    guard !documents.isEmpty else {
      throw row.wrong("what", "begin with a row whose 'what' is form or rules")
    }
    let last = documents.count - 1
    switch what {
    case "field":
      var field = MappingBuilder()
      try row.add(["name", "label", "type", "required"], to: &field)
      documents[last].fields.append(DefinitionNode(.mapping(field.entries), at: row.place("what")))
    case "rule", "record":
      guard let rule = row.text("rule") else { throw row.wrong("rule", "column 'rule' is empty") }
      var builder = MappingBuilder()
      builder.add(
        .init(rule, at: row.place("rule"), try row.node("value") ?? .null(at: row.place("rule"))))
      try row.add(["severity", "message", "when"], to: &builder)
      let entry = DefinitionNode(.mapping(builder.entries), at: row.place("rule"))
      guard what == "rule" else {
        documents[last].record.append(entry)
        return
      }
      guard let field = row.text("name") else {
        throw row.wrong("name", "column 'name' is empty: whose rule is it?")
      }
      if let index = documents[last].rules.firstIndex(where: { $0.field == field }) {
        documents[last].rules[index].rules.append(entry)
      } else {
        documents[last].rules.append((field, row.place("name"), [entry]))
      }
    case "list", "given", "preset":
      guard let name = row.text("name") else { throw row.wrong("name", "column 'name' is empty") }
      let isKnown = documents[last].named[what]?.entries.contains { $0.key == name } ?? false
      guard !isKnown else { throw row.wrong("name", "\(what) '\(name)' is there twice") }
      let value = try row.node("value") ?? .null(at: row.place("value"))
      documents[last].named[what, default: MappingBuilder()]
        .add(.init(name, at: row.place("name"), value))
    case "limit":
      documents[last].limits.append(try row.node("value") ?? .null(at: row.place("value")))
    case "example":
      documents[last].examples.append(try row.node("value") ?? .null(at: row.place("value")))
    default:
      throw DefinitionErrors([
        DefinitionError.unknown(
          "kind of row", what,
          known: [
            "form", "field", "list", "rules", "rule", "record", "given", "preset", "limit",
            "example",
          ], at: row.place("what"))
      ])
    }
  }
}

extension DefinitionNode {
  /// The node as if all of it stood in one place.
  fileprivate func placed(at place: SourceLocation) -> DefinitionNode {
    switch content {
    case .scalar: DefinitionNode(content, at: place)
    case .sequence(let items):
      DefinitionNode(.sequence(items.map { $0.placed(at: place) }), at: place)
    case .mapping(let entries):
      DefinitionNode(.mapping(entries.map { $0.placed(at: place) }), at: place)
    }
  }
}

extension DefinitionNode.Entry {
  fileprivate func placed(at place: SourceLocation) -> DefinitionNode.Entry {
    .init(key, at: place, value.placed(at: place))
  }
}
