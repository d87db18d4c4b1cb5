import ArgumentParser
import FormRecorder
import FormRules

/// Shows the progress of imports and prints their reports.
struct ImportReporter {
  private let format: Format
  private let finish: FinishOptions
  private let messages: MessageOptions
  private let store: StoreOptions
  let console: Console
  /// Whether nothing is stored.
  var isDryRun = false
  /// Whether to print a line after each commit.
  var acknowledgesCommits = false

  /// A report as text or JSON, or the errors as SARIF or JUnit.
  enum Format: String, OutputFormat {
    case text, json, sarif, junit

    /// - Throws: `ValidationError` if the format lists stored errors.
    func requireReport() throws {
      guard self == .sarif || self == .junit else { return }
      throw ValidationError("\(rawValue) requires a stored import; use 'formrec check' instead")
    }
  }

  /// The result of one of several files.
  enum FileReport: Encodable {
    case imported(ImportReport)
    /// An error, whose category states whether the import is stored in spite of it.
    case failed(file: String, RecorderError)

    var report: ImportReport? { if case .imported(let report) = self { report } else { nil } }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .imported(let report): try report.encode(to: encoder)
      case .failed(let file, let error):
        try encoder.encodeMembers(["file": file, "error": error.json])
      }
    }
  }

  init(
    _ format: Format, finish: FinishOptions, messages: MessageOptions, store: StoreOptions,
    console: Console
  ) {
    (self.format, self.finish, self.messages) = (format, finish, messages)
    (self.store, self.console) = (store, console)
  }

  /// - Parameters:
  ///   - isList: Whether JSON is an array even for one report.
  ///   - isWhole: Whether everything was imported.
  func print(_ results: [FileReport], isList: Bool, isWhole: Bool = true) throws {
    let stored = results.compactMap(\.report).filter {
      !isDryRun && $0.importID != nil && !$0.isRefused && !$0.isAlreadyImported
    }
    try finish.run(stored, console) {
      try printReports(results, isList: isList, isWhole: isWhole)
    }
  }

  private func printReports(_ results: [FileReport], isList: Bool, isWhole: Bool) throws {
    console.clearProgress()
    let reports = results.compactMap(\.report)
    switch format {
    case .text:
      for report in reports {
        try console.print(ImportText.lines(report), highlighting: ImportText.highlight(report))
      }
    case .json:
      try console.print((isList ? results.json : results[0].json).text)
    case .sarif: try printErrors(of: reports, CheckSARIF(rules(of: reports)), isWhole: isWhole)
    case .junit: try printErrors(of: reports, CheckJUnit(rules(of: reports)), isWhole: isWhole)
    }
  }

  /// Prints the reports on returned files, with notes, and the reasons for which nothing was
  /// stored.
  func print(corrections reports: [ImportReport], isList: Bool) throws {
    console.clearProgress()
    for report in reports {
      for line in CorrectionText.notes(report) { console.note(line) }
      for line in CorrectionText.stop(report) { console.printError(line) }
    }
    let printed = format == .text ? reports.filter { !$0.isRefused } : reports
    try print(printed.map { .imported($0) }, isList: isList)
  }

  func callbacks(_ file: String) -> ImportCallbacks {
    let line = ProgressLine(console, file, unit: "records")
    return ImportCallbacks(
      committed: { count in
        guard acknowledgesCommits else { return }
        // The console keeps an error of its stream and throws it at the next output.
        try? console.print(JSON.object(["committed": .integer(count)]).text)
        try? console.flush()
      },
      progress: line.show,
      note: { console.note($0.text) }, shouldStop: StopSignals.shouldStop)
  }

  /// The rules of imports, for the formats that list the errors of each record.
  private func rules(of reports: [ImportReport]) throws -> [CheckedRule] {
    try store.recorder.rules(of: reports, in: messages.localization())
  }

  /// Prints the errors in the records of imports, like `check`. Reads the errors from the store, so
  /// that memory use does not depend on their number. Includes files that were imported earlier.
  private func printErrors(
    of reports: [ImportReport], _ output: some CheckOutput, isWhole: Bool
  ) throws {
    var output = output
    try console.append { output.begin(&$0) }
    for report in reports {
      try store.recorder.forEachRecordWithFailures(of: report, in: messages.localization()) {
        record in
        try console.append { output.append(record, of: report.file, to: &$0) }
      }
      try console.append {
        output.finish(
          report.file, records: report.records, limits: report.exceededLimits, to: &$0)
      }
      try console.flush()

      for line in ImportText.lines(report) {
        console.note(line, highlighting: ImportText.highlight(report))
      }
    }
    try console.append { output.end(&$0, isWhole: isWhole) }
  }
}

extension [ImportReporter.FileReport] {
  /// Lines that name the files that were not imported, and those whose corrections are missing.
  var failures: [String] {
    [
      (ErrorCategory.failed, "were not imported"),
      (ErrorCategory.stored, "were imported, but not all of their corrections are stored"),
    ].compactMap { category, text -> String? in
      let files = compactMap { result -> String? in
        guard case .failed(let file, let error) = result else { return nil }
        return error.category == category ? file.displayText : nil
      }
      if files.isEmpty { return nil }
      return "\(files.count) of \(count) files \(text): \(files.joined(separator: ", "))"
    }
  }
}
