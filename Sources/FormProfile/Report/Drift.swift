import FormRules

/// A change between two imports of a source that is too large to be due to chance.
package struct Drift: Sendable {
  /// The kind of change. The raw values are stable names.
  package enum Kind: String, Sendable {
    /// The share of records with a value.
    case fill
    /// The share of values that have the column's previous type.
    case type
    /// The share of values that did not occur previously.
    case newValues
    /// A column that only the previous import has, or only the new one.
    case missingColumn, newColumn
    /// The share of records that fail a rule.
    case rule
  }

  package var kind: Kind
  /// The name of the column, or the id of the rule.
  package var name: String
  /// The shares before and after the change, in ten-thousandths.
  package var before: Int
  package var after: Int
  package var examples: [Finding.Example]

  package init(
    kind: Kind, name: String, before: Int, after: Int, examples: [Finding.Example] = []
  ) {
    self.kind = kind
    self.name = name
    self.before = before
    self.after = after
    self.examples = examples
  }

  /// Compares the columns of two imports.
  package static func changes(from before: TableAnalysis, to after: TableAnalysis) -> [Drift] {
    var changes: [Drift] = []
    for column in before.columns {
      guard let other = after.columns.first(where: { $0.name == column.name }) else {
        changes.append(Drift(kind: .missingColumn, name: column.name, before: 10_000, after: 0))
        continue
      }
      changes += column.changes(to: other)
    }
    for column in after.columns where !before.columns.contains(where: { $0.name == column.name }) {
      changes.append(Drift(kind: .newColumn, name: column.name, before: 0, after: 10_000))
    }
    return changes
  }
}

extension ColumnAnalysis {
  fileprivate func changes(to after: ColumnAnalysis) -> [Drift] {
    var changes: [Drift] = []
    func add(
      _ kind: Drift.Kind, from before: Share, to after: Share, examples: [Finding.Example] = []
    ) {
      guard before.differs(from: after) else { return }
      changes.append(
        Drift(
          kind: kind, name: name, before: before.basisPoints, after: after.basisPoints,
          examples: examples))
    }
    add(.fill, from: filled, to: after.filled)
    if let index = Notation.types.firstIndex(of: type.type) {
      add(
        .type, from: type.share,
        to: Share(after.statistics.types[index], of: after.type.considered))
    }
    // If values repeat, most values of the next import are already known.
    let table = statistics.values
    if table.isExact, after.statistics.values.isExact, case .text = type.type,
      statistics.present >= ListChoice.leastPerValue * statistics.distinct
    {
      let others = after.statistics.values
      let new = others.entries.filter {
        table.index(of: others.bytes(of: $0), hash: $0.hash) == nil
      }
      let examples = new.prefix(Finding.maximumExamples).map {
        Finding.Example(
          line: $0.firstLine, text: isMasked || after.isMasked ? nil : others.text(of: $0))
      }
      add(
        .newValues, from: Share(0, of: statistics.present),
        to: Share(new.reduce(0) { $0 + $1.count }, of: after.statistics.present),
        examples: examples)
    }
    return changes
  }
}

extension Drift: Encodable {
  package func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "kind": kind.rawValue, "name": name, "before": JSON.share(basisPoints: before),
      "after": JSON.share(basisPoints: after), "examples": examples.map { $0.json(files: []) },
    ])
  }
}
