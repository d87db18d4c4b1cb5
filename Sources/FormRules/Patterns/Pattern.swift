/// A compiled regular expression with limits: a pattern that is too expensive for a text results in
/// `tooComplex`, and never hangs or returns a wrong result.
///
/// Simple patterns run on a `ScalarAutomaton`, others on PCRE2 (UTF, JIT). In a build without the
/// trait `PCRE2`, others are errors.
///
/// Threads share the compiled code; each thread supplies its own `PatternScratch`.
package final class Pattern: Sendable {
  /// The part of the text that must match.
  package typealias Mode = RuleEntry.PatternMode

  /// The result of matching.
  package enum Outcome: Sendable {
    case matches
    case differs
    /// A limit was reached, so the result is unknown.
    case tooComplex
  }

  /// The reason that a pattern could not be compiled, with its offset in bytes.
  package struct CompileError: Error, Sendable {
    package var message: String
    package var offset: Int
    /// Whether a build with the trait `PCRE2` may support the pattern.
    package var requiresPCRE2 = false
  }

  package let source: String
  package let mode: Mode
  package let ignoresCase: Bool
  /// The automaton that matches simple patterns.
  private let automaton: ScalarAutomaton?
  #if PCRE2
  private let code: PCRE2Code
  #endif

  /// The maximum length of a pattern in bytes.
  static let maximumPatternBytes = 1_000
  /// The maximum length of a text in bytes. Longer texts are too complex.
  static let maximumSubjectBytes = 65_536

  /// - Parameter isUnicode: Whether `\d`, `\w` and similar classes include characters of all
  ///   scripts.
  package init(
    _ source: String, mode: Mode = .whole, ignoresCase: Bool = false, isUnicode: Bool = false
  ) throws(CompileError) {
    guard source.utf8.count <= Self.maximumPatternBytes else {
      throw CompileError(
        message: "pattern has more than \(Self.maximumPatternBytes) bytes", offset: 0)
    }
    // Verbs such as (*LIMIT_MATCH=…) and (*NO_JIT) would change the limits.
    if source.hasPrefix("(*") {
      throw CompileError(message: "a pattern may not begin with (*", offset: 0)
    }
    let automaton =
      mode == .once
      ? nil
      : ScalarAutomaton(
        source, isSearch: mode == .search,
        options: .init(ignoresCase: ignoresCase, isUnicode: isUnicode))
    #if PCRE2
    code = try PCRE2Code(
      source, mode: mode, ignoresCase: ignoresCase, isUnicode: isUnicode,
      isMatched: automaton == nil)
    #else
    guard automaton != nil else {
      throw CompileError(
        message: "the pattern is invalid, or not simple enough for a build without PCRE2; "
          + "build formrec with the trait PCRE2", offset: 0, requiresPCRE2: true)
    }
    #endif
    self.automaton = automaton
    self.source = source
    self.mode = mode
    self.ignoresCase = ignoresCase
  }

  #if PCRE2
  deinit { code.free() }
  #endif

  /// Whether the text, which must be valid UTF-8, matches the pattern.
  package func match(_ text: Span<UInt8>, using scratch: PatternScratch) -> Outcome {
    if let automaton, text.count <= Self.maximumSubjectBytes {
      return automaton.matches(text) ? .matches : .differs
    }
    #if PCRE2
    return code.match(text, mode: mode, using: scratch)
    #else
    return .tooComplex
    #endif
  }
}

extension RuleEntry {
  /// What must match.
  public enum PatternMode: String, CaseIterable, Sendable {
    /// The whole text.
    case whole
    /// Any part of the text.
    case search
    /// Exactly one part of the text.
    case once
  }
}
