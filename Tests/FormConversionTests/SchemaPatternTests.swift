import FormRules
import Testing

@testable import FormConversion

/// Patterns of ECMAScript as patterns of PCRE2.
@Suite struct SchemaPatternTests {
  @Test(
    arguments: [
      (#"^\u00e9\u{1F600}$"#, #"^\x{e9}\x{1F600}$"#), (#"\ud83d\ude00"#, #"\x{1f600}"#),
      (#"\p{Letter}\P{Script=Greek}"#, #"\p{L}\P{sc:Greek}"#), ("a/b[^]c[]", #"a/b[\s\S]c(?!)"#),
      ("[[a]", #"[\[a]"#), (#"\/\-[\-]"#, #"\/-[\-]"#),
      ("a.[.]", #"a[^\n\r\x{2028}\x{2029}][.]"#),
    ])
  func patternsOfECMAScriptAreConverted(pattern: String, pcre: String) {
    #expect(SchemaPattern.pcre(ofECMAScript: pattern) == pcre)
  }

  /// Patterns that ECMAScript does not support, or reads differently from PCRE2.
  @Test(
    arguments: [
      #"\Aa\Z"#, #"(?P<n>a)"#, "(?i)a", "(?>a)", "a++", "a{2}+", "a{,3}", "(a)|b\\1", #"[\Sa]"#,
      "(*UTF)a", "[a",
      #"\a"#, #"\08"#, "(?#a)", #"(a\1)"#, #"(a)+\1"#, #"\1(a)"#,
    ])
  func patternsOutsideECMAScriptAreNotConverted(pattern: String) {
    #expect(SchemaPattern.pcre(ofECMAScript: pattern) == nil)
  }
}
