@testable import FormRules

/// Patterns: the pattern and the texts, separated by NULs. If the automaton supports the pattern,
/// it agrees with PCRE2.
enum PatternEntry {
  static func failure(on input: [UInt8]) -> String? {
    let parts = input.parts
    guard let source = String(validating: parts[0], as: UTF8.self) else { return nil }
    let scratch = PatternScratch()
    for mode in Pattern.Mode.allCases {
      guard let pattern = try? Pattern(source, mode: mode) else { continue }
      // An empty lookahead changes nothing except that the automaton does not support the pattern.
      let other = try? Pattern("(?=)(?:\(source))", mode: mode)
      let isPlain = mode != .once && ScalarAutomaton(source, isSearch: mode == .search) != nil
      for text in parts.dropFirst() where String(validating: text, as: UTF8.self) != nil {
        let answer = pattern.match(text.span, using: scratch)
        guard isPlain else { continue }
        guard let other else { return "plain, and not for PCRE2: \(source)" }
        let expected = other.match(text.span, using: scratch)
        if expected != .tooComplex, answer != expected { return "\(mode): \(answer) \(expected)" }
      }
    }
    return nil
  }
}
