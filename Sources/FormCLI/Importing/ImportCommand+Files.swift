import ArgumentParser
import FormRecorder
import FormRules

extension ImportCommand {
  /// Imports the files, and prints their reports.
  func importFiles(_ recorder: Recorder, _ reporter: ImportReporter) throws -> ExitCode {
    let console = reporter.console
    if remember, let source { try recorder.requireSourceName(source) }
    try recorder.requireReadable(files)
    let set = try definitions.set
    let requests = try files.map { file in
      var request = try request(for: file)
      // If the definition files define a single form, that form is the default.
      request.form = request.form ?? set?.onlyForm
      if let sourceFrom { request.source = try sourceFrom.source(ofFile: file) }
      return request
    }
    var mapping = MappingChoice(
      recorder: recorder, definitions: set, console: console, acceptsAll: acceptMapping)
    if let set { try requireImportable(requests[0], set, recorder, &mapping) }
    let session =
      dryRun
      ? nil
      : try recorder.openForImports(
        applying: set, by: try change.by, reason: change.reason)
    var applied = session?.applied ?? []
    var results: [ImportReporter.FileReport] = []
    var planned = isList ? PlannedClaims() : nil
    var remembered: (request: ImportRequest, report: ImportReport)?
    for var request in requests {
      let file = request.path
      do {
        defer {
          if session?.isApplied == true {
            console.note(applied)
            applied = []
          }
        }
        try mapping.apply(to: &request)
        let report =
          try session?.importFile(request, reporter.events(file))
          ?? recorder.importDryRun(
            request, definitions: set, after: &planned, reporter.events(file))
        results.append(.imported(report))
        if remember, !report.isRefused { remembered = (request, report) }
        if !report.unknownColumns.isEmpty, !report.missingFields.isEmpty {
          try mapping.note(for: request)
        }
      } catch let error as RecorderError where error.category == .failed && isList {
        // Continue with the remaining files.
        console.clearProgress()
        console.printError("error: \(error.text)")
        try mapping.note(for: request, after: error)
        results.append(.failed(file: file, error))
      } catch {
        // Report the imports that are already stored.
        if !results.isEmpty { try reporter.print(results, isList: isList, isWhole: false) }
        try mapping.note(for: request, after: error)
        throw error
      }
    }
    if let remembered {
      console.note(try recorder.remember(remembered.request, of: remembered.report))
    }
    return try print(results, reporter)
  }

  private var isList: Bool { files.count > 1 }

  /// An import that cannot start must not create a store.
  private func requireImportable(
    _ request: ImportRequest, _ definitions: DefinitionSet, _ recorder: Recorder,
    _ mapping: inout MappingChoice
  ) throws {
    var request = request
    try mapping.apply(to: &request)
    do {
      try recorder.requireImportable(files, request, definitions: definitions)
    } catch {
      try mapping.note(for: request, after: error)
      throw error
    }
  }

  /// Prints the results, and returns the exit code.
  private func print(
    _ results: [ImportReporter.FileReport], _ reporter: ImportReporter
  ) throws -> ExitCode {
    let failed = results.compactMap(\.failedFile)
    try reporter.print(results, isList: isList, isWhole: failed.isEmpty)
    if !failed.isEmpty {
      reporter.console.printError(
        "\(failed.count) of \(files.count) files were not imported: "
          + failed.map(\.displayText).joined(separator: ", "))
    }
    return failOn.exitCode(
      results.compactMap(\.report).map(\.result) + failed.map { _ in .notStored })
  }

  private func request(for file: String) throws -> ImportRequest {
    var request = ImportRequest(path: file)
    request.form = form
    request.rules = rules
    request.input = reading.input
    request.source = source
    request.batch = batch
    (request.by, request.reason) = (try change.by, change.reason)
    request.parameters = conditions.parameters.values
    request.scenario = conditions.scenario
    (request.now, request.offset) = (now?.instant, now?.offset ?? 0)
    request.zone = timeZone.zone
    request.files = try namedFiles.named()
    request.maximumRejected = maxRejected
    request.isAtomic = atomic
    request.chunk = chunk
    request.allowsReimport = again
    request.carriesCorrections = !noCarry
    request.storesExports = asRecords
    request.localization = try messages.localization()
    return request
  }
}
