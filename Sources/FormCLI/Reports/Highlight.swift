import FormRecorder
import Foundation

/// Words of a line that a terminal shows in colour. The text is complete without the colour.
struct Highlight {
  let words: String
  /// Parameters of Select Graphic Rendition (ECMA-48, 8.3.117).
  private let code: String

  private init(_ words: String, _ code: String) {
    self.words = words.escapedForTerminal
    self.code = code
  }

  /// Highlights words for a failure, in red.
  static func bad(_ words: String) -> Highlight { Highlight(words, "31") }
  /// Highlights words for a success, in green.
  static func good(_ words: String) -> Highlight { Highlight(words, "32") }
  /// Highlights the title of a table or paragraph, in bold.
  static func title(_ words: String) -> Highlight { Highlight(words, "1") }

  /// A line with the first occurrence of the words in colour.
  func applied(to line: String) -> String {
    guard !words.isEmpty, let range = line.firstRange(of: words) else { return line }
    return line[..<range.lowerBound] + "\u{1B}[\(code)m\(words)\u{1B}[0m"
      + line[range.upperBound...]
  }

  /// Whether terminals show colours. False with `NO_COLOR` (no-color.org) or if the terminal has no
  /// colours.
  static func areWanted(_ variable: (String) -> String? = Self.variable) -> Bool {
    (variable("NO_COLOR") ?? "").isEmpty && ![nil, "", "dumb"].contains(variable("TERM"))
  }

  private static func variable(_ name: String) -> String? {
    // Safe because the text is copied immediately, before other threads exist.
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
