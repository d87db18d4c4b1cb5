import Testing

@testable import FormRules

@Suite struct MessageTemplateTests {
  private static let items = "{n, plural, =0 {no items} one {# item} other {# items}}"

  @Test(arguments: [
    ("plain text", "plain text"),
    ("{label} has {n} of {n}", "Name has 3 of 3"),
    ("{ label }", "Name"),
    ("{unknown} stays", "{unknown} stays"),
    (items, "3 items"),
    ("{n,plural,one{#}other{a # b}}", "a 3 b"),
    ("{n, plural, =3 {three} other {#}}", "three"),
    ("{axis, select, latitude {north} other {east}}", "north"),
    ("{axis, select, longitude {east} other {{axis}}}", "latitude"),
    ("{n, plural, one {x} other {{axis, select, latitude {# up} other {-}} {label}}}", "3 up Name"),
    ("{axis, select, latitude {{n, plural, one {x} other {# y}}} other {}}", "3 y"),
    ("{list}: {list, plural, one {one} other {#}}", "a, b: 2"),
    ("{half, plural, one {one} other {# parts}}", "1.5 parts"),
    (
      "# is a sign, and so is \\{ and \\} and \\\\, but \\d is not",
      #"# is a sign, and so is { and } and \, but \d is not"#
    ),
    ("{n, plural, other {\\# is #}}", "# is 3"),
    // Apostrophes have no special meaning.
    ("l'{label} d''{label}", "l'Name d''Name"),
    ("e\u{301} \u{1F1E9}\u{1F1EA} {label}", "e\u{301} \u{1F1E9}\u{1F1EA} Name"),
    ("", ""),
  ])
  func argumentsAreFilledIn(_ text: String, _ expected: String) throws {
    let arguments = [
      MessageArgument("label", "Name"), MessageArgument("n", 3),
      MessageArgument("axis", "latitude"), MessageArgument("list", list: ["a", "b"]),
      MessageArgument("half", "1.5"),
    ]
    #expect(try MessageTemplate(text).text(arguments, in: .english) == expected)
  }

  @Test(arguments: [
    (0, "no items"), (1, "1 item"), (2, "2 items"), (1_000_000, "1000000 items"), (-1, "-1 item"),
  ])
  func pluralFormsFollowTheNumber(_ number: Int, _ expected: String) throws {
    let template = try MessageTemplate(
      "{n, plural, =0 {no items} one {{n} item} other {{n} items}}")
    #expect(template.text([MessageArgument("n", number)], in: .english) == expected)
  }

  @Test func missingArgumentsHaveAFallback() throws {
    let template = try MessageTemplate("{a} and \(Self.items) and {b, select, x {y} other {z}}")
    #expect(template.text([], in: .english, orElse: "…") == "… and … items and z")
    #expect(template.names == ["a", "n", "b"])
  }

  @Test(arguments: [
    ("{", "the brace at character 1 is never closed"),
    ("ab {label", "the brace at character 4 is never closed"),
    ("a}", "a brace closes that never opened, at character 2"),
    ("{}", "a name must follow the brace at character 1; a literal brace is written"),
    ("[A-Z]{3}", "a name must follow the brace at character 6"),
    ("{two words}", "'{two' must go on with } or a comma"),
    ("{n, number}", "unknown choice in '{n, …}': 'number'; known: plural, select"),
    ("{n, plurl, other {}}", "unknown choice in '{n, …}': 'plurl'; did you mean 'plural'?"),
    ("{n, plural other {}}", "'{n, plural' must go on with a comma"),
    ("{n, plural, one {a}}", "'{n, plural, …}' has no 'other {…}'"),
    ("{n, select, a {b}}", "'{n, select, …}' has no 'other {…}'"),
    ("{n, plural, ones {a} other {b}}", "unknown plural form 'ones'; did you mean 'one'?"),
    ("{n, plural, =x {a} other {b}}", "unknown plural form '=x'"),
    ("{n, plural, one {a} one {b} other {c}}", "'one' occurs twice in '{n, plural, …}'"),
    ("{n, plural, one a other {b}}", "a word and {…} are needed in '{n, plural, …}'"),
    ("{n, plural, other {b}", "the brace at character 1 is never closed"),
    ("é {n, plural, other {b", "the brace at character 21 is never closed"),
  ])
  func malformedTemplatesAreRefused(_ text: String, _ expected: String) {
    #expect {
      try MessageTemplate(text)
    } throws: { error in
      "\(error)".hasPrefix(expected)
    }
    // Unresolved placeholders are shown unchanged.
    #expect(MessageTemplate(lenient: text).text([], in: .english) == text)
  }

  @Test func nestingOfChoicesIsLimited() {
    func nested(_ depth: Int) -> String {
      (0..<depth).reduce("x") { text, _ in "{a, select, other {\(text)}}" }
    }
    #expect(throws: Never.self) { try MessageTemplate(nested(8)) }
    #expect(throws: MessageTemplateError.self) { try MessageTemplate(nested(9)) }
    #expect(throws: MessageTemplateError.self) {
      try MessageTemplate(String(repeating: "{a, select, other {", count: 100_000))
    }
  }

  @Test(arguments: [
    ("en", "few", "unknown plural form in the language en: 'few'; known: one, other"),
    ("pl", "few", nil),
    (
      "pl", "two",
      "unknown plural form in the language pl: 'two'; known: one, few, many, other"
    ),
    ("ja", "one", "unknown plural form in the language ja: 'one'; known: other"),
    ("pt-BR", "many", nil), ("ja", "=1", nil),
  ])
  func pluralFormsFitTheLanguage(_ language: String, _ form: String, _ expected: String?) throws {
    let template = try MessageTemplate(
      "{a, select, other {{n, plural, other {{n, plural, \(form) {a} other {b}}}}}}")
    var message: String?
    do {
      try template.checkPlurals(of: language)
    } catch {
      message = "\(error)"
    }
    #expect(expected.map { message?.hasPrefix($0) == true } ?? (message == nil), "\(message ?? "")")
  }
}
