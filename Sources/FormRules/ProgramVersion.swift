#if PCRE2
import CPCRE2
#endif

/// The version of formrec.
public enum ProgramVersion {
  /// Semantic version (semver.org).
  public static let number = "0.1.0"

  #if PCRE2
  /// What runs record: the versions of formrec and PCRE2, such as `0.1.0 (PCRE2 10.42)`. The same
  /// rules may have other verdicts on the same record in another version, because a rule was
  /// corrected or a pattern has another meaning: `a{,3}` is text before PCRE2 10.43, and a
  /// repetition since.
  package static let judging = "\(number) (PCRE2 \(patternLibrary ?? "unknown"))"

  /// The version of PCRE2 that the process has loaded, without its date. Nil without PCRE2.
  package static var patternLibrary: String? {
    var text = [UInt8](repeating: 0, count: 64)
    // Safe because the text, with the NUL that ends it, is far shorter than the buffer (pcre2api:
    // about 24).
    let count = unsafe text.withUnsafeMutableBytes { buffer in
      unsafe pcre2_config_8(UInt32(PCRE2_CONFIG_VERSION), buffer.baseAddress)
    }
    guard count > 0 else { return nil }
    return String(decoding: text.prefix { $0 != 0 && $0 != UInt8(ascii: " ") }, as: UTF8.self)
  }
  #else
  /// What runs record: the version, and that patterns run without PCRE2.
  package static let judging = "\(number) (without PCRE2)"

  package static var patternLibrary: String? { nil }
  #endif
}
