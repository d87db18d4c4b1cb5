import FormRecorder
import FormRules

/// Words of a line that a terminal shows in colour. The text is complete without the colour.
struct Highlight {
  let text: String
  /// Parameters of Select Graphic Rendition (ECMA-48, 8.3.117).
  private let code: String

  private init(_ text: String, _ code: String) {
    self.text = text.escapedForTerminal
    self.code = code
  }

  /// Highlights text for a failure, in red.
  static func bad(_ text: String) -> Highlight { Highlight(text, "31") }
  /// Highlights text for a success, in green.
  static func good(_ text: String) -> Highlight { Highlight(text, "32") }
  /// Highlights the title of a table or paragraph, in bold.
  static func title(_ text: String) -> Highlight { Highlight(text, "1") }

  /// A line with the first occurrence of the words in colour.
  func applied(to line: String) -> String {
    guard !text.isEmpty, let range = line.firstRange(of: text) else { return line }
    return line[..<range.lowerBound] + "\u{1B}[\(code)m\(text)\u{1B}[0m"
      + line[range.upperBound...]
  }

  /// Whether terminals show colours. False if `NO_COLOR` (no-color.org) is not empty, or if `TERM`
  /// is unset, empty or `dumb`.
  ///
  /// - Parameter variable: Returns a variable of the environment.
  static func areWanted(
    _ variable: (String) -> String? = Environment.validValue
  ) -> Bool {
    (variable("NO_COLOR") ?? "").isEmpty && ![nil, "", "dumb"].contains(variable("TERM"))
  }
}
