import Testing

@testable import FormConversion

/// Patterns of PCRE2 as patterns of ECMAScript and XML Schema.
@Suite struct PatternTranslatorTests {
  @Test(
    arguments: [
      (#"[A-Z]{2}\d+"#, #"[A-Z]{2}[0-9]+"#), ("[[:alpha:]]+", "[A-Za-z]+"),
      ("(?i)[[:upper:]]", "[A-Za-z]"), ("[[:^digit:]-]", "[^0-9]"), (#"\A[a-z]+\z"#, "^[a-z]+$"),
      ("(?i)ab|1", "[Aa][Bb]|1"),
      ("(?i:k)k", "(?:[Kk\u{212A}])k"), (#"\S\s"#, #"[^\t-\r ][\t-\r ]"#), (".", #"[^\n]"#),
      ("(?s).", #"[\s\S]"#),
      (
        #"\v\h?"#,
        #"[\n-\r\u0085\u2028\u2029][\t \u00a0\u1680\u180e\u2000-\u200a\u202f\u205f\u3000]?"#
      ),
      (#"\@\-\ ]}"#, #"@- \]\}"#), ("[]a]", #"[\]a]"#), (#"[\w-]"#, #"[\-0-9A-Z_a-z]"#),
      (#"\x41\x{1F600}é"#, #"A\u{1f600}é"#), ("(a)(?:b)(?<n>c)\\2", #"(a)(?:b)(?<n>c)\2"#),
      (#"\p{L}\PN[\p{Han}_]"#, #"\p{L}\P{N}[_\p{Script_Extensions=Han}]"#),
      ("(?=a)(?<!b)c*?", "(?=a)(?<!b)c*?"), ("a(?#comment)b", "ab"), ("a{x}", #"a\{x\}"#),
      (#"a\Z"#, #"a(?=\n?$)"#), ("", ""),
    ])
  func patternsAreTranslatedToECMAScript(pattern: String, expected: String) {
    #expect(PatternTranslator.translate(PortablePattern(pattern), to: .ecmaScript) == expected)
  }

  @Test(
    arguments: [
      "a++", "(?>a)", "(?|a)", "(?R)", #"\Ga"#, #"\X"#, #"\R"#, #"\K"#, "(*UTF)a", "(?x)a b",
      "(?m)^a",
      "(a)?\\1", "(a)+\\1", "\\1(a)", "(?=a)*", #"\b+"#, "a{,3}", "a{ 1 }", "a{2}{3}", #"\Q.\E"#,
      #"\p{Xan}"#, "(?i)é", #"[a-\d]"#, #"\07"#, "(?P=n)", #"\N{U+41}"#, "[a", "(a", "a)",
    ])
  func patternsOutsideECMAScriptAreNotTranslated(pattern: String) {
    #expect(PatternTranslator.translate(PortablePattern(pattern), to: .ecmaScript) == nil)
  }

  @Test(
    arguments: [
      ("(?:a|b)+?", "(a|b)+"), (#"\$[$^]\^"#, #"[$][$\^]\^"#), ("é\u{A0}", "é\u{A0}"), ("a^", nil),
      ("(?=a)", nil), (#"\bz"#, nil), (#"\p{Greek}"#, nil), (#"\x01"#, nil), ("(a)\\1", nil),
    ])
  func patternsAreTranslatedToXMLSchema(pattern: String, expected: String?) {
    #expect(PatternTranslator.translate(PortablePattern(pattern), to: .xmlSchema) == expected)
  }

  /// XML Schema matches whole texts and has no anchors.
  @Test(
    arguments: [
      ("^a", #"(a)[\s\S]*"#), (#"a\$"#, #"[\s\S]*(a[$])[\s\S]*"#), ("^a$", "(a)"), ("^a|b", nil),
    ])
  func searchesBecomeWholeTexts(pattern: String, expected: String?) {
    var portable = PortablePattern(pattern)
    portable.searches = true
    #expect(portable.xmlSchema == expected)
  }

  @Test func optionsOfTheRuleAreTranslated() {
    var portable = PortablePattern(#"a\d"#)
    portable.ignoresCase = true
    portable.isUnicode = true
    #expect(portable.ecmaScript == #"^(?:[Aa]\p{Nd})$"#)
    portable.source = #"\w"#
    #expect(portable.ecmaScript == nil)
  }
}
