import FormRules
import FormStore

/// The limit on columns, which without an entry in the rule set depends on the preceding import.
extension Plan {
  /// What happens if a field has no column, or nil if that depends on the preceding import.
  private var missingColumns: Limit.MissingColumns? {
    let stated = ruleSet.limits.compactMap(\.missing)
    return stated.contains(.refuse) ? .refuse : stated.first
  }

  /// Whether a file without the column of a field is refused.
  var refusesMissingColumns: Bool { missingColumns == .refuse }

  /// - Throws: `RecorderError` if such a file is refused and a field has no column.
  func requireAllColumns(_ mapping: ColumnMapping) throws(RecorderError) {
    let missing = mapping.missingFields
    guard refusesMissingColumns, !missing.isEmpty else { return }
    let names = missing.map { $0.header ?? $0.name }
    throw RecorderError(
      .columns(missing: names, unknown: mapping.unknownColumns),
      "the limit on columns refuses a file without \(names.quoted)", .mapColumns)
  }

  /// Describes the fields without a column, if that exceeds a limit; otherwise returns nil.
  ///
  /// - Parameters:
  ///   - input: The input, at its end.
  ///   - preceding: Returns the name of the preceding import and the fields that had a column.
  func missingColumnsViolation(
    _ input: borrowing MappedInput,
    preceding: () throws(RecorderError) -> (name: String, fields: Set<String>)?
  ) throws(RecorderError) -> String? {
    let missing = input.mapping.missingFields.map(\.name)
    if missing.isEmpty || !input.knowsColumns { return nil }
    guard missingColumns == nil else { return "columns: none for \(missing.quoted)" }
    guard let preceding = try preceding() else { return nil }
    let known = missing.filter(preceding.fields.contains)
    if known.isEmpty { return nil }
    return "columns: none for \(known.quoted), unlike in \(preceding.name)"
  }
}

extension [String] {
  /// The names in quotes, separated by commas.
  fileprivate var quoted: String { map { "'\($0.visibleText)'" }.joined(separator: ", ") }
}
