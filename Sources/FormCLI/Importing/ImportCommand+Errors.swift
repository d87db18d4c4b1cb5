import FormRecorder

extension ImportCommand {
  /// The rules of imports, for the formats that list the errors of each record.
  func rules(of reports: [ImportReport]) throws -> [CheckedRule] {
    try store.recorder.rules(of: reports, in: messages.localization())
  }

  /// Prints the errors in the records of imports, like `check`. Reads the errors from the store, so
  /// that memory use does not depend on their number. Includes files that were imported earlier.
  ///
  /// - Parameter isWhole: Whether all files were imported.
  func printErrors(
    of reports: [ImportReport], _ output: some CheckOutput, _ console: Console, isWhole: Bool
  ) throws {
    var output = output
    try console.append { output.begin(&$0) }
    for report in reports {
      try store.recorder.forEachFailure(of: report, in: messages.localization()) { record in
        try console.append { output.append(record, of: report.file, to: &$0) }
      }
      try console.append { output.finish(report.file, records: report.records, to: &$0) }
      try console.flush()

      for line in ImportText.lines(report) {
        console.note(line, highlighting: ImportText.highlight(report))
      }
    }
    try console.append { output.end(&$0, isWhole: isWhole) }
  }
}
