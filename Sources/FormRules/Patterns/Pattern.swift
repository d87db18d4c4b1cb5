import CPCRE2

/// A compiled regular expression (PCRE2, UTF, JIT) with limits: a pattern that is too expensive for
/// a text gives `tooComplex`, and never hangs or returns a wrong result.
///
/// Threads share the compiled code; each thread supplies its own `PatternScratch`.
@safe
package final class Pattern: @unchecked Sendable {
  /// The part of the text that must match.
  package typealias Mode = RuleEntry.PatternMode

  /// The result of matching.
  package enum Answer: Sendable {
    case matches
    case differs
    /// A limit was reached, so the result is unknown.
    case tooComplex
  }

  /// The reason that a pattern could not be compiled, with its offset in bytes.
  package struct CompileError: Error, Sendable {
    package var message: String
    package var offset: Int
  }

  package let source: String
  package let mode: Mode
  package let ignoresCase: Bool
  /// Safe because it is set once, only read by pcre2_match, and freed in deinit.
  private let code: OpaquePointer
  private let hasJIT: Bool
  /// Whether the pattern has back references, which cost the length of the matched group.
  private let refersBack: Bool
  /// The automaton that matches simple patterns instead of PCRE2.
  private let automaton: ByteAutomaton?

  /// The maximum length of a pattern in bytes.
  static let maximumPatternBytes = 1_000
  /// The maximum length of a text in bytes. Longer texts are too complex.
  static let maximumSubjectBytes = 65_536
  /// The maximum length of a text without the just-in-time compiler, because some patterns are slow
  /// within all limits.
  static let maximumInterpretedBytes = 4_096

  /// - Parameter isUnicode: whether `\d`, `\w` and similar classes include characters of all
  ///   scripts.
  package init(
    _ source: String, mode: Mode = .whole, ignoresCase: Bool = false, isUnicode: Bool = false
  ) throws(CompileError) {
    let bytes = Array(source.utf8)
    guard bytes.count <= Self.maximumPatternBytes else {
      throw CompileError(
        message: "pattern has more than \(Self.maximumPatternBytes) bytes", offset: 0)
    }
    // Verbs such as (*LIMIT_MATCH=…) and (*NO_JIT) would change the limits.
    if source.hasPrefix("(*") {
      throw CompileError(message: "a pattern may not begin with (*", offset: 0)
    }
    var options = UInt32(PCRE2_UTF) | UInt32(PCRE2_NEVER_BACKSLASH_C) | UInt32(PCRE2_DOLLAR_ENDONLY)
    if mode == .whole {
      options |= UInt32(bitPattern: Int32(truncatingIfNeeded: PCRE2_ANCHORED))
      options |= UInt32(PCRE2_ENDANCHORED)
    }
    if ignoresCase { options |= UInt32(PCRE2_CASELESS) }
    let automaton =
      ignoresCase || isUnicode || mode == .once
      ? nil : ByteAutomaton(source, isSearch: mode == .search)
    // PCRE2 spends the budget at each step.
    if automaton == nil { options |= UInt32(PCRE2_AUTO_CALLOUT) }
    if isUnicode { options |= UInt32(PCRE2_UCP) }
    var errorNumber: Int32 = 0
    var errorOffset = 0
    let context = unsafe pcre2_compile_context_create_8(nil)
    defer { unsafe pcre2_compile_context_free_8(context) }
    unsafe pcre2_set_parens_nest_limit_8(context, 50)
    // Independent of the library's build options, `.` excludes only the line feed.
    unsafe pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_LF))
    let compiled = unsafe bytes.withUnsafeBufferPointer { buffer in
      // Safe because the buffer outlives the call. An empty buffer has no address, but PCRE2
      // requires one.
      unsafe pcre2_compile_8(
        buffer.baseAddress ?? Self.noBytes, buffer.count, options, &errorNumber, &errorOffset,
        context)
    }
    guard let compiled = unsafe compiled else {
      throw CompileError(message: Self.message(for: errorNumber), offset: errorOffset)
    }
    self.source = source
    self.mode = mode
    self.ignoresCase = ignoresCase
    unsafe code = compiled
    self.automaton = automaton
    var lastReference: UInt32 = 0
    unsafe pcre2_pattern_info_8(compiled, UInt32(PCRE2_INFO_BACKREFMAX), &lastReference)
    refersBack = lastReference > 0
    hasJIT =
      if automaton == nil {
        unsafe pcre2_jit_compile_8(compiled, UInt32(PCRE2_JIT_COMPLETE)) == 0
      } else { false }
  }

  deinit { unsafe pcre2_code_free_8(code) }

  /// An address for empty text. Safe because a static string is never freed.
  private static var noBytes: UnsafePointer<UInt8> { unsafe ("" as StaticString).utf8Start }

  private static func message(for errorNumber: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let length = unsafe buffer.withUnsafeMutableBufferPointer {
      unsafe pcre2_get_error_message_8(errorNumber, $0.baseAddress, $0.count)
    }
    return String(decoding: buffer.prefix(max(0, Int(length))), as: UTF8.self)
  }

  /// Whether the text, which must be valid UTF-8, matches the pattern.
  package func answer(_ text: Span<UInt8>, using scratch: PatternScratch) -> Answer {
    if let automaton, text.count <= Self.maximumSubjectBytes {
      return automaton.matches(text) ? .matches : .differs
    }
    guard text.count <= (hasJIT ? Self.maximumSubjectBytes : Self.maximumInterpretedBytes) else {
      return .tooComplex
    }
    // Safe because the text outlives the calls, and readers return only valid UTF-8.
    return unsafe text.withUnsafeBufferPointer { buffer in
      unsafe answer(buffer, using: scratch)
    }
  }

  private func answer(
    _ buffer: UnsafeBufferPointer<UInt8>, using scratch: PatternScratch
  ) -> Answer {
    let subject = unsafe buffer.baseAddress ?? Self.noBytes
    func match(from start: Int) -> Int32 {
      scratch.refill(for: buffer.count, refersBack: refersBack)
      return unsafe pcre2_match_8(
        code, subject, buffer.count, start, UInt32(PCRE2_NO_UTF_CHECK), scratch.data,
        scratch.context)
    }
    let first = match(from: 0)
    if first == PCRE2_ERROR_NOMATCH { return .differs }
    guard first >= 0 else { return .tooComplex }
    guard mode == .once else { return .matches }
    // A second match starts after the first one. After an empty match it advances by one character.
    var start = scratch.endOfMatch
    if start == scratch.startOfMatch {
      repeat { start += 1 } while unsafe start < buffer.count && buffer[start] & 0xC0 == 0x80
    }
    guard start <= buffer.count else { return .matches }
    let second = match(from: start)
    if second == PCRE2_ERROR_NOMATCH { return .matches }
    return second >= 0 ? .differs : .tooComplex
  }
}

