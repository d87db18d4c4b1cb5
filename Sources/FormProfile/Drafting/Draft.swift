import FormBytes
import FormDefinitions
package import FormRules

/// A form and a rule set drafted from an analysis. The YAML contains the evidence in comments.
package struct Draft: Sendable {
  /// Options for the drafted definitions.
  package struct Options: Sendable {
    package var form: String
    package var file: FileSettings
    /// Whether comments show values.
    package var showsValues = true
    /// Whether suggestions are active rules rather than comments.
    package var activatesSuggestions = false

    package init(form: String, file: FileSettings = FileSettings()) {
      self.form = form
      self.file = file
    }
  }

  package let analysis: TableAnalysis
  package var options: Options
  /// The rules: field rules in the order of the fields, then record rules.
  package private(set) var rules: [DraftRule] = []
  package private(set) var fields: [DraftField] = []
  package private(set) var key: Int?
  /// Whether the key column appears to contain row numbers.
  package private(set) var keyIsRowNumber = false
  /// Comment lines that describe the test of the draft on its source files.
  package var outcome: [String] = []

  let names: [String]
  let isByName: Bool

  /// Drafts a form and a rule set.
  package init(_ analysis: TableAnalysis, _ options: Options) {
    self.analysis = analysis
    self.options = options
    let names = DraftNames.fields(analysis.columns.map(\.name))
    self.names = names.names
    isByName = names.byName
    fields = analysis.columns.indices.map {
      DraftField(
        analysis.columns[$0], name: names.names[$0], header: names.headers[$0],
        showsValues: options.showsValues)
    }
    for index in analysis.columns.indices { addRules(ofColumn: index) }
    if analysis.mayLackValues { relaxRequired() }
    addRecordRules()
    chooseKey()
  }

  /// Deactivates a rule that fails too often on the source files. The rule becomes a suggestion;
  /// the `required` attribute of a field is removed.
  ///
  /// - Parameter failures: The number of records that fail the rule.
  package mutating func suspend(_ id: String, failures: Int) {
    for index in rules.indices where rules[index].id == id && !rules[index].isSuggestion {
      rules[index].isSuggestion = true
      rules[index].evidence.append("fails in \(failures.grouped) records of the file")
    }
    for index in fields.indices where fields[index].requiredID == id {
      fields[index].field.required = false
    }
  }

  private mutating func addRules(ofColumn index: Int) {
    let column = analysis.columns[index]
    addUnique(column, index)
    addPattern(column, index)
    if let list = column.list, !column.isMasked, column.pattern == nil || list.values.count <= 20 {
      addList(list, column, index: index)
    }
    addDamagedTexts(column, index)
    if let similarValues = column.similarValues, similarValues.isConvincing {
      add(
        to: index,
        yaml: "resembles: {times: \(similarValues.ruleTimes), least: \(SimilarValues.least)}",
        evidence: evidence(column, .misspelling), isSuggestion: true)
    }
    addDependency(ofColumn: index)
  }

  /// Adds a rule to a field.
  ///
  /// - Parameter yaml: The entry of the rule, which begins with its name.
  private mutating func add(
    to index: Int, yaml: String, evidence: [String], failures: Int? = nil,
    isSuggestion: Bool = false
  ) {
    let rule = yaml.prefix { $0 != ":" }
    rules.append(
      DraftRule(
        id: "\(names[index]).\(rule)", field: index, yaml: yaml, evidence: evidence,
        expectedFailures: failures, isSuggestion: isSuggestion))
  }

  private mutating func addUnique(_ column: ColumnAnalysis, _ index: Int) {
    guard column.isUnique, column.hasNames, column.records >= ColumnAnalysis.leastRecords else {
      return
    }
    let isKey = index == 0 || column.name.looksLikeKey
    add(
      to: index, yaml: "unique",
      evidence: ["all \(column.records.grouped) values are distinct"], failures: 0,
      isSuggestion: !isKey)
  }

  /// Adds the pattern of a column, or else those of its units.
  private mutating func addPattern(_ column: ColumnAnalysis, _ index: Int) {
    // Lists and patterns contain values, which must not be shown for a masked column.
    if let pattern = column.pattern, !column.isMasked {
      let share = Share(pattern.matching, of: pattern.considered)
      add(
        to: index, yaml: "pattern: \(pattern.pattern.yamlScalar)",
        evidence: ["\(share.percentage) have this shape"] + evidence(column, .pattern)
          + evidenceOfChange(column),
        failures: pattern.considered - pattern.matching,
        isSuggestion: mayDiffer(column) || column.isNearlyConstant)
    }
    for finding in column.findings where finding.kind == .unit && column.pattern == nil {
      guard let yaml = finding.yaml else { continue }
      add(to: index, yaml: yaml, evidence: evidence([finding]), isSuggestion: true)
    }
  }

  private mutating func addDamagedTexts(_ column: ColumnAnalysis, _ index: Int) {
    // In a column of another type, a cell with damaged text already fails the type rule.
    guard column.type.type == .text else { return }
    for finding in column.findings where finding.kind == .encoding {
      guard let yaml = finding.yaml, !rules.contains(where: { $0.id == "\(names[index]).lacks" })
      else { continue }
      add(to: index, yaml: yaml, evidence: evidence([finding]), failures: finding.count)
    }
  }

  /// Makes values optional, except those of keys.
  private mutating func relaxRequired() {
    let keys = Set(rules.filter { $0.yaml == "unique" && !$0.isSuggestion }.map(\.field))
    for index in fields.indices where !keys.contains(index) {
      fields[index].field.required = false
    }
  }

  /// Whether other records may have other values than the column.
  private func mayDiffer(_ column: ColumnAnalysis) -> Bool {
    analysis.hasFewGroups || column.changesWithinFile
  }

  private func evidenceOfChange(_ column: ColumnAnalysis) -> [String] {
    column.changesWithinFile ? ["values depend on the position in the file: others may follow"] : []
  }

  /// Adds the rule `depends` for a column that others determine.
  private mutating func addDependency(ofColumn index: Int) {
    let drafted = analysis.draftedDependencies.first { $0.dependent == index }
    guard let dependency = drafted else { return }
    let modes = dependency.modes
    let share = Share(modes.agreeing, of: modes.groupedRecords).percentage
    var evidence = [
      "in \(modes.groups.grouped) groups by \(analysis.names(of: dependency)), \(share) of "
        + "\(modes.groupedRecords.grouped) records have the most frequent value of their group"
    ]
    if dependency.isContested {
      evidence.append("several sources contradict each other")
    } else if dependency.minority > 0 {
      evidence.append(
        "other values in \(dependency.minority.counted("record")): "
          + text(analysis.examples(of: dependency)))
    }
    if dependency.blanks > 0 {
      evidence.append(
        "no value in \(dependency.blanks.counted("record")) of groups that have one: "
          + text(analysis.blankExamples(of: dependency)))
    }
    add(
      to: index, yaml: dependency.yaml(on: dependency.determinants.map { names[$0] }),
      evidence: evidence, isSuggestion: true)
  }

  private mutating func addList(_ list: ListChoice, _ column: ColumnAnalysis, index: Int) {
    let table = column.statistics.values
    // The rule compares trimmed values.
    func text(_ position: Int) -> String {
      let bytes = table.bytes(of: table.entries[position])
      guard column.trims else { return String(copying: bytes) }
      return String(copying: bytes.extracting(bytes.trimmedRange))
    }
    var values: [String] = []
    for value in list.values.map(text) where !values.contains(value) { values.append(value) }
    let accepted = Set(values + column.missingWords)
    let others = table.entries.indices.filter { !accepted.contains(text($0)) }
    let failures = others.reduce(0) { $0 + table.entries[$1].count }
    let examples = others.prefix(Finding.maximumExamples).map {
      Finding.Example(line: table.entries[$0].firstLine, text: table.text(of: table.entries[$0]))
    }
    // A file rarely has all countries, and NA (Namibia) is one.
    let areCountries =
      values.count > 2 && values.allSatisfy { ISOCodes.countries2.contains($0.utf8.span) }
    let complete =
      areCountries
      ? "\(values.count) values, which are codes of countries"
      : "\(values.count) values, each at least \(rarest(list, column)) times, no new value in the "
        + "second half"
    add(
      to: index,
      yaml: areCountries
        ? "countryCode" : "in: [\(values.map(\.yamlScalar).joined(separator: ", "))]",
      evidence: [complete] + evidenceOfChange(column)
        + (failures == 0
          ? [] : ["other values in \(failures.counted("cell")): \(self.text(examples))"]),
      failures: failures, isSuggestion: mayDiffer(column))
  }

  private func rarest(_ list: ListChoice, _ column: ColumnAnalysis) -> String {
    (list.values.map { column.statistics.values.entries[$0].count }.min() ?? 0).grouped
  }

  private mutating func addRecordRules() {
    for order in analysis.dateOrders {
      let (earlier, later) = (names[order.earlier], names[order.later])
      let id = "\(later)_after_\(earlier)"
      let condition = "\(later.asExpressionName) >= \(earlier.asExpressionName)"
      let exceptions =
        order.exceptions == 0 ? "" : ", except in \(order.exceptions.grouped)"
      rules.append(
        DraftRule(
          id: id, field: nil,
          yaml:
            "{must: \(condition.yamlScalar), at: \(later.yamlScalar), id: \(id.yamlScalar)}",
          evidence: ["holds in \(order.compared.grouped) records\(exceptions)"],
          expectedFailures: order.exceptions, isSuggestion: false))
    }
  }

  /// Chooses the first column with an active `unique` rule. Prefers columns other than row numbers,
  /// which do not identify a record.
  private mutating func chooseKey() {
    let unique = rules.filter { $0.yaml == "unique" && !$0.isSuggestion }.compactMap(\.field)
    key = unique.first { !analysis.columns[$0].isRowNumber } ?? unique.first
    keyIsRowNumber = key.map { analysis.columns[$0].isRowNumber } ?? false
  }

  private func evidence(_ column: ColumnAnalysis, _ kind: Finding.Kind) -> [String] {
    evidence(column.findings.filter { $0.kind == kind })
  }

  func evidence(_ findings: [Finding]) -> [String] {
    findings.map { finding in
      let examples = text(finding.examples)
      return finding.message + (examples.isEmpty ? "" : ": \(examples)")
    }
  }

  /// The locations of examples, with their texts if the options show values.
  func text(_ examples: [Finding.Example]) -> String {
    examples.map { example in
      let location = analysis.text(of: example.location)
      guard options.showsValues, let text = example.text else { return location }
      let expected = example.expected.map { " (\($0.shortened))" } ?? ""
      return "\(location) \(text.shortened.yamlQuoted)\(expected)"
    }.joined(separator: ", ")
  }
}

extension TableAnalysis {
  /// A location for display: the line, and the file if there are several.
  package func text(of location: RecordLocation) -> String {
    files.count > 1 && files.indices.contains(location.file)
      ? "\(files[location.file]):\(location.line)" : "line \(location.line)"
  }
}

extension String {
  fileprivate var shortened: String { count > 40 ? prefix(39) + "…" : self }
}
