import Foundation
import Testing

@testable import FormRules

/// Judges the vectors of a table and counts.
struct VectorRunner {
  /// The results for a rule.
  struct Report {
    /// The numbers of all vectors and of those that agree, by source.
    var sources: [String: (vectors: Int, agreed: Int)] = [:]
    /// The number of vectors that do not count, by reason.
    var inapplicable: [String: Int] = [:]
    /// The number of vectors that disagree, by the reason in the table.
    var disagreed: [String: Int] = [:]
    /// The disagreements without a reason in the table.
    var unexplained: [Vector] = []

    var vectors: Int { sources.values.reduce(0) { $0 + $1.vectors } }
    var agreed: Int { sources.values.reduce(0) { $0 + $1.agreed } }
    var percent: Double { vectors == 0 ? 100 : 100 * Double(agreed) / Double(vectors) }
  }

  let table: VectorTable

  func run() throws -> Report {
    var report = Report()
    var hasTrailingLineFeed = false
    for file in table.files {
      for vector in try Vector.load(file) {
        guard let accepted = try accepts(vector, &report) else { continue }
        let agrees = accepted == vector.isValid
        // Hundreds of vectors test that `$` is not the end of a text. They count once.
        if vector.tag == "trailing-newline", agrees {
          if hasTrailingLineFeed { continue }
          hasTrailingLineFeed = true
        }
        report.sources[vector.source, default: (0, 0)].vectors += 1
        if agrees {
          report.sources[vector.source, default: (0, 0)].agreed += 1
        } else if let known = table.disagreements.first(where: { $0.covers(vector) }) {
          report.disagreed[known.reason, default: 0] += 1
        } else {
          report.unexplained.append(vector)
        }
      }
    }
    return report
  }

  /// Our verdict, or nil, with a reason in the report, if the vector does not count.
  private func accepts(_ vector: Vector, _ report: inout Report) throws -> Bool? {
    switch table.reading(vector) {
    case .inapplicable(let reason):
      report.inapplicable[reason, default: 0] += 1
      return nil
    case .rule(let parameters, let type, let trim, let more):
      return try accepts(vector.input, type, trim: trim, [(table.rule, parameters)] + more)
    case .type(let type, let trim, let rules):
      return try accepts(vector.input, type, trim: trim, rules)
    }
  }

  /// Whether a text is of the type and satisfies the rules. Empty text is judged like any other, as
  /// under `empty: validate`.
  private func accepts(
    _ text: String, _ type: FieldType, trim: Bool, _ rules: [(String, DefinitionNode?)]
  ) throws -> Bool {
    let form = Form(name: "vectors", fields: [Field(name: "value", type: type, trim: trim)])
    var bound: [any Rule] = []
    for (name, parameters) in rules {
      let rule = try #require(RuleRegistry.rule(named: name), "no rule \(name)")
      bound.append(try bind(rule, parameters, of: form))
    }
    return withRecord(form, ["value": text]) { record in
      let value = record.value(of: 0)
      if value == .invalid { return false }
      return bound.allSatisfy { $0.evaluate(value, record.text(of: 0), in: record) == .passes }
    }
  }
}
