import ArgumentParser

/// The formats of a command's output. `text` is for people, the others are for programs.
///
/// A command with further formats has its own enumeration, so that the compiler checks that it
/// writes each of them.
protocol OutputFormat: ExpressibleByArgument, CaseIterable, RawRepresentable<String>, Sendable {
  static var text: Self { get }
}

/// The formats of most reports.
enum ReportFormat: String, OutputFormat { case text, json }

/// The option `--format` of commands that write text by default.
struct FormatOptions<Format: OutputFormat>: ParsableArguments {
  @Option(help: "The output format.") var format = Format.text
}
