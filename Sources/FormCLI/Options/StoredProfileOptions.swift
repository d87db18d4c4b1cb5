import ArgumentParser
import FormRecorder

/// The stored submissions to profile, instead of files.
struct StoredProfileOptions: ParsableArguments {
  @OptionGroup var origin: OriginOptions
  @Flag(name: .customLong("no-mask"), help: "Show the values of sensitive fields too.")
  var noMask = false

  func validate(_ files: [String]) throws {
    if origin.form == nil {
      if files.isEmpty { throw ValidationError("specify files or --form") }
      try require(
        "--form",
        for: [
          "--import": origin.importID != nil, "--source": origin.source != nil,
          "--batch": origin.batch != nil, "--no-mask": noMask,
        ])
    } else if !files.isEmpty {
      throw ValidationError("--form is for stored submissions; omit the files")
    }
  }

  /// The stored submissions, or nil for files.
  var selection: SubmissionSelection? { origin.form == nil ? nil : origin.selection }
}
