import FormInput
import FormRules
import FormStore
import Foundation

/// The import of one file of an external run. Its rejected records are judged again and
/// written as one import in one transaction.
struct ExternalRunImport {
  let recorder: Recorder
  let store: WritableStore
  let definitions: DefinitionSet
  let bound: BoundVersions
  let manifest: ExternalRunManifest
  let file: ExternalRunManifest.File
  let request: ExternalRunRequest
  let callbacks: ImportCallbacks

  func run() throws -> ImportReport {
    _ = try manifest.ruleCounts(of: file, in: request.folder, bound.plan)
    if let known = try store.finishedImports(sha256: file.digest, form: bound.form.name).first {
      callbacks.note(
        RecorderNote(
          "\(file.name): this run was already imported, as import \(known.importID); nothing was "
            + "stored"))
      return try recorder.report(of: known, file: file.name, in: store)
    }
    if let whole = try store.finishedImports(sha256: file.sha256, form: bound.form.name).first {
      throw countedTwice(whole.importID)
    }
    let repeated = try RepeatedRecords(
      bound.plan, byRecord: try file.checkParts(in: request.folder, bound.plan))
    let rejected = try compare(repeated)
    let limits = try requireCounts(rejected)
    try checkFile()
    return try write(repeated, limits)
  }

  /// Judges the records again. Each must fail the same rules with the same codes.
  ///
  /// - Returns: The counts of the rejected records.
  private func compare(_ repeated: RepeatedRecords) throws(RecorderError) -> ExternalRunCounter {
    var counter = ExternalRunCounter()
    let reported = ExternalRunErrors()
    let judge = try makeJudge(ExternalRunReader(file, folder: request.folder, reported), repeated)
    while try judge.next() {
      var next = 0
      var judged: Int32 = 0
      for (index, range) in judge.input.records.records.enumerated() {
        if range.isFaulty {
          counter.count(reported.records[index].errors.map(\.code), [.error])
          continue
        }
        var errors: [(rule: String, code: String)] = []
        var severities: [Severity] = []
        while next < judge.errors.count, judge.errors[next].record == judged {
          let error = judge.errors[next]
          let rule = bound.plan.rules[Int(error.rule)]
          errors.append((rule.id, error.code))
          severities.append(rule.severity)
          next += 1
        }
        counter.count(errors.map(\.rule), severities)
        judged += 1
        let before = reported.records[index]
        guard errors.elementsEqual(before.errors, by: ==) else {
          throw RecorderError(
            .refused,
            "\(file.name): record \(before.record) has a different result here: "
              + "\(Self.text(errors)), but according to the external run \(Self.text(before.errors)); nothing was "
              + "stored")
        }
      }
    }
    return counter
  }

  /// - Returns: Descriptions of the limits that the manifest's counts exceed.
  /// - Throws: `RecorderError` if the counts are impossible for a file with these rejected records.
  private func requireCounts(_ rejected: ExternalRunCounter) throws -> [String] {
    if let wrong = rejected.contradiction(file, bound.plan) {
      throw RecorderError(
        .refused,
        "\(file.name): \(wrong): the manifest or its records were altered", stored: 0)
    }
    let counts = file.counts
    // An external run has no access to earlier imports.
    let limits = bound.plan.ruleSet.limits.compactMap { $0.violation(counts, after: nil) }
    guard limits.count == file.limits.count else {
      throw RecorderError(
        .refused,
        "\(file.name): the manifest lists \(file.limits.count) exceeded limits, but its counts exceed "
          + "\(limits.count): it was altered", stored: 0)
    }
    let preceding = try bound.plan.ruleSet.limits.precedingImport(
      in: store, form: bound.form.name, source: manifest.source,
      through: try store.lastEvent())
    return bound.plan.ruleSet.limits.compactMap { $0.violation(counts, after: preceding) }
  }

  /// Judges the file itself if it is available. It must be the file that the external run judged,
  /// and no rejected record may be missing.
  private func checkFile() throws(RecorderError) {
    guard InputFile(file.name) != nil else {
      callbacks.note(
        RecorderNote(
          "\(file.name): is not available; that the external run validated this file and that no rejected record is "
            + "missing could not be verified"))
      return
    }
    try ExternalRunFileCheck(
      folder: request.folder, file: file, manifest: manifest, definitions: definitions
    ).run()
  }

