import FormBytes
import FormInput
import FormRules
import FormStore

/// An import, or a dry run of one, whose records are all judged. It is not sealed yet.
struct JudgedImport {
  let opened: OpenedImport
  /// The state at the end of the pipeline.
  let state: ImportPipeline.State

  private var request: ImportRequest { opened.bound.request }
  private var callbacks: ImportCallbacks { opened.bound.callbacks }

  func report() -> ImportReport {
    let plan = opened.plan
    let counts = state.preparer.tally.counts
    let rules = state.preparer.tally.ruleCounts(state.judge.skips)
    let mapping = state.judge.input.mapping
    var report = ImportReport(
      file: request.path, sha256: opened.digest.hexadecimal,
      form: (plan.form.name, opened.bound.versions?.form.number),
      rules: (plan.ruleSet.name, opened.bound.versions?.rules.number), request.attribution)
    (report.source, report.counts) = (request.source, counts)
    (report.byRule, report.skipped) = (plan.failures(rules), plan.skips(rules))
    report.exceededLimits = opened.limits.violations(counts)
    report.unknownColumns = mapping.unknownColumns
    report.missingFields = mapping.missingFields.map(\.name)
    report.isRefused = request.isAtomic && !report.exceededLimits.isEmpty
    return report
  }

  /// Describes the fields without a column, if that exceeds a limit; otherwise returns nil.
  func missingColumns() throws(RecorderError) -> String? {
    try opened.limits.missingColumns(state.judge.input)
  }

  /// Reports the records that were purged before, by their lines.
  func notePurged(_ lines: [Int64]) {
    if lines.isEmpty { return }
    let shown = lines.prefix(10).map(String.init).joined(separator: ", ")
    let more = lines.count > 10 ? ", …" : ""
    callbacks.note(
      """
      \(request.path): \(lines.count.counted("record")) purged before: line \(shown)\(more)
      """)
  }

  /// Reports the notes about the input, in addition to the counts.
  func noteResult(_ report: ImportReport) {
    for note in state.judge.input.closingNotes { callbacks.note(note.inFile(request.path)) }
    for line in state.preparer.faultNotes(file: request.path, in: request.localization) {
      callbacks.note(RecorderNote(line))
    }
    if report.records == 0 {
      callbacks.note(
        "\(request.path): has \(state.judge.input.hasColumns ? "a header and " : "")no records")
    }
    for note in opened.limits.notes { callbacks.note(note.inFile(request.path)) }
    for limit in report.exceededLimits {
      callbacks.note("\(request.path): limit exceeded: \(limit)")
    }
  }
}
