import FormBytes
import FormTestSupport
import Foundation
import Testing

@testable import FormRules

/// Rules on text and lists, beyond the documented examples.
@Suite struct TextRuleTests {
  private let list = Form(name: "f", fields: [Field(name: "value", type: .list(separator: "::"))])
  private let text = Form(name: "f", fields: [Field(name: "value", type: .text)])

  @Test(arguments: [
    ("[]", 0), (" [ ] ", 0), ("[1]", 1), (#"["a","b"]"#, 2), (#"["a,b", [1,2], {"x":[3,4]}]"#, 3),
    (#"["a\"],\\","b"]"#, 2), ("[null,true, 1.5e3 ]", 3), ("[", 0), ("[\"a", 0), ("]]],", 0),
  ])
  func itemsOfAnArrayAreCounted(_ source: String, _ count: Int) throws {
    let rule = try bind(LengthRule.self, ["exact": 1_000], of: list)
    let failure = failure(rule, of: list, ["value": source], kinds: ["value": .array])
    #expect(failure?.arguments == [MessageArgument("length", count)])
  }

  @Test(arguments: [("a", 1), ("a::b", 2), ("::", 2), ("a:b", 1), (":::", 2), ("::a::", 3)])
  func itemsBetweenSeparatorsAreCounted(_ source: String, _ count: Int) throws {
    let rule = try bind(LengthRule.self, ["exact": 1_000], of: list)
    let failure = failure(rule, of: list, ["value": source])
    #expect(failure?.arguments == [MessageArgument("length", count)])
  }

  /// The header and the payload of a token have at most 4,096 bytes each.
  @Test(arguments: [(4_096, nil), (4_097, "jwt.invalid")] as [(Int, String?)])
  func partsOfTokensHaveAMaximum(_ bytes: Int, _ expected: String?) throws {
    let filler = String(repeating: "x", count: bytes - 27)
    let part = Data(#"{"alg":"HS256","filler":"\#(filler)"}"#.utf8)
    #expect(part.count == bytes)
    let encoded = part.base64EncodedString().filter { $0 != "=" }
    let rule = try bind(JWTRule.self, of: text)
    #expect(code(rule, of: text, ["value": "\(encoded).\(encoded).AA"]) == expected)
  }

  @Test func itemsOfAnArrayAreUnescaped() throws {
    let rule = try bind(InRule.self, ["a\"b\n", "\u{1F600}\u{E9}", "1.50", "x"], of: list)
    func code(_ source: String) -> String? {
      FormRulesTests.code(rule, of: list, ["value": source], kinds: ["value": .array])
    }
    #expect(code(#"["a\"b\n", "\ud83d\ude00\u00E9", "\uD83D\uDE00é", 1.50 , "x"]"#) == nil)
    #expect(code(#"["x", "y"]"#) == "in.notListed")
    #expect(code(#"["x\\"]"#) == "in.notListed")
    #expect(code("[1.5]") == "in.notListed")
    #expect(code("[]") == nil)
  }

  @Test func nullItemsAreEmptyAndNestedListsAreText() throws {
    let rule = try bind(InRule.self, ["null", "[1,{\"a b\":\"\\\" \"}]", "x"], of: list)
    func code(_ source: String) -> String? {
      FormRulesTests.code(rule, of: list, ["value": source], kinds: ["value": .array])
    }
    #expect(code("[null]") == "in.notListed")
    #expect(code(#"["null"]"#) == nil)
    #expect(code(#"[[ 1 , { "a b" : "\" " } ], "x"]"#) == nil)
    #expect(code(#"[[1, {"ab": "\" "}]]"#) == "in.notListed")
  }

  @Test func scalarsMatchSwiftStrings() {
    let edges = "a\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}"
    let bytes = Array(edges.utf8)
    var index = 0
    for scalar in edges.unicodeScalars {
      let read = bytes.span.nextScalar(&index)
      #expect(read == scalar)
    }
    #expect(index == bytes.count)
    let counts = (bytes.span.scalarCount, bytes.span.utf16Count)
    #expect(counts == (edges.unicodeScalars.count, edges.utf16.count))
  }

  /// A judge calls other rules for empty values when the entry says `empty: validate`.
  @Test func emptyTextIsJudgedOnRequest() throws {
    func code(_ rule: some Rule) -> String? {
      withRecord(text, ["value": ""]) {
        rule.evaluate(.empty, [UInt8]().span, in: $0).failure?.code
      }
    }
    #expect(code(try bind(LengthRule.self, ["min": 1], of: text)) == "length.tooShort")
    #expect(code(try bind(LengthRule.self, ["max": 5], of: text)) == nil)
    #expect(code(try bind(CharactersRule.self, "digit", of: text)) == "characters.tooFew")
    #expect(code(try bind(CharactersRule.self, ["set": "digit", "mode": "only"], of: text)) == nil)
    #expect(code(try bind(PatternRule.self, "[a-z]+", of: text)) == "pattern.mismatch")
    #expect(code(try bind(EmailRule.self, of: text)) == "email.invalid")
    #expect(code(try bind(InRule.self, ["a"], of: text)) == "in.notListed")
    #expect(code(try bind(NotInRule.self, ["a"], of: text)) == nil)
    #expect(code(try bind(UniqueRule.self, of: text)) == nil)
  }

  @Test func longListsAreAbbreviated() throws {
    let values = (1...10_000).map { DefinitionNode.text("v\($0)") }
    let rule = try bind(InRule.self, DefinitionNode(.sequence(values)), of: text)
    #expect(
      rule.arguments.map(\.value) == ["v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, …"])
    #expect(code(rule, of: text, ["value": "v10000"]) == nil)
    #expect(code(rule, of: text, ["value": "v10001"]) == "in.notListed")
  }

  @Test func byteStringsOfEveryLengthAreFound() {
    let strings = (0...40).map { count in (0..<count).map { UInt8($0 + 65) } }
    let set = ByteStringSet(strings + strings)
    func contains(_ string: [UInt8]) -> Bool { set.contains(string.span) }
    for string in strings {
      #expect(contains(string))
      #expect(!contains(string + [0]))
      #expect(string.isEmpty || !contains(string.map { $0 ^ 0x20 }))
    }
    let none = ByteStringSet([])
    #expect(!{ none.contains([1].span) }())
  }

  @Test(.requiresPCRE2) func explosivePatternIsTooComplex() throws {
    let rule = try bind(PatternRule.self, "(x+x+)+[yz]", of: text)
    #expect(
      code(rule, of: text, ["value": String(repeating: "x", count: 40)]) == "pattern.tooComplex")
    #expect(
      code(rule, of: text, ["value": String(repeating: "x", count: 70_000)]) == "pattern.tooComplex"
    )
  }

  /// Readers never pass invalid UTF-8 to a rule; if they did, it would not trap.
  @Test func noRuleTrapsOnBytesThatAreNotText() throws {
    let rules: [any Rule] = [
      try bind(LengthRule.self, ["exact": 2], of: text),
      try bind(LengthRule.self, ["exact": 2, "unit": "utf16", "ignore": "space"], of: text),
      try bind(CharactersRule.self, ["letter", "\u{E9}"], of: text),
      try bind(EmailRule.self, "utf8", of: text), try bind(EmailRule.self, "rfc5321", of: text),
      try bind(InRule.self, ["a"], of: text),
      try bind(UniqueRule.self, ["normalize": "nfc"], of: text),
    ]
    let alphabet: [UInt8] = Array("a@.[]:\"\\-1 ".utf8) + [0x80, 0xC2, 0xE2, 0xF0, 0xFF, 0x00]
    _ = RandomRounds.run("RuleText", 1_700, long: 5_000) { random, show in
      let bytes = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        alphabet.randomElement(using: &random)!
      }
      show("\(bytes)")
      withRecord(text, [:]) { record in
        for rule in rules { _ = rule.evaluate(.text, bytes.span, in: record) }
      }
      return nil
    }
  }
}
