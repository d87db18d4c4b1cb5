import FormBytes
import FormRules

extension DefinitionReader {
  mutating func limits(_ node: DefinitionNode) -> [Limit]? {
    items(node, "limits")?.compactMap { limit($0) }
  }

  mutating func limit(_ node: DefinitionNode) -> Limit? {
    let subjects = Limit.Subject.allCases.map(\.rawValue)
    guard let keys = entries(node, "a limit", known: subjects) else { return nil }
    guard keys.entries.count == 1, let entry = keys.entries.first else {
      report(
        "a limit has exactly one of \(subjects.joined(separator: ", "))", at: node.location)
      return nil
    }
    if entry.key == Limit.Subject.columns.rawValue { return columnLimit(entry.value) }
    guard let subject = Limit.Subject(rawValue: entry.key),
      let bounds = entries(entry.value, entry.key, known: ["min", "max", "change"])
    else { return nil }
    let min = bounds["min"].flatMap { amount($0, "min", of: subject) }
    let max = bounds["max"].flatMap { amount($0, "max", of: subject) }
    let change = bounds["change"].flatMap { amount($0, "change", of: subject) }
    if bounds.entries.isEmpty {
      report("\(entry.key) requires min, max or change", .missing(nil), at: entry.value.location)
    }
    switch (min, max) {
    case (.count(let low), .count(let high)) where low > high:
      report("min is greater than max", .conflict, at: entry.value.location)
    case (.percent(let low), .percent(let high)) where low > high:
      report("min is greater than max", .conflict, at: entry.value.location)
    default: break
    }
    return Limit(subject, min: min, max: max, change: change)
  }

  private mutating func columnLimit(_ node: DefinitionNode) -> Limit? {
    guard let entries = entries(node, "columns", known: ["missing"]) else { return nil }
    guard let missing = entries["missing"] else {
      report("columns requires missing", .missing("missing"), at: node.location)
      return nil
    }
    return choice(missing, "missing").map { Limit(missingColumns: $0) }
  }

  /// Reads an integer or a percentage (`5%`, `0.5%`).
  private mutating func amount(
    _ node: DefinitionNode, _ what: String, of subject: Limit.Subject
  ) -> Limit.Amount? {
    guard let text = text(node, what) else { return nil }
    if text.hasSuffix("%") {
      if subject != .records || what == "change",
        let share = ExactDecimal(text.dropLast()),
        share >= ExactDecimal(0), share <= ExactDecimal(100)
      {
        return .percent(share)
      }
    } else if text.utf8.allSatisfy(\.isASCIIDigit), let count = Int(text) {
      return .count(count)
    }
    report(
      subject == .records && what != "change"
        ? "\(what) must be a whole number of records, such as 1"
        : "\(what) must be a whole number or a percentage from 0% to 100%, such as 10 or 0.5%",
      at: node.location)
    return nil
  }
}
