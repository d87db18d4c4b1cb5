import ArgumentParser
import FormRules

/// A format of a command's output. `text` is for people, the others are for programs.
enum OutputFormat: String {
  case text, json, ndjson, csv, sarif, junit, markdown
}

/// The formats that a command supports.
protocol FormatSet {
  static var formats: [OutputFormat] { get }
}

/// The value of `--format`: one of the formats that a command supports.
struct FormatOption<Supported: FormatSet>: ExpressibleByArgument {
  let format: OutputFormat

  init(_ format: OutputFormat) { self.format = format }

  init?(argument: String) {
    guard let format = OutputFormat(rawValue: argument), Supported.formats.contains(format) else {
      return nil
    }
    self.format = format
  }

  var defaultValueDescription: String { format.rawValue }

  static var allValueStrings: [String] { Supported.formats.map(\.rawValue) }
}

/// The option `--format` of commands that write text by default.
struct FormatOptions<Supported: FormatSet>: ParsableArguments {
  @Option(name: .customLong("format"), help: "The output format.")
  var option = FormatOption<Supported>(.text)

  var format: OutputFormat { option.format }
}

/// The formats of most reports.
enum ReportFormats: FormatSet {
  static let formats: [OutputFormat] = [.text, .json]
}

extension Console {
  /// Writes a report as JSON or as lines of text.
  ///
  /// - Parameter highlights: The parts of each line that a terminal shows in colour.
  func out(
    _ format: OutputFormat, _ json: @autoclosure () -> JSON, _ lines: @autoclosure () -> [String],
    _ highlights: Highlight...
  ) throws(OutputError) {
    guard format != .json else { return try out(json().text) }
    for line in lines() { try out(line, highlights) }
  }
}
