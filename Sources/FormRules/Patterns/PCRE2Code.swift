#if PCRE2
import CPCRE2

/// The code of a pattern that PCRE2 has compiled.
///
/// Safe to share because it is only read by pcre2_match, and its owner frees it.
@safe
struct PCRE2Code: @unchecked Sendable {
  private let code: OpaquePointer
  private let hasJIT: Bool
  /// Whether the pattern has back references, which cost the length of the matched group.
  private let refersBack: Bool

  /// The maximum length of a text without the just-in-time compiler, because some patterns are
  /// slow within all limits.
  private static let maximumInterpretedBytes = 4_096

  /// - Parameter isMatched: Whether texts are matched with the code. If an automaton matches
  ///   them, it is compiled only to find errors.
  init(
    _ source: String, mode: Pattern.Mode, ignoresCase: Bool, isUnicode: Bool, isMatched: Bool
  ) throws(Pattern.CompileError) {
    let bytes = Array(source.utf8)
    var options =
      UInt32(PCRE2_UTF) | UInt32(PCRE2_NEVER_BACKSLASH_C) | UInt32(PCRE2_DOLLAR_ENDONLY)
    if mode == .whole {
      options |= UInt32(bitPattern: Int32(truncatingIfNeeded: PCRE2_ANCHORED))
      options |= UInt32(PCRE2_ENDANCHORED)
    }
    if ignoresCase { options |= UInt32(PCRE2_CASELESS) }
    // PCRE2 spends the budget at each step.
    if isMatched { options |= UInt32(PCRE2_AUTO_CALLOUT) }
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
      throw Pattern.CompileError(message: Self.message(for: errorNumber), offset: errorOffset)
    }
    unsafe code = compiled
    var lastReference: UInt32 = 0
    unsafe pcre2_pattern_info_8(compiled, UInt32(PCRE2_INFO_BACKREFMAX), &lastReference)
    refersBack = lastReference > 0
    hasJIT =
      if isMatched { unsafe pcre2_jit_compile_8(compiled, UInt32(PCRE2_JIT_COMPLETE)) == 0 } else {
        false
      }
  }

  /// Frees the code. Must be called once, after the last match.
  func free() { unsafe pcre2_code_free_8(code) }

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
  func match(
    _ text: Span<UInt8>, mode: Pattern.Mode, using scratch: PatternScratch
  ) -> Pattern.Outcome {
    guard text.count <= (hasJIT ? Pattern.maximumSubjectBytes : Self.maximumInterpretedBytes)
    else { return .tooComplex }
    // Safe because the text outlives the calls, and readers return only valid UTF-8.
    return unsafe text.withUnsafeBufferPointer { buffer in
      unsafe match(buffer, mode, using: scratch)
    }
  }

  private func match(
    _ buffer: UnsafeBufferPointer<UInt8>, _ mode: Pattern.Mode, using scratch: PatternScratch
  ) -> Pattern.Outcome {
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
    // A second match starts after the first one. After an empty match it advances by one
    // character.
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
#endif
