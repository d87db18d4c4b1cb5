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
  private func page(_ yaml: String, _ language: Localization = .english) throws -> String {
    let definitions = try DefinitionSet(yaml: yaml)
    return FormPage(
      form: PublishedForm(
        try Plan(form: definitions.forms[0], ruleSet: definitions.ruleSets[0])),
      reference: "f", localization: language,
      address: PublicAddress(origin: "http://localhost"), token: "t", query: ""
    ).html.text
  }

  private func control(_ field: String, rules: String = "") throws -> String {
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
      """)
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
    ("{name: x, type: integer}", "", ["inputmode=\"numeric\""]),
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
    ("{name: x, type: text}", "[{in: [a, b, c, d, e, f]}]", ["<select", "value=\"f\""]),
    ("{name: x, type: integer}", "[{in: [1, 2]}]", ["type=\"radio\"", "value=\"2\""]),
    ("{name: x, type: list}", "", ["<textarea", "One entry per line."]),
    ("{name: x, type: list}", "[{each: [{in: [a, b]}]}]", ["type=\"checkbox\"", "value=\"b\""]),
    ("{name: x, type: list}", "[{in: [a, b]}]", ["type=\"checkbox\"", "value=\"b\""]),
    ("{name: x, type: boolean}", "", ["type=\"checkbox\"", "value=\"true\"", "value=\"false\""]),
    ("{name: x, type: boolean}", "[\"true\"]", [" required", "class=\"mark\""]),
    ("{name: x, type: boolean, required: true}", "", ["type=\"radio\"", "Yes", "No"]),
    ("{name: x, type: boolean, required: true}", "[\"true\"]", ["type=\"checkbox\""]),
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
      "received", "draft", "items", "utc", "leaveEmpty", "quick", "expired", "keyExists",
      "signInFailed", "notFound", "forbidden", "tooMany", "tooLarge", "unavailable", "failed",
      "noForms",
    ] {
      #expect(localization.sentence(name) != name)
    }
  }
}
#endif
