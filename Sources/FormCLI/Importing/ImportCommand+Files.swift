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
    if let set { try requireImportable(requests[0], applying: set, in: recorder, &mapping) }
    let importer = try recorder.openForImports(
      applying: set, isDryRun: dryRun, by: try change.by, reason: change.reason)
    var imports = ImportSequence(importer, mapping: mapping, reporter: reporter, isList: isList)
    for request in requests { try imports.importOne(request) }
    if remember, let last = imports.last {
      do {
        console.note(try recorder.rememberMappingAndFormat(last.request, of: last.report))
      } catch {
        // Report the imports that are already stored.
        try reporter.print(imports.results, isList: isList, isWhole: false)
        throw error
      }
    }
    return try print(imports.results, reporter)
  }

  private var isList: Bool { files.count > 1 }

  /// An import that cannot start must not create a store.
  private func requireImportable(
    _ request: ImportRequest, applying definitions: DefinitionSet, in recorder: Recorder,
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
    let failures = results.failures
    try reporter.print(results, isList: isList, isWhole: failures.isEmpty)
    for line in failures { reporter.console.printError(line) }
    return failOn.exitCode(results.map { $0.report?.result ?? .failed })
  }

  private func request(for file: String) throws -> ImportRequest {
    var request = ImportRequest(path: file)
    request.form = form
    request.rules = rules
    request.input = reading.input
    request.source = source
    request.batchLabel = batch
    (request.by, request.reason) = (try change.by, change.reason)
    request.parameters = runOptions.parameters.values
    request.scenario = runOptions.scenario
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

/// The import of files one after the other, or its dry run.
private struct ImportSequence {
  private(set) var results: [ImportReporter.FileReport] = []
  /// The last file that was not refused.
  private(set) var last: (request: ImportRequest, report: ImportReport)?

  private let importer: FileImporter
  private var mapping: MappingChoice
  private let reporter: ImportReporter
  private let isList: Bool
  /// The definitions that are not announced yet.
  private var applied: [AppliedDefinition]
  /// In a dry run of a list, what the files so far would store.
  private var dryRunContent: DryRunContent?

  init(
    _ importer: FileImporter, mapping: MappingChoice, reporter: ImportReporter, isList: Bool
  ) {
    self.importer = importer
    self.mapping = mapping
    self.reporter = reporter
    self.isList = isList
    applied = importer.applied
    dryRunContent = isList ? DryRunContent() : nil
  }

  /// - Throws: The error of a file that is alone, or prevents the import of others.
  mutating func importOne(_ request: ImportRequest) throws {
    var request = request
    do {
      try record(&request)
    } catch let error as RecorderError where isList && error.concernsOneFile {
      // Continue with the remaining files.
      reporter.console.clearProgress()
      reporter.console.printError("error: \(error.text)")
      try mapping.note(for: request, after: error)
      results.append(.failed(file: request.path, error))
    } catch {
      // Report the imports that are already stored.
      if !results.isEmpty { try reporter.print(results, isList: isList, isWhole: false) }
      try mapping.note(for: request, after: error)
      throw error
    }
  }

  private mutating func record(_ request: inout ImportRequest) throws {
    defer {
      if importer.isApplied {
        reporter.console.note(applied)
        applied = []
      }
    }
    try mapping.apply(to: &request)
    let report = try importer.importFile(
      request, after: &dryRunContent, reporter.callbacks(request.path))
    results.append(.imported(report))
    if !report.isRefused { last = (request, report) }
    if !report.unknownColumns.isEmpty, !report.missingFields.isEmpty {
      try mapping.note(for: request)
    }
  }
}
