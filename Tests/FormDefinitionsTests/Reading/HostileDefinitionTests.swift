import FormDefinitions
import FormRules
import FormTestSupport
import Foundation
import Testing

/// Texts that would exhaust a YAML reader or that do not mean what they show
/// (`reliability.md`, F20 and 4.7): each is rejected at once, with its line.
@Suite struct HostileDefinitionTests {
  private static let aliases = "anchors and aliases (&name, *name) are not supported"

  /// Nine levels of nine aliases, which expand to 3.5 billion scalars.
  private static let bomb =
    (1...9).reduce("a0: &a0 [x, x]\n") { text, level in
      let items = repeatElement("*a\(level - 1)", count: 9).joined(separator: ", ")
      return text + "a\(level): &a\(level) [\(items)]\n"
    }

  @Test(arguments: [
    (bomb, "2:"), (bomb + "? *a9\n: x\n", "2:"), ("a: &a [*a]", "1:8"), ("form: &a x", "1:7"),
    ("form: *a", "1:7"), ("form: &x a\n---\nform: *x", "1:7"),
    ("? [&a {x: y}, &b [*a, *a], &c [*b, *b], *c]\n: x", "1:3: a key must be a single value"),
    ("form: !!binary aGVsbG8=", "1:7: tags (!name) are not supported"),
    ("form: !!str 007", "1:7: tags (!name) are not supported"),
    ("form: a\ntitle: !<tag:x> {a: b}", "2:8: tags (!name) are not supported"),
    ("form: a\n<<: {title: x}", "2:1: merge keys (<<) are not supported"),
    ("? [form]\n: a", "1:3: a key must be a single value"),
    ("{a: b}: c", "1:1: a key must be a single value"),
    ("form: a\ntitle: x\nform: b", "1:1: key 'form' occurs twice in a mapping"),
    (#"{"form": "a", "form": "b"}"#, "1:2: key 'form' occurs twice in a mapping"),
    (#"{"form": "a", "\u0066orm": "b"}"#, "1:2: key 'form' occurs twice in a mapping"),
    ("form: a\ntitle: \"x\0y\"", "2:10: a control character is not allowed; remove it"),
    ("form: a\ntitle: \"x\\0y\"", "2:8: a text contains NUL; remove it"),
    ("form: a\ntitle: \u{1B}]0;x", "2:8: a control character is not allowed; remove it"),
    ("form: a\ntitle: ä\u{9B}2J", "2:9: a control character is not allowed; remove it"),
    ("form: a\ntitle: \u{FFFF}", "2:8: a control character is not allowed; remove it"),
    ("form: a\n\ttitle: x", "2:1: not YAML: found a tab character that violates indentation"),
    ("%YAML 2.0\n---\nform: a", "1:1: not YAML: found incompatible YAML document"),
  ])
  func hostileFilesAreRefused(_ text: String, _ expected: String) {
    let errors = errors(text)
    #expect(errors.count == 1 && errors.first?.hasPrefix(expected) == true, "\(errors)")
  }

  @Test func aliasesAreReported() {
    #expect(errors(Self.bomb).first?.contains(Self.aliases) == true)
    #expect(errors("form: *a").first?.contains(Self.aliases) == true)
  }

  @Test func textsThatResembleAliasesAreRead() throws {
    let note = repeatElement("AT &T is *T, ", count: 6).joined()
    #expect(
      try form("# &a *a *a\nform: a\ntitle: '\(note)'\nfields: [{name: x, type: text}]")?.title
        == note)
  }

  @Test(arguments: ["{", "[", "- ", "{a: ", "{\"a\":", "? "])
  func depthIsLimited(_ opening: String) {
    for count in [65, 990, 20_000] {
      let errors = errors(String(repeating: opening, count: count))
      #expect(errors.count == 1)
    }
    let closed = "form: " + String(repeating: "[", count: 900) + String(repeating: "]", count: 900)
    #expect(errors(closed) == ["1:70: nested more than 64 levels deep; flatten it"])
  }

  /// Damaged definitions are accepted or rejected without a trap.
  @Test(arguments: ["contacts.yaml", "erroneous/words.yaml"], [false, true])
  func damagedDefinitionsDoNotTrap(_ file: String, asJSON: Bool) throws {
    var text = try String(contentsOf: Repository.fixture("forms/\(file)"), encoding: .utf8)
    if asJSON { text = (try? parse(text))?.last?.canonicalJSON() ?? text }
    let bytes = Array(text.utf8)
    let odd = Array("\"'{}[]:,-#&*!|>%@`?\\\n\t \0\u{FF}~0e".utf8)
    let failure = try RandomRounds.run("HostileDefinition", 200) { random, show in
      var damaged = bytes
      for _ in 0...Int.random(in: 0..<6, using: &random) {
        let index = Int.random(in: 0..<damaged.count, using: &random)
        let length = Int.random(in: 0..<min(40, damaged.count - index), using: &random)
        let replacement = odd.randomElement(using: &random).map { [$0] } ?? []
        switch Int.random(in: 0..<3, using: &random) {
        case 0: damaged[index] = replacement[0]
        case 1: damaged.insert(contentsOf: damaged[index..<index + length], at: index)
        default: damaged.removeSubrange(index..<index + length)
        }
      }
      show("\(damaged)")
      do {
        for definition in try DefinitionFile.parse(
          bytes: damaged, file: file, knownRules: knownRules)
        where try parse(definition.canonicalJSON()) != [definition] {
          return "written and read otherwise"
        }
      } catch let error as DefinitionErrors {
        let hasPlaces = error.errors.allSatisfy { $0.location.line > 0 }
        return error.errors.isEmpty || !hasPlaces ? "refused without a place" : nil
      }
      return nil
    }
    #expect(failure == nil)
  }

  @Test func documentCountIsLimited() {
    #expect(
      errors(String(repeating: "---\n", count: 100_000))
        == ["1002:1: more than 1000 documents; split the file"])
  }

  @Test func valueCountIsLimited() {
    let list = String(repeating: "- a\n", count: 1_000_001)
    #expect(errors(list) == ["1000001:1: more than 1000000 values; split the file"])
  }

  @Test func fileSizeIsLimited() {
    let text = "form: a\ntitle: " + String(repeating: "x", count: DefinitionFile.maximumBytes)
    #expect(errors(text) == ["1:1: the maximum size of a definition file is 16 MiB; split it"])
  }

  @Test(.timeLimit(.minutes(10))) func largeDefinitionsAreReadInTime() throws {
    let fields = try form("form: a\nfields: [{name: 'x{1..10000}', type: text}]")?.fields
    #expect(fields?.count == 10_000)
    let more = "form: a\nfields:\n- {name: 'x{1..10000}', type: text}\n- {name: y, type: text}"
    #expect(errors(more) == ["4:10: a form has at most 10000 fields"])
    let many = more + String(repeating: "\n- {name: z, type: text}", count: 6_383)
    #expect(errors(many) == ["4:10: a form has at most 10000 fields; 6384 more follow"])
    let rules = (1...20_000).map { "    - {length: {max: \($0)}, id: i\($0)}\n" }.joined()
    #expect(
      try ruleSet("rules: a\nform: a\nfields:\n  x:\n\(rules)")?.fields[0].rules.count == 20_000)
    let slips = (1...20_000).map { "    - {lenght: {max: \($0)}, mode: i\($0)}\n" }.joined()
    #expect(errors("rules: a\nform: a\nfields:\n  x:\n\(slips)").count == 1_000)
  }
}
