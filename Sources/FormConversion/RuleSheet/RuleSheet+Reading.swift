import FormDefinitions
package import FormRules

extension RuleSheet {
  /// Converts a table to definitions in YAML.
  ///
  /// The result is verified by reading it.
  ///
  /// - Parameters:
  ///   - rows: The cells of each record by column, with its line.
  ///   - columns: The columns in the order of the sheet.
  /// - Throws: All errors in the rows, each with its line and the number of its column.
  package static func yaml(
    _ rows: [(line: Int, cells: [String: String])], columns: [String] = columns, file: String
  ) throws(DefinitionErrors) -> String {
    var documents: [RuleSheetDocument] = []
    var errors: [DefinitionError] = []
    for row in rows {
      do throws(DefinitionErrors) {
        try add(
          RuleSheetRow(line: row.line, cells: row.cells, columns: columns), to: &documents)
      } catch {
        errors += error.errors
      }
    }
    if documents.isEmpty, errors.isEmpty {
      errors.append(
        DefinitionError("no row has form or rules in column 'what'", at: .none))
    }
    guard errors.isEmpty else { throw DefinitionErrors(errors, file: file) }
    let yaml = documents.map(\.node.yaml).joined(separator: "---\n")
    do {
      _ = try DefinitionFile.parse(yaml, file: file, knownRules: RuleRegistry.names)
    } catch {
      // Checks the nodes, which have the locations of their cells.
      try DefinitionFile.check(documents.map(\.node), file: file, knownRules: RuleRegistry.names)
      throw error
    }
    return yaml
  }

  private static func add(
    _ row: RuleSheetRow, to documents: inout [RuleSheetDocument]
  ) throws(DefinitionErrors) {
    let kind = try row.kind()
    if kind == .form || kind == .rules {
      var document = RuleSheetDocument()
      // The following rows belong to the document even if it has errors.
      defer { documents.append(document) }
      try document.addFirst(row, kind)
    } else if documents.isEmpty {
      throw row.error("begin with a row that has form or rules in column 'what'", in: "what")
    } else {
      try documents[documents.count - 1].add(row, kind)
    }
  }
}