/// The memory for matching. Each judging thread has its own.
@safe
package final class PatternScratch {
  /// Safe because they are allocated and freed only here, and used by one thread.
  fileprivate let data: OpaquePointer?
  fileprivate let context: OpaquePointer?
  private let stack: OpaquePointer?
  private let budget: UnsafeMutablePointer<MatchBudget>

  package init() {
    unsafe data = pcre2_match_data_create_8(1, nil)
    unsafe context = pcre2_match_context_create_8(nil)
    unsafe stack = pcre2_jit_stack_create_8(32 * 1024, 2 * 1024 * 1024, nil)
    unsafe budget = .allocate(capacity: 1)
    unsafe budget.initialize(to: MatchBudget())
    unsafe pcre2_set_match_limit_8(context, 500_000)
    unsafe pcre2_set_depth_limit_8(context, 100_000)
    unsafe pcre2_set_heap_limit_8(context, 20_000)
    unsafe pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack))
    // Safe because the callout receives the pointer given here, which is valid as long as the
    // context.
    unsafe pcre2_set_callout_8(
      context,
      { block, budget in
        unsafe budget!.assumingMemoryBound(to: MatchBudget.self).pointee
          .spend(at: Int(block!.pointee.current_position))
      }, budget)
  }

  fileprivate func refill(for length: Int, refersBack: Bool) {
    unsafe budget.pointee = MatchBudget(for: length, refersBack: refersBack)
  }

  deinit {
    unsafe budget.deallocate()
    unsafe pcre2_match_data_free_8(data)
    unsafe pcre2_match_context_free_8(context)
    unsafe pcre2_jit_stack_free_8(stack)
  }

  fileprivate var startOfMatch: Int { unsafe Int(pcre2_get_ovector_pointer_8(data)[0]) }
  fileprivate var endOfMatch: Int { unsafe Int(pcre2_get_ovector_pointer_8(data)[1]) }
}
