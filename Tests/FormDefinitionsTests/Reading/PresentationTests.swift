import FormDefinitions
import FormRules
import Testing

/// The presentation of a form: `help`, `widget`, `choices`.
@Suite struct PresentationTests {
  private func form(_ field: String) throws(DefinitionErrors) -> Form? {
    let text = "form: a\nfields:\n  - {name: x, \(field)}\n"
    guard case .form(let form)? = try DefinitionFile.parse(text, file: "f", knownRules: []).first
    else { return nil }
    return form
  }

  @Test func presentationRoundTrips() throws {
    let form = try #require(
      try form(
        "type: text, help: Where you live., help.de: Wo Sie wohnen., widget: radio, "
          + "choices: [FR, {value: DE, label: Germany, label.de: Deutschland}]"))
    var expected = FieldPresentation()
    expected.help = "Where you live."
    expected.helpTranslations = ["de": "Wo Sie wohnen."]
    expected.widget = .radio
    expected.choices = [
      .init("FR"), .init("DE", label: "Germany", labelTranslations: ["de": "Deutschland"]),
    ]
    #expect(form.fields[0].presentation == expected)
    for text in [form.yaml, form.canonicalJSON()] {
      #expect(try DefinitionFile.parse(text, file: "f", knownRules: []) == [.form(form)])
    }
  }

  @Test func changesAreReported() throws {
    let old = try #require(try form("type: text, choices: [DE]"))
    let new = try #require(try form("type: text, choices: [DE, FR], help: Where you live."))
    let words = DefinitionDiff(from: old, to: new).lines.joined(separator: "\n")
    #expect(words.contains("help"))
    #expect(words.contains("choices"))
  }

  @Test(arguments: [
    (
      "type: text, widget: checkbox",
      "3:35: widget 'checkbox' does not support type text of field 'x'"
    ),
    ("type: text, widget: knob", "3:35: unknown widget: 'knob'"),
    ("type: integer, choices: [1, two]", "3:43: choice 'two' is not of type integer"),
    ("type: text, choices: [a, a]", "3:40: choice 'a' occurs twice"),
    ("type: text, choices: [{label: A}]", "3:37: a choice has no value"),
    ("type: text, choices: a", "3:36: choices must be a list"),
    ("type: text, help.german: x", "3:27: 'help.german': help.LANGUAGE requires"),
  ])
  func presentationErrorsAreReported(_ field: String, _ expected: String) {
    do {
      let form = try form(field)
      Issue.record("read as \(String(describing: form))")
    } catch {
      #expect("\(error)".hasPrefix("f:" + expected), "\(error)")
    }
  }
}
