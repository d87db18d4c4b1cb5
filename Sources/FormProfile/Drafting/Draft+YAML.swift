import FormBytes
import FormDefinitions
import FormRules

extension Draft {
  /// The draft as a definition file.
  package var yaml: String {
    (head + form + ["---"] + ruleSet).joined(separator: "\n") + "\n"
  }

  private var head: [String] {
    let files = analysis.files.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
      .joined(separator: ", ")
    let lines =
      [
        "Drafted by formrec from \(files): \(analysis.records.counted("record")), "
          + "\(analysis.columns.count.counted("column"))."
      ] + outcome + [analysis.dependencyNote, analysis.sortingNote].compactMap(\.self)
      + (options.activatesSuggestions
        ? []
        : [
          "Commented-out rules require a decision: review the lines, then uncomment or delete the rule."
        ])
    return lines.flatMap { Self.comment($0) }
  }

  private var form: [String] {
    var lines = ["form: \(options.form)"]
    if let key {
      if keyIsRowNumber {
        lines += Self.comment("Row numbers are not a key if another file also begins at 1.")
        lines.append("# key: [\(names[key].yamlScalar)]")
      } else {
        lines.append("key: [\(names[key].yamlScalar)]")
      }
    }
    if key == nil, let columns = analysis.compositeKey?.columns {
      lines += Self.comment(
        "The values of these fields together are distinct in all records of the file.")
      lines.append("# key: [\(columns.map { names[$0].yamlScalar }.joined(separator: ", "))]")
    }
    var file = options.file
    if !isByName, file.header != 0 { file.match = .position }
    if file != FileSettings() { lines.append("file: \(file.mapping.node.yamlInLine)") }
    lines.append("fields:")
    for (index, field) in fields.enumerated() {
      var evidence = field.evidence
      let typed = analysis.columns[index].findings.filter {
        [.type, .ambiguousDate, .mixedType, .unit].contains($0.kind)
      }
      evidence += self.evidence(typed)
      lines += Self.comment(evidence.joined(separator: "; "), indent: 2)
      lines.append("  - \(field.field.node.yamlInLine)")
    }
    return lines
  }

  private var ruleSet: [String] {
    var lines = ["rules: \(options.form)", "form: \(options.form)"]
    var sections: [String] = []
    for index in fields.indices {
      sections += section(
        "\(names[index].yamlScalar):", rules.filter { $0.field == index }, indent: 2)
    }
    if !sections.isEmpty {
      let hasActive = rules.contains { $0.field != nil && isActive($0) }
      lines += [hasActive ? "fields:" : "# fields:"] + sections
    }
    lines += section("record:", rules.filter { $0.field == nil }, indent: 0)
    return lines
  }

  private func isActive(_ rule: DraftRule) -> Bool {
    !rule.isSuggestion || options.activatesSuggestions
  }

  /// A key with a list of rules. If no rule is active, the key is commented out as well.
  private func section(_ key: String, _ rules: [DraftRule], indent: Int) -> [String] {
    guard !rules.isEmpty else { return [] }
    let margin = String(repeating: " ", count: indent)
    let isActive = rules.contains(where: self.isActive)
    var lines = [isActive ? "\(margin)\(key)" : "\(margin)# \(key)"]
    for rule in rules {
      for line in rule.evidence { lines += Self.comment(line, indent: indent + 2) }
      lines.append("\(margin)\(self.isActive(rule) ? "  " : "#   ")- \(rule.yaml)")
    }
    return lines
  }

  /// Wraps a text into comment lines of at most 100 columns. Headers may contain line ends, which
  /// would end a comment.
  private static func comment(_ text: String, indent: Int = 0) -> [String] {
    let text = text.visibleText
    let margin = String(repeating: " ", count: indent) + "# "
    if margin.count + text.count <= 100 { return [margin + text] }
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      if !line.isEmpty, margin.count + line.count + word.count + 1 > 100 {
        lines.append(margin + line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    return lines + (line.isEmpty ? [] : [margin + line])
  }
}
