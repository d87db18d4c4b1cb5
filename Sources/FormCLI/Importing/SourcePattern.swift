import ArgumentParser
import FormRecorder
import Foundation

/// A regular expression that finds the source of a file in its name.
struct SourcePattern {
  private let regex: Regex<AnyRegexOutput>

  init(_ pattern: String) throws(ValidationError) {
    do {
      regex = try Regex(pattern)
    } catch {
      throw ValidationError("it must be a regular expression: \(error)")
    }
  }

  /// The first group of the pattern, or the text that it matches if it has no group.
  ///
  /// - Throws: `RecorderError` if the pattern does not match the name of the file, if the result is
  ///   empty, or for standard input.
  func source(ofFile path: String) throws(RecorderError) -> String {
    let name = URL(fileURLWithPath: path).lastPathComponent
    guard path != "-", let match = name.firstMatch(of: regex),
      let source = match.output[match.output.count > 1 ? 1 : 0].substring, !source.isEmpty
    else {
      throw RecorderError(
        .usage,
        path == "-"
          ? "standard input has no name for --source-from"
          : "\(path): the name does not match the pattern of --source-from")
    }
    return String(source)
  }
}
