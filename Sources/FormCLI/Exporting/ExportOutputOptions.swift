import ArgumentParser
import FormRecorder
import FormRules
import Foundation

/// The format and the destination of an export.
struct ExportOutputOptions: ParsableArguments {
  @Option(
    name: .customLong("format"),
    help: """
      The output format. Default: by the extension of the file; csv without one, and for .tsv and \
      .tab, which are tab-separated.
      """)
  var formatOption: ExportFormat?
  @Flag(help: ArgumentHelp("Short for --format xlsx.", visibility: .hidden))
  var xlsx = false
  @Option(help: "Write a file per form, source, batch or import to the folder of -o.")
  var splitBy: ExportGrouping?
  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "The file to write, or the folder with --split-by. Default: standard output.",
      valueName: "path"))
  var output: String?
  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("Short for --format sqlite -o PATH.", valueName: "path", visibility: .hidden)
  )
  var tables: String?
  @Flag(help: "Replace existing files.") var force = false

  /// The format of the options, or of the file's extension.
  ///
  /// - Throws: `ValidationError` if no format has the extension.
  var format: ExportFormat {
    get throws(ValidationError) {
      if tables != nil { return .sqlite }
      if let format = xlsx ? .xlsx : formatOption { return format }
      guard let format = ExportFormat.format(ofFileExtension: fileExtension) else {
        let known = ExportFormat.allCases.flatMap(\.properties.fileExtensions)
        throw ValidationError(
          "no format has the extension .\(fileExtension.displayText); use "
            + known.map { ".\($0)" }.listed + ", or specify --format")
      }
      return format
    }
  }

  /// The delimiter of CSV by the extension of the file, if it has one of its own.
  var delimiter: String? { ["tsv", "tab"].contains(fileExtension) ? "tab" : nil }

  /// The extension of the file, in lower case; empty if there is none or no file.
  private var fileExtension: String {
    guard splitBy == nil, let output else { return "" }
    return URL(fileURLWithPath: output).pathExtension.lowercased()
  }

  func validate() throws {
    if output == nil, tables == nil { try require("-o", for: ["--force": force]) }
    if xlsx {
      try exclude(
        ["--format \(formatOption?.rawValue ?? "")": formatOption ?? .xlsx != .xlsx],
        with: "--xlsx")
    }
    if tables != nil {
      try exclude(
        [
          "-o": output != nil, "--format": formatOption != nil, "--xlsx": xlsx,
          "--split-by": splitBy != nil,
        ], with: "--to")
    }
    if splitBy != nil, output == nil {
      throw ValidationError("--split-by requires a folder: -o FOLDER")
    }
    let format = try format
    if !format.properties.isText, (output ?? tables ?? "-") == "-" {
      throw ValidationError("format \(format.rawValue) requires a file: -o FILE.\(format.rawValue)")
    }
  }

  func destination(_ console: Console) -> ExportDestination {
    switch (tables ?? output, splitBy) {
    case (nil, _), ("-", nil): .stream(console.write)
    case (let path?, nil): .file(path, replacing: force)
    case (let path?, let part?): .folder(path, part, replacing: force)
    }
  }
}
