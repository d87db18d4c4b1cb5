import ArgumentParser
import FormRecorder

/// The input of a profile or a draft: files, or stored submissions.
struct ProfileInputOptions: ParsableArguments {
  @Argument(help: "The files, all of one source; - is standard input.")
  var files: [String] = []
  @OptionGroup var reading: ReadingOptions
  @OptionGroup var origin: OriginOptions
  @Flag(help: "Show the values of sensitive fields too.") var noMask = false

  func validate() throws {
    if !reading.map.isEmpty {
      throw ValidationError("--map requires a form, and none exists yet")
    }
    guard origin.form == nil else {
      if !files.isEmpty {
        throw ValidationError("--form is for stored submissions; omit the files")
      }
      return
    }
    if files.isEmpty { throw ValidationError("specify files or --form") }
    try require(
      "--form",
      for: [
        "--import": origin.importID != nil, "--source": origin.source != nil,
        "--batch": origin.batch != nil, "--no-mask": noMask,
      ])
    try requireOneStandardInput(files)
  }

  /// The stored submissions, or nil for files.
  var selection: SubmissionSelection? { origin.form == nil ? nil : origin.selection }
}
