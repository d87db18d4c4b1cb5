import FormBytes
import FormInput
package import FormProfile
import FormRules
import FormStore

extension Recorder {
  /// Drafts definitions from the stored submissions of a form. The draft states how many cells it
  /// rejects that the form's current rules accept.
  ///
  /// The records are written to an unnamed temporary file. The draft and the form's current rules
  /// are tested on this file.
  ///
  /// - Parameters:
  ///   - selection: The submissions. It must name a form.
  ///   - rules: The rule set for the comparison. Optional if the form has only one.
  package func infer(
    _ selection: SubmissionSelection, rules: VersionReference?, _ options: Draft.Options,
    showsSensitive: Bool, progress: (Int) -> Void
  ) throws(RecorderError) -> Draft {
    let profile = try profile(selection, showsSensitive: showsSensitive, progress: progress)
    return try withStore { store in
      let current = try bind(
        form: selection.form.flatMap(VersionReference.init), rules: rules, in: store)
      let file = try StoredRecords(selection, store)
        .temporaryFile(profile.analysis.columns.map(\.name))
      defer { withExtendedLifetime(file) {} }
      var input = InputOptions()
      (input.format, input.delimiter, input.encoding, input.header) = ("csv", ",", "utf-8", 1)
      input.maximumRecordBytes = InputOptions.recordBytes.upperBound
      var drafted = try FileDraft(
        profile, [file.path], input: input, options: options, now: try settings.now())
      // The temporary file has the default format; the imported files may have another.
      drafted.draft.options.file = current.plan.form.file
      let missed = try drafted.missed(by: current, file.path, input, now: try settings.now())
      let name = "\(current.rules.name)@\(current.rules.number)"
      drafted.draft.outcome +=
        missed.isEmpty
        ? ["\(name) rejects all cells that the draft rejects."]
        : ["\(name) accepts cells that the draft rejects:"]
          + missed.map { "  \($0.count.grouped)  \($0.rule)" }
      return drafted.draft
    }
  }
}

extension FileDraft {
  /// A cell that fails a rule, by the number of its record and its column.
  private struct FailedCell: Hashable {
    var record: Int
    var column: Int?
  }

  /// Counts the cells that active rules of the draft reject and the current rules accept, by rule.
  fileprivate func missed(
    by current: BoundVersions, _ path: String, _ input: InputOptions, now: Instant
  ) throws -> [(rule: String, count: Int)] {
    var form = current.plan.form
    form.file = FileSettings(missing: form.file.missing)
    var found: Set<FailedCell> = []
    func check(
      _ definitions: DefinitionSet, _ body: (FailedCell, ReportedError) -> Void
    ) throws {
      var check = try FileCheck(definitions, form: nil, rules: nil, now: now)
      check.input = input
      check.files = .excluded
      _ = try check.check(path, note: { _ in }) { record in
        for error in record.errors {
          body(FailedCell(record: record.record, column: error.column), error)
        }
      }
    }
    try check(DefinitionSet(forms: [form], ruleSets: [current.plan.ruleSet])) { cell, error in
      // An error because of an unavailable source is not a finding.
      if !error.code.hasSuffix(".unavailable") { found.insert(cell) }
    }
    var missed: [String: Int] = [:]
    var plain = draft
    plain.options.file = FileSettings()
    plain.options.activatesSuggestions = false
    try check(DefinitionSet(yaml: plain.yaml, file: "the draft")) { cell, error in
      if !found.contains(cell) { missed[error.rule, default: 0] += 1 }
    }
    return missed.map { ($0.key, $0.value) }.sorted { ($1.count, $0.rule) < ($0.count, $1.rule) }
  }
}
