import FormTestSupport
import Testing

@testable import FormRules

/// Rules on text do not trap, hang or read beyond the end for any input.
@Suite struct HostileRuleTests {
  /// The rules with examples on text, bound as in their examples.
  private static let rules = RuleRegistry.all.filter { rule in
    rule.scope == .field && rule.documentation.examples.contains { $0.type == .text }
  }

  private static func bound(_ rule: any Rule.Type) throws -> [(any Rule, RuleExample)] {
    try rule.documentation.examples.filter { $0.type == .text }.map {
      (try bind(rule, $0.parameters, of: $0.form), $0)
    }
  }

  /// Every example with a byte removed, added or changed, at every position; in normal runs, at
  /// some positions.
  @Test(arguments: rules.map { $0.name }.filter { hasPCRE2 || $0 != PatternRule.name })
  func changedExamplesAreJudged(_ name: String) throws {
    let rule = try #require(RuleRegistry.rule(named: name))
    _ = try RandomRounds.run("changed examples of \(name)", 1) { random, _ in
      for (bound, example) in try Self.bound(rule) {
        for text in example.accepted + example.rejected where text.utf8.count <= 48 {
          let step = LongTests.areWanted ? 1 : Int.random(in: 3...7, using: &random)
          let first = Int.random(in: 0..<step, using: &random)
          for index in stride(from: first, to: text.utf8.count, by: step) {
            judge(bound, example, Self.changes(Array(text.utf8), at: index))
          }
        }
      }
      return nil
    }
  }

  private static func changes(_ bytes: [UInt8], at index: Int) -> [[UInt8]] {
    var cut = bytes
    cut.remove(at: index)
    return [cut, Array(bytes[..<index]), Array(bytes[index...])]
      + ([0, 0x2D, 0x39] as [UInt8]).flatMap { byte in
        var (changed, longer) = (bytes, bytes)
        changed[index] = byte
        longer.insert(byte, at: index)
        return [changed, longer]
      }
  }

  /// Long repetitions of characters that grammars search for. The rules take linear time.
  @Test(arguments: rules.map { $0.name }.filter { hasPCRE2 || $0 != PatternRule.name })
  func longTextsAreJudgedInLinearTime(_ name: String) throws {
    let rule = try #require(RuleRegistry.rule(named: name))
    let pieces = [
      "a", "1", "0", ".", ":", "-", "@", "/", "%", "[", "{\"a\":", "=", ",", " ", "(", "\"", "\\",
      "xn--a.", "::", "1.", "a.", "\u{E9}", "\u{5D0}1", "\u{1F600}", "#",
    ]
    for (bound, example) in try Self.bound(rule) {
      for piece in pieces {
        let text = Array(
          String(repeating: piece, count: LongTests.areWanted ? 4_000 : 1_200).utf8)
        judge(bound, example, [text, Array("http://".utf8) + text])
      }
    }
  }

  private func judge(_ rule: any Rule, _ example: RuleExample, _ texts: [[UInt8]]) {
    for text in texts where !text.isEmpty {
      // Readers return only valid UTF-8, so a truncated character becomes U+FFFD.
      _ = failure(
        rule, of: example.form, ["value": String(decoding: text, as: UTF8.self)])
    }
  }
}
