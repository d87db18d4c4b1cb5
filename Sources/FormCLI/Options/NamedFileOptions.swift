import ArgumentParser
import FormRecorder
import FormRules

/// The location of the files that fields name.
struct NamedFileOptions: ParsableArguments {
  @Option(
    name: .customLong("files"),
    help: ArgumentHelp(
      "The folder of the files that fields refer to, for rules that read files.",
      valueName: "folder"))
  var folder: String?

  @Flag(name: .customLong("no-files"), help: "Exclude rules that read files.")
  var leavesOut = false

  func validate() throws {
    if folder != nil { try exclude(["--no-files": leavesOut], with: "--files") }
  }

  /// - Throws: If the folder does not exist.
  func named() throws(RecorderError) -> NamedFilePolicy {
    if let folder { return .access(try FileFolder(folder)) }
    return leavesOut ? .excluded : .unspecified
  }
}
