import FormDefinitions
import FormRules

/// A record of the sheet. Its values have the locations of their cells.
struct RuleSheetRow {
  let line: Int
  let cells: [String: String]
  let columns: [String]

  /// What a row describes. The raw value is the text of the column `what`.
  enum Kind: String, CaseIterable {
    case form, field, list, rules, rule, record, parameter, preset, limit, example
  }

  func kind() throws(DefinitionErrors) -> Kind {
    let text = try requiredText("what")
    if let kind = Kind(rawValue: text) { return kind }
    throw DefinitionErrors([
      DefinitionError.unknown(
        "kind of row", text, known: Kind.allCases.map(\.rawValue), at: location("what"))
    ])
  }

  func location(_ column: String) -> DefinitionLocation {
    DefinitionLocation(line: line, column: (columns.firstIndex(of: column) ?? 0) + 1)
  }

  func error(_ message: String, in column: String) -> DefinitionErrors {
    DefinitionErrors([DefinitionError(message, at: location(column))])
  }

  // MARK: Cells

  /// Returns the text of a cell, or nil if it is empty.
  func text(_ column: String) -> String? {
    cells[column].flatMap { $0.isEmpty ? nil : $0 }
  }

  private func requiredText(_ column: String) throws(DefinitionErrors) -> String {
    guard let text = text(column) else {
      throw error("column '\(column)' is empty", in: column)
    }
    return text
  }

  /// Returns the value of a cell that contains YAML, or nil if it is empty.
  private func node(_ column: String) throws(DefinitionErrors) -> DefinitionNode? {
    guard let text = text(column) else { return nil }
    do {
      return try DefinitionFile.parseValue(text).located(at: location(column))
    } catch {
      let message = error.errors.first?.message ?? "cannot be read"
      throw self.error("column '\(column)': \(message)", in: column)
    }
  }

  /// Returns the column `value`, or null if it is empty.
  func value() throws(DefinitionErrors) -> DefinitionNode {
    try node("value") ?? .null(at: location("value"))
  }

  /// Returns the rule of a row.
  func rule() throws(DefinitionErrors) -> DefinitionNode {
    let name = try requiredText("rule")
    var rule = MappingBuilder()
    let parameters = try node("value") ?? .null(at: location("rule"))
    rule.add(.init(name, at: location("rule"), parameters))
    for column in ["severity", "message", "when"] { add(column, to: &rule) }
    try addMore(to: &rule)
    return DefinitionNode(.mapping(rule.entries), at: location("rule"))
  }

  // MARK: Mappings

  /// Adds the columns `name` and `value` as an entry.
  func addValue(to mapping: inout MappingBuilder) throws(DefinitionErrors) {
    let name = try requiredText("name")
    if mapping.entries.contains(where: { $0.key == name }) {
      throw error("\(try kind()) '\(name)' occurs twice", in: "name")
    }
    mapping.add(.init(name, at: location("name"), try value()))
  }

  /// Adds the entries of the column `more`.
  func addMore(to mapping: inout MappingBuilder) throws(DefinitionErrors) {
    guard let more = try node("more") else { return }
    guard case .mapping(let entries) = more.content else {
      throw error("column 'more' requires {key: value}", in: "more")
    }
    for entry in entries {
      guard !mapping.entries.contains(where: { $0.key == entry.key }) else {
        throw error(
          "column 'more' contains '\(entry.key)', which has its own column", in: "more")
      }
      mapping.add(entry)
    }
  }

  /// Adds the text of a cell, unless it is empty.
  ///
  /// - Parameter key: The key of the entry, or nil for the name of the column.
  func add(_ column: String, as key: String? = nil, to mapping: inout MappingBuilder) {
    guard let text = text(column) else { return }
    let normalized = column == "required" ? Self.truth(text) : text
    mapping.add(.init(key ?? column, .text(normalized)).located(at: location(column)))
  }

  /// Normalizes the values that spreadsheet programs and people write for `true` and `false`.
  private static func truth(_ text: String) -> String {
    switch text.lowercased().filter({ !$0.isWhitespace }) {
    case "true", "yes", "y", "x", "1", "wahr", "ja", "vrai", "oui": "true"
    case "false", "no", "n", "0", "falsch", "nein", "faux", "non": "false"
    default: text
    }
  }
}

extension DefinitionNode {
  /// Returns the node with one location for all of its parts.
  fileprivate func located(at location: DefinitionLocation) -> DefinitionNode {
    switch content {
    case .scalar: DefinitionNode(content, at: location)
    case .sequence(let items):
      DefinitionNode(.sequence(items.map { $0.located(at: location) }), at: location)
    case .mapping(let entries):
      DefinitionNode(.mapping(entries.map { $0.located(at: location) }), at: location)
    }
  }
}

extension DefinitionNode.Entry {
  fileprivate func located(at location: DefinitionLocation) -> DefinitionNode.Entry {
    .init(key, at: location, value.located(at: location))
  }
}
