import ArgumentParser
import FormRecorder

/// Definition files to apply first.
struct DefinitionOptions: ParsableArguments {
  @Option(
    name: .customLong("definitions"), parsing: .upToNextOption,
    help: ArgumentHelp(
      "The definition files (YAML or JSON) to apply first.", valueName: "file"))
  var files: [String] = []

  /// The definitions in the files, or nil if there are no files.
  var set: DefinitionSet? {
    get throws(RecorderError) { files.isEmpty ? nil : try DefinitionSet(files: files) }
  }

  /// Runs a body with a recorder that uses the definitions in the files. The first change of the
  /// recorder stores them. If it makes none, for example because it fails, they are not stored.
  ///
  /// - Parameter body: Called with the recorder and the definitions, or nil if there are no files.
  func applying<Result>(
    to recorder: Recorder, change: ChangeOptions, isDryRun: Bool = false, on console: Console,
    _ body: (Recorder, DefinitionSet?) throws -> Result
  ) throws -> Result {
    guard let set = try set else { return try body(recorder, nil) }
    let (staging, applied) = try recorder.staging(
      set, isDryRun: isDryRun, by: try change.by, reason: change.reason)
    defer { if staging.hasStoredStagedDefinitions { console.note(applied) } }
    return try body(staging, set)
  }
}

extension Console {
  /// Notes the new versions among applied definitions.
  func note(_ applied: [AppliedDefinition]) {
    for line in DefinitionReport.lines(applied.filter(\.isNew), isDryRun: false) { note(line) }
  }
}