  private func countedTwice(_ importID: Int64) -> RecorderError {
    RecorderError(
      .refused,
      "\(file.name): was already imported with all records as import \(importID); the rejected ones would "
        + "be counted twice", stored: 0)
  }

  private static func text(_ errors: [(rule: String, code: String)]) -> String {
    errors.isEmpty ? "accepted" : errors.map { "\($0.rule) [\($0.code)]" }.joined(separator: ", ")
  }

  private func makeJudge(
    _ reader: consuming ExternalRunReader, _ repeated: RepeatedRecords
  ) throws(RecorderError) -> InputJudge {
    let clock = try manifest.clock(bound.plan.form)
    var configuration = RunState.Configuration(
      now: clock.instant, parameters: manifest.parameters, source: manifest.source ?? "",
      scenario: manifest.scenario)
    configuration.spill = SpillFile()
    configuration.clock = clock
    configuration.comparing = .known
    if let counts = try manifest.ruleCounts(of: file, in: request.folder, bound.plan) {
      configuration.hashKey = counts.hashKey
      try mappingErrors {
        try configuration.countRecords(for: bound.plan, mayQuote: bound.plan.mayQuote) {
          try counts.file?.add(to: $0, for: bound.plan)
        }
      }
    }
    let judge = try InputJudge(
      MappedInput(reader, ColumnMapping(form: bound.plan.form, exports: .refuse)), bound.plan,
      configuration: configuration)
    judge.repeated = repeated
    return judge
  }

  private func write(
    _ repeated: RepeatedRecords, _ limits: [String]
  ) throws -> ImportReport {
    let judge = try makeJudge(ExternalRunReader(file, folder: request.folder), repeated)
    let writer = try writer(judge.input.mapping.storedColumns)
    let pipeline = ImportPipeline(file.name, judge)
    do {
      try pipeline.forEachBatch(callbacks) { batch, _ in try writer.append(batch) }
        .requireComplete(file.name)
      let missing = try bound.plan.missingColumnsViolation(judge.input) {
        () throws(RecorderError) in
        try mappingErrors {
          try store.precedingColumns(
            form: bound.plan.form.name, source: manifest.source, through: try store.lastEvent())
        }
      }
      return try finish(pipeline.state, writer, limits: limits + [missing].compactMap { $0 })
    } catch {
      writer.rollback()
      throw error
    }
  }

  private func writer(_ columns: [ImportColumn]) throws(RecorderError) -> ImportWriter {
    var start = RunStart(
      kind: .externalRun, bound: bound, attribution: request.attribution,
      program: recorder.settings.program, startedAt: try recorder.settings.now().description)
    start.now = try manifest.clock(bound.plan.form).description
    (start.parameters, start.scenario) = (manifest.parameters.sortedJSON, manifest.scenario)
    var importStart = ImportStart(.externalRun, columns: columns)
    importStart.fileName = URL(fileURLWithPath: file.name).lastPathComponent
    (importStart.source, importStart.batchLabel) = (manifest.source, request.batchLabel)
    importStart.externalRun = file.whole(manifest)
    return ImportWriter(store, start, importStart: importStart)
  }

  private func finish(
    _ state: ImportPipeline.State, _ writer: ImportWriter, limits: [String]
  ) throws -> ImportReport {
    let counts = state.preparer.tally.counts
    guard counts.rejected == file.rejected, counts.accepted == 0 else {
      throw RecorderError(
        .refused, "\(file.name): changed while it was being read", stored: 0)
    }
    let rules = state.preparer.tally.ruleCounts(state.judge.skips)
    let end = try writer.finish(
      RunEnd(
        counts: counts, rules: rules, limits: limits,
        finishedAt: try recorder.settings.now().description),
      ImportEnd(
        sha256: file.digest, size: file.size,
        malformed: state.preparer.tally.malformed, blankLines: 0))
    let id =
      switch end {
      case .finished: writer.importID
      case .known(let importID): importID
      case .counted(let importID): throw countedTwice(importID)
      }
    guard let summary = try store.importSummary(id) else {
      throw RecorderError(.refused, "the database was changed by another process")
    }
    var report = try recorder.report(of: summary, file: file.name, in: store)
    if case .finished = end { report.isAlreadyImported = false }
    return report
  }
}
