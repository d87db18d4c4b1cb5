#if Server
import FormPages
import FormRecorder
import FormRules
import FormTestSupport
import Foundation
import Testing
@testable import FormServer

/// The page of a form: the controls of fields, and escaping.
@Suite(.timeLimit(.minutes(10))) struct FormPageTests {
  private func page(
    _ yaml: String, _ language: Localization = .english, _ values: [String] = []
  ) throws -> String {
    let definitions = try DefinitionSet(yaml: yaml)
    let form = try PublishedForm(
      try Plan(form: definitions.forms[0], ruleSet: definitions.ruleSets[0]))
    var page = FormPage(
      form: form,
      location: FormPage.Location(
        address: PublicAddress(origin: "http://localhost"), reference: "f", query: ""),
      localization: language, token: "t")
    page.entries = FormEntries(values.map { ("x", $0) }, form.controls)
    return page.html.text
  }

  private func control(
    _ field: String, rules: String, _ values: [String] = []
  ) throws -> String {
    let page = try page(
      """
      form: f
      fields:
        - \(field)
        - {name: other, type: text}
      ---
      rules: f
      form: f
      \(rules.isEmpty ? "" : "fields: {x: \(rules)}")
      """, .english, values)
    let start = try #require(page.range(of: "data-field=\"x\""))
    let end = try #require(page.range(of: "data-field=\"other\""))
    return String(page[start.upperBound..<end.lowerBound])
  }

  private static let controls: [(field: String, rules: String, markup: [String])] = [
    ("{name: x, type: text}", "", ["type=\"text\""]),
    ("{name: x, type: text}", "[email]", ["type=\"email\"", "autocomplete=\"email\""]),
    ("{name: x, type: text}", "[url]", ["type=\"url\""]),
    ("{name: x, type: text}", "[phone]", ["type=\"tel\"", "autocomplete=\"tel\""]),
    ("{name: x, type: text}", "[{email: , when: other = 'a'}]", ["type=\"text\""]),
    ("{name: x, type: text}", "[{length: {max: 80}}]", ["type=\"text\"", "data-typed"]),
    ("{name: x, type: text}", "[{length: {max: 500}}]", ["<textarea"]),
    ("{name: x, type: text, widget: textarea}", "", ["<textarea"]),
    ("{name: x, type: text, widget: password}", "", ["type=\"password\""]),
    ("{name: x, type: text, required: true}", "", [" required", "class=\"mark\""]),
    ("{name: x, type: text}", "[required]", [" required"]),
    ("{name: x, type: integer}", "", ["inputmode=\"numeric\"", "class=\"short\""]),
    ("{name: x, type: text}", "[{length: {max: 20}}]", ["class=\"short\""]),
    ("{name: x, type: decimal}", "", ["inputmode=\"decimal\""]),
    (
      "{name: x, type: decimal, scale: 2, widget: number}", "[{range: {min: 1, max: 9}}]",
      ["type=\"number\"", "step=\"0.01\"", "min=\"1\"", "max=\"9\""]
    ),
    ("{name: x, type: date}", "", ["type=\"date\""]),
    (
      "{name: x, type: date, format: dd.MM.yyyy}", "",
      ["type=\"text\"", "<code>dd.MM.yyyy</code>"]
    ),
    ("{name: x, type: time}", "", ["type=\"time\""]),
    ("{name: x, type: datetime}", "", ["type=\"datetime-local\"", "UTC"]),
    (
      "{name: x, type: text}", "[{in: [a, b]}]", ["type=\"radio\"", "value=\"a\"", "value=\"b\""]
    ),
    ("{name: x, type: text}", "[{in: [a, b, c, d, e]}]", ["type=\"radio\"", "value=\"e\""]),
    ("{name: x, type: text}", "[{in: [a, b, c, d, e, f]}]", ["<select", "value=\"f\""]),
    ("{name: x, type: integer}", "[{in: [1, 2]}]", ["type=\"radio\"", "value=\"2\""]),
    (
      "{name: x, type: decimal, point: ',', group: .}", "[{in: [1.5, 1500]}]",
      ["type=\"radio\"", "value=\"1,5\"", "value=\"1500\""]
    ),
    (
      "{name: x, type: date, format: dd.MM.yyyy}", "[{in: [2026-01-31]}]", ["value=\"31.01.2026\""]
    ),
    ("{name: x, type: date, format: dd.MM.yy}", "[{in: [1950-01-31]}]", ["type=\"text\""]),
    ("{name: x, type: decimal, widget: number}", "[{range: {max: 9}}]", ["number", "max=\"9\""]),
    (
      "{name: x, type: decimal, point: ',', widget: number}", "",
      ["type=\"text\"", "inputmode=\"decimal\""]
    ),
    ("{name: x, type: decimal, group: ' ', widget: range}", "", ["type=\"text\""]),
    ("{name: x, type: decimal, negative: parentheses, widget: number}", "", ["type=\"text\""]),
    ("{name: x, type: time, format: h:mm a, widget: time}", "", ["type=\"text\""]),
    ("{name: x, type: list}", "", ["<textarea", "One entry per line."]),
    ("{name: x, type: list}", "[{each: [{in: [a, b]}]}]", ["type=\"checkbox\"", "value=\"b\""]),
    ("{name: x, type: list}", "[{in: [a, b]}]", ["type=\"checkbox\"", "value=\"b\""]),
    ("{name: x, type: boolean}", "", ["type=\"checkbox\"", "value=\"true\"", "value=\"false\""]),
    ("{name: x, type: boolean}", "[\"true\"]", [" required", "class=\"mark\""]),
    ("{name: x, type: boolean, required: true}", "", ["type=\"radio\"", "Yes", "No"]),
    ("{name: x, type: boolean, required: true}", "[\"true\"]", ["type=\"checkbox\""]),
    (
      "{name: x, type: boolean, required: true, choices: [YES, 'FALSE']}", "",
      ["value=\"YES\" required> <bdi>Yes<", "value=\"FALSE\" required> <bdi>No<"]
    ),
    (
      "{name: x, type: boolean, true: [oui], false: [non]}", "", ["type=\"radio\"", "oui", "non"]
    ),
    ("{name: x, type: file}", "[{media: image}]", ["type=\"file\"", "accept=\"image/*\""]),
    ("{name: x, type: text, placeholder: abc, help: H}", "", ["placeholder=\"abc\"", ">H<"]),
    ("{name: x, type: text, choices: [{value: v, label: L}]}", "", ["value=\"v\"", ">L<"]),
  ]

  @Test(arguments: controls.indices)
  func aFieldHasTheControlOfItsTypeAndRules(_ index: Int) throws {
    let (field, rules, markup) = Self.controls[index]
    let control = try control(field, rules: rules)
    for text in markup { #expect(control.contains(text), "\(field) \(rules)") }
  }

  private static let stored: [(field: String, values: [String], markup: [String])] = [
    ("type: boolean", ["yes"], ["hidden\" name=\"x\" value=\"false\"", "value=\"yes\" checked"]),
    ("type: boolean", ["NO"], ["hidden\" name=\"x\" value=\"NO\"", "value=\"true\">"]),
    (
      "type: boolean, true: [ja], false: [nein]", ["JA"],
      ["value=\"JA\" checked> <bdi>ja<", "value=\"nein\">"]
    ),
    ("type: integer, choices: [1, 2]", ["02"], ["value=\"1\">", "\"02\" checked> <bdi>2<"]),
    ("type: decimal, choices: [1.5, 2]", ["1.50"], ["value=\"1.50\" checked> <bdi>1.5<"]),
    ("type: integer, choices: [1, 2]", ["3"], ["value=\"2\">", "value=\"3\" checked> <bdi>3<"]),
    ("type: integer, choices: [1, 2]", ["<"], ["value=\"&lt;\" checked> <bdi>&lt;<"]),
    ("type: text, choices: [a, b], widget: select", ["c"], ["\"c\" selected>", "value=\"a\">"]),
    ("type: list, choices: [a, b]", ["b", "c"], ["\"a\">", "\"b\" checked", "\"c\" checked"]),
    ("type: date", ["2026-02-28"], ["type=\"date\""]),
    ("type: date", ["2026-02-30"], ["type=\"text\"", "value=\"2026-02-30\""]),
    ("type: time", ["10:00:30.125"], ["type=\"time\""]),
    ("type: time", ["10:00:00.1255"], ["type=\"text\""]),
    ("type: datetime", ["2026-01-01T10:00"], ["type=\"datetime-local\""]),
    ("type: datetime", ["2026-01-01 10:00:30.5"], ["type=\"datetime-local\""]),
    (
      "type: datetime", ["2026-01-01T10:00:00Z"],
      ["type=\"text\"", "value=\"2026-01-01T10:00:00Z\""]
    ),
    ("type: datetime", ["2026-01-01T10:00+02:00"], ["type=\"text\""]),
    ("type: datetime", ["2026-01-01T10:00+02"], ["type=\"text\""]),
    ("type: datetime", ["2026-01-01t10:00"], ["type=\"text\""]),
    ("type: datetime", ["2026-01-01T23:59:60"], ["type=\"text\""]),
    ("type: integer, widget: number", ["-3"], ["type=\"number\""]),
    ("type: integer, widget: number", ["+3"], ["type=\"text\""]),
    ("type: decimal, widget: number", [".50"], ["type=\"number\""]),
    ("type: decimal, widget: range", ["50"], ["type=\"range\""]),
    ("type: decimal, widget: range", ["1.5"], ["type=\"text\""]),
    ("type: decimal, widget: range", ["101"], ["type=\"text\""]),
    ("type: text, widget: color", ["#1e90ff"], ["type=\"color\""]),
    ("type: text, widget: color", ["red"], ["type=\"text\""]),
  ]

  /// A page that is sent unchanged sends the values with which it was shown.
  @Test(arguments: stored.indices)
  func theControlKeepsTheValue(_ index: Int) throws {
    let (field, values, markup) = Self.stored[index]
    let control = try control("{name: x, \(field)}", rules: "", values)
    for text in markup { #expect(control.contains(text), "\(field) \(values) \(control)") }
  }

  @Test(arguments: [
    (["NO", "true"], false), (["false", "true"], false), (["true", "true"], true),
    (["no", "no", "true"], true),
  ])
  func aTickedCheckboxIsNotRepeated(_ values: [String], isRepeated: Bool) throws {
    let definitions = try DefinitionSet(
      yaml: "form: f\nfields: [{name: x, type: boolean}]\n---\nrules: f\nform: f\n")
    let form = try PublishedForm(
      try Plan(form: definitions.forms[0], ruleSet: definitions.ruleSets[0]))
    let entries = FormEntries(values.map { ("x", $0) }, form.controls)
    #expect(entries.hasRepeatedFields == isRepeated)
  }

  /// No text of a definition becomes markup.
  @Test func definitionTextsAreEscaped() throws {
    let attack = "\"'><script>alert(1)</script><b x=\"&amp;"
    let quoted = "'" + attack.replacing("'", with: "''") + "'"
    let page = try page(
      """
      form: f
      title: \(quoted)
      fields:
        - name: x
          label: \(quoted)
          help: \(quoted)
          placeholder: \(quoted)
          section: \(quoted)
          page: \(quoted)
          type: text
          choices: [{value: \(quoted), label: \(quoted)}]
        - {name: "y\\"><script>", type: text}
      ---
      rules: f
      form: f
      """)
    #expect(!page.contains("<script>"))
    #expect(!page.contains("<b x"))
    #expect(page.count(of: "<script ") == 1)
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&lt;b x=&quot;&amp;amp;"))
  }

  @Test func textsAreEscapedOnce() {
    let text = "a<b>&\"'\0\u{7}\u{85}\t\n"
    let html: HTML = "<p>\(text)</p>"
    #expect(html.text == "<p>a&lt;b&gt;&amp;&quot;&#39;\u{FFFD}\u{FFFD}\u{FFFD}\t\n</p>")
    let nested: HTML = "<div>\(html)\([html, html])</div>"
    #expect(nested.text == "<div>\(html.text)\(html.text)\(html.text)</div>")
  }

  @Test func sectionsAndPagesAreTranslated() throws {
    let yaml = """
      form: f
      fields:
        - {name: a, label: A, label.de: Ä, type: text, page: One, page.de: Eins}
        - {name: b, type: text, section: Two, section.de: Zwei}
        - {name: c, type: text, page: Three}
      ---
      rules: f
      form: f
      """
    let english = try page(yaml)
    #expect(english.count(of: "<div class=\"page\">") == 2)
    #expect(english.count(of: "<section>") == 1 && english.count(of: "</section>") == 1)
    #expect(english.contains("<h3>Two</h3>"))
    let german = try page(yaml, "de")
    for text in ["<html lang=\"de\" dir=\"ltr\">", ">Eins<", ">Zwei<", ">Ä<", ">Senden<"] {
      #expect(german.contains(text), "\(text)")
    }
  }

  @Test(arguments: [
    ("ar", "rtl"), ("he-IL", "rtl"), ("pa_Arab", "rtl"), ("de", "ltr"), ("az-Latn", "ltr"),
  ])
  func pagesStateTheTextDirection(_ language: String, _ direction: String) {
    #expect(Localization(language).direction == direction)
  }

  @Test func thePageIsSmall() throws {
    #expect(PageTexts.formJS.utf8.count <= 10_500)
    let page = try page(
      String(
        contentsOf: Repository.root.appendingPathComponent("Tests/browser/form.yaml"),
        encoding: .utf8)
    )
    let all = page.utf8.count + PageTexts.formJS.utf8.count + PageTexts.formCSS.utf8.count
    #expect(all <= 60_000)
    // The content security policy allows neither.
    #expect(!page.contains("&lt;"), "markup that is escaped")
    #expect(page.contains("enctype=\"multipart/form-data\""))
    #expect(!page.contains(" style=") && !page.contains(" onclick=") && !page.contains("<style"))
  }

  /// Every sentence and word of pages exists in every language.
  @Test(arguments: MessageCatalogue.builtInLanguages)
  func everyPageTextIsTranslated(_ language: String) {
    let localization = Localization(language)
    for name in [
      "received", "draft", "items", "utc", "leaveEmpty", "quick", "expired", "changed",
      "keyExists", "fileRemoved", "signInFailed", "notFound", "forbidden", "tooMany", "tooLarge",
      "unavailable", "failed", "noForms", "linkSignsOut",
    ] {
      #expect(localization.sentence(name) != name)
    }
  }
}
#endif
