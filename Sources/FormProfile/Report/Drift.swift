package import FormRules

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

  /// The minimum change of a share in standard errors, so that it is unlikely to be due to chance
  /// even among hundreds of columns, and in ten-thousandths, so that it is relevant.
  static let standardErrors = 5.0
  static let leastChange = 100

  /// Whether a share changed from `a` of `n` to `b` of `m`.
  package static func isChange(_ a: Int, of n: Int, _ b: Int, of m: Int) -> Bool {
    guard n > 0, m > 0 else { return false }
    let (p, q) = (Double(a) / Double(n), Double(b) / Double(m))
    let pooled = Double(a + b) / Double(n + m)
    // A variance of at least one record in all of them keeps the standard error above zero.
    let variance = max(pooled * (1 - pooled), 1 / Double(n + m))
    let error = (variance * (1 / Double(n) + 1 / Double(m))).squareRoot()
    return (p - q).magnitude >= standardErrors * error
      && (p - q).magnitude * 10_000 >= Double(leastChange)
  }

  package static func share(_ count: Int, of all: Int) -> Int {
    all == 0 ? 0 : count * 10_000 / all
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
      _ kind: Drift.Kind, _ a: Int, _ n: Int, _ b: Int, _ m: Int,
      _ examples: [Finding.Example] = []
    ) {
      guard Drift.isChange(a, of: n, b, of: m) else { return }
      changes.append(
        Drift(
          kind: kind, name: name, before: Drift.share(a, of: n), after: Drift.share(b, of: m),
          examples: examples))
    }
    add(.fill, records - blank, records, after.records - after.blank, after.records)
    if let index = Notation.types.firstIndex(of: type.type) {
      add(
        .type, type.matching, type.considered, after.statistics.types[index],
        after.type.considered)
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
        .newValues, 0, statistics.present, new.reduce(0) { $0 + $1.count },
        after.statistics.present, examples)
    }
    return changes
  }
}

extension Drift {
  /// The change as JSON with stable keys.
  package var json: JSON {
    .object([
      "kind": .string(kind.rawValue), "name": .string(name),
      "before": .number((Double(before) / 10_000).description),
      "after": .number((Double(after) / 10_000).description),
      "examples": .array(
        examples.map { example in
          .object(
            [.init("line", .integer(example.location.line))]
              + (example.text.map { [.init("value", .string($0))] } ?? []))
        }),
    ])
  }
}
