import FormDefinitions
import FormRules

/// A record of the sheet. Its values have the locations of their cells.
struct RuleSheetRow {
  private let line: Int
  private let cells: [String: String]
  private let columns: [String]

  init(_ line: Int, _ cells: [String: String], _ columns: [String]) {
    (self.line, self.cells, self.columns) = (line, cells, columns)
  }

  func location(_ column: String) -> SourceLocation {
    SourceLocation(line: line, column: (columns.firstIndex(of: column) ?? 0) + 1)
  }

  /// Returns the text of a cell, or nil if it is empty.
  func text(_ column: String) -> String? {
    cells[column].flatMap { $0.isEmpty ? nil : $0 }
  }

  func wrong(_ column: String, _ words: String) -> DefinitionErrors {
    DefinitionErrors([DefinitionError(words, at: location(column))])
  }

  /// Returns the value of a cell that contains YAML, or nil if it is empty.
  func node(_ column: String) throws(DefinitionErrors) -> DefinitionNode? {
    guard let text = text(column) else { return nil }
    do {
      return try DefinitionFile.parseValue(text).located(at: location(column))
    } catch {
      throw wrong(
        column, "column '\(column)': \(error.errors.first?.message ?? "cannot be read")")
    }
  }

  /// Adds cells and the entries of `more`.
  func add(_ columns: [String], to mapping: inout MappingBuilder) throws(DefinitionErrors) {
    for column in columns { add(column, as: column, to: &mapping) }
    guard let more = try node("more") else { return }
    guard case .mapping(let entries) = more.content else {
      throw wrong("more", "column 'more' requires {key: value}")
    }
    for entry in entries {
      guard !mapping.entries.contains(where: { $0.key == entry.key }) else {
        throw wrong("more", "column 'more' contains '\(entry.key)', which has its own column")
      }
      mapping.add(entry)
    }
  }

  /// Adds the text of a cell under a key, unless it is empty.
  func add(_ column: String, as key: String, to mapping: inout MappingBuilder) {
    guard let text = text(column) else { return }
    let word = column == "required" ? Self.truth(text) : text
    mapping.add(.init(key, DefinitionNode.text(word)).located(at: location(column)))
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
  fileprivate func located(at location: SourceLocation) -> DefinitionNode {
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
  fileprivate func located(at location: SourceLocation) -> DefinitionNode.Entry {
    .init(key, at: location, value.located(at: location))
  }
}
