import FormBytes
import FormDefinitions

extension TableAnalysis {
  /// All findings, ordered by confidence (highest first) and then by column.
  package var findings: [Finding] {
    var findings = columns.flatMap(\.findings) + rowFindings
    findings += dependencies.compactMap(finding)
    findings += dateOrders.filter { $0.exceptions > 0 }.map(finding)
    let positions = Dictionary(
      columns.enumerated().map { ($1.label, $0) }, uniquingKeysWith: { first, _ in first })
    func position(_ finding: Finding) -> Int { finding.column.flatMap { positions[$0] } ?? .max }
    return Finding.Confidence.allCases.flatMap { confidence in
      findings.filter { $0.confidence == confidence }.sorted { position($0) < position($1) }
    }
  }

  /// The finding for a dependency that some cells violate. A convincing dependency is reported only
  /// if it is drafted, any other only if its strength is at least 0.5.
  private func finding(_ dependency: Dependency) -> Finding? {
    let isDrafted = draftedDependencies.contains {
      $0.determinants == dependency.determinants && $0.dependent == dependency.dependent
    }
    guard dependency.minority + dependency.blanks > 0, isDrafted || !dependency.isConvincing,
      isDrafted || dependency.strength >= 0.5
    else { return nil }
    let modes = dependency.modes
    let percent = Share(modes.agreeing, of: modes.groupedRecords).percentage
    return Finding(
      kind: .dependency, confidence: dependency.isConvincing ? .high : .decide,
      column: columns[dependency.dependent].label,
      message:
        "\(names(of: dependency)) determine\(dependency.determinants.count == 1 ? "s" : "") it in \(percent) of the records",
      count: dependency.minority + dependency.blanks,
      examples: dependency.minority > 0 ? examples(of: dependency) : blankExamples(of: dependency),
      yaml: yaml(of: dependency))
  }

  /// The rule of the dependent field that expresses a dependency, as YAML on one line.
  package func yaml(of dependency: Dependency) -> String {
    dependency.yaml(on: dependency.determinants.map { columns[$0].name })
  }

  /// The names of the determining columns, joined by "and".
  func names(of dependency: Dependency) -> String {
    dependency.determinants.map { columns[$0].label }.joined(separator: " and ")
  }

  /// The first cells in the minority of their groups, with the mode as the expected value.
  package func examples(of dependency: Dependency) -> [Finding.Example] {
    let table = columns[dependency.dependent].statistics.values
    var found: [(record: Int, example: Finding.Example)] = []
    for conflict in dependency.modes.conflicts {
      for other in conflict.others where Dependency.isMinority(other.count, of: conflict) {
        found.append(
          (
            other.record,
            .init(
              line: lines[other.record], text: table.text(of: table.entries[Int(other.value)]),
              expected: table.text(of: table.entries[Int(conflict.mode)]))
          ))
      }
    }
    return found.sorted { $0.record < $1.record }.prefix(Finding.maximumExamples).map {
      columns[dependency.dependent].isMasked ? $0.example.masked : $0.example
    }
  }

  /// The locations of the first records without a value in a group that has one.
  func blankExamples(of dependency: Dependency) -> [Finding.Example] {
    dependency.modes.firstBlanks.sorted().map { .init(line: lines[$0]) }
  }

  private func finding(_ order: DateOrder) -> Finding {
    Finding(
      kind: .dateOrder, confidence: .high, column: columns[order.later].label,
      message:
        "before \(columns[order.earlier].label) in \(order.exceptions.grouped) of \(order.compared.grouped) records",
      count: order.exceptions,
      examples: order.firstException.map { [.init(line: lines[$0])] } ?? [])
  }
}
