import ArgumentParser
import FormRecorder

/// The stored submissions that a profile or draft is of, instead of files.
struct StoredProfileOptions: ParsableArguments {
  @Option(help: "The stored submissions of that form, instead of files.") var form: String?
  @Option(name: .customLong("import"), help: ArgumentHelp("Only of that import.", valueName: "n"))
  var importID: Int64?
  @Option(help: "Only of that source.") var source: String?
  @Flag(name: .customLong("no-mask"), help: "Show the values of sensitive fields too.")
  var noMask = false

  func validate(_ files: [String]) throws {
    if form == nil {
      if files.isEmpty { throw ValidationError("specify files or --form") }
      try require(
        "--form",
        for: ["--import": importID != nil, "--source": source != nil, "--no-mask": noMask])
    } else if !files.isEmpty {
      throw ValidationError("--form is for stored submissions; omit the files")
    }
  }

  /// The stored submissions, or nil for files.
  var selection: SubmissionSelection? {
    guard let form else { return nil }
    var selection = SubmissionSelection.all
    (selection.form, selection.importID, selection.source) = (form, importID, source)
    return selection
  }
}
