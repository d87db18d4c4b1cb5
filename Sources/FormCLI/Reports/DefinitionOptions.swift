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

  /// Applies definitions, and notes their new versions.
  func apply(
    _ set: DefinitionSet, _ recorder: Recorder, change: ChangeOptions, on console: Console
  ) throws {
    console.note(try recorder.apply(set, by: try change.by, reason: change.reason))
  }
}

extension Console {
  /// Notes the new versions among applied definitions.
  func note(_ applied: [AppliedDefinition]) {
    for line in DefinitionReport.lines(applied.filter(\.isNew), dryRun: false) { note(line) }
  }
}
