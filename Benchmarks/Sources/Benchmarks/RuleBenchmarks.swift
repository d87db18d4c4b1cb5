import FormRules

/// Measures the cost that each rule adds to judging a record, with the accepted values of its
/// documentation, separately for ASCII and other text. Rules that need the answer of a service, or
/// counts over all records, are not measured.
struct RuleBenchmarks {
  let stopwatch: Stopwatch

  func run(_ rules: [any Rule.Type]) throws -> [Measurement] {
    try rules.filter { $0.name != "remote" && !($0 is any CountingRule.Type) }.flatMap { rule in
      try rule.documentation.examples.flatMap { try measure(rule, $0) }
    }
  }

  private func measure(
    _ rule: any Rule.Type, _ example: RuleExample
  ) throws -> [Measurement] {
    // All rules except `blank` are measured with present values.
    var texts = example.accepted.filter { !$0.isEmpty || rule.name == "blank" }
    if rule.name == "unique" { texts = distinct(example.type) }
    let kinds = [
      ("", texts.filter { $0.utf8.allSatisfy { $0 < 0x80 } }),
      ("not ASCII", texts.filter { !$0.utf8.allSatisfy { $0 < 0x80 } }),
    ]
    return try kinds.filter { !$0.1.isEmpty }.map { kind, texts in
      let column = JudgedColumn(texts, type: example.type)
      let bare = try column.cost(of: nil, stopwatch)
      let whole = try column.cost(of: RuleEntry(rule.name, example.parameters), stopwatch)
      let words = [
        example.parameters?.summary ?? "", example.type == .text ? "" : example.type.name, kind,
      ]
      return Measurement(
        group: "rules", name: rule.name,
        detail: words.filter { !$0.isEmpty }.joined(separator: ", "), unit: "check",
        nanoseconds: max(0, whole.nanoseconds - bare.nanoseconds),
        allocations: max(0, whole.allocations - bare.allocations), bytes: column.averageBytes)
    }
  }

  /// Returns a different value for each record of a batch.
  private func distinct(_ type: FieldType) -> [String] {
    (0..<JudgedColumn.records).map { type == .text ? "user\($0)@example.com" : "\($0).25" }
  }
}

extension DefinitionNode {
  /// The parameters on one line, truncated if they are long.
  fileprivate var summary: String {
    let text = words
    return text.count <= 44 ? text : text.prefix(43) + "…"
  }

  private var words: String {
    switch content {
    case .scalar(let text, _): text
    case .sequence(let nodes): "[\(nodes.map(\.words).joined(separator: ", "))]"
    case .mapping(let entries):
      entries.map { "\($0.key): \($0.value.words)" }.joined(separator: ", ")
    }
  }
}
