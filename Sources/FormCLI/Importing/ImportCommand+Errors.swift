import FormRecorder

extension ImportCommand {
  /// Whether the output lists the errors of each record instead of a summary per file.
  var listsErrors: Bool { format == .sarif || format == .junit }

  /// Prints the errors in the records of imports, like `check`. Reads the errors from the store, so
  /// that memory use does not depend on their number. Includes files that were imported earlier.
  func printErrors(of reports: [ImportReport], _ console: Console, isWhole: Bool) throws {
    let rules = try store.recorder.rules(of: reports, in: messages.localization())
    if format == .sarif {
      try printErrors(of: reports, CheckSARIF(rules), console, isWhole)
    } else {
      try printErrors(of: reports, CheckJUnit(rules), console, isWhole)
    }
  }

  private func printErrors(
    of reports: [ImportReport], _ output: some CheckOutput, _ console: Console, _ isWhole: Bool
  ) throws {
    var output = output
    try console.out { output.begin(&$0) }
    for report in reports {
      try store.recorder.forEachFailure(of: report, in: messages.localization()) { record in
        try console.out { output.append(record, of: report.file, to: &$0) }
      }
      try console.out { output.finish(report.file, records: report.records, to: &$0) }
      try console.flush()

      for line in ImportText.lines(report) { console.note(line, ImportText.highlight(report)) }
    }
    try console.out { output.end(&$0, isWhole: isWhole) }
  }
}
