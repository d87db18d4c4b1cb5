import FormDefinitions
import FormRules
import FormTestSupport
import Testing

/// Messages and labels in definition files, and files of messages alone.
@Suite struct MessagesTests {
  private func rules(_ entry: String) -> String {
    "rules: r\nform: a\nfields:\n  x:\n    - \(entry)\n"
  }

  private func errors(_ text: String) -> String {
    do {
      _ = try DefinitionFile.parse(text, file: "f", knownRules: RuleRegistry.names)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    (
      "{length: {min: 1}, message: 'too short: {min'}",
      "f:5:35: message: the brace at character 12 is"
    ),
    (
      "{length: {min: 1}, message: '{mim}'}",
      "f:5:35: unknown name in message: 'mim'; did you mean 'min'?"
    ),
    (
      "{length: {min: 1}, message.pl: '{min, plural, one {a} few {b} other {c}}'}", ""
    ),
    (
      "{length: {min: 1}, message.de: '{min, plural, one {a} few {b} other {c}}'}",
      "f:5:38: message.de: unknown plural form in the language de: 'few'; known: one, other"
    ),
    (
      "{length: {min: 1}, message: '{min, plural, one {a}}'}",
      "f:5:35: message: '{min, plural, …}' has no"
    ),
    (
      "{length: {min: 1}, message.german: x}", "f:5:26: 'message.german': message.LANGUAGE requires"
    ),
    ("{range: {min: 1}, message: '{label}, {value}, {kind}, {minExclusive}'}", ""),
    (#"{pattern: 'x{3}', message: "like x\\{3\\}, not {value}"}"#, ""),
  ])
  func templatesOfRulesAreChecked(_ entry: String, _ expected: String) {
    let found = errors(rules(entry))
    #expect(expected.isEmpty ? found.isEmpty : found.hasPrefix(expected), "\(found)")
  }

  @Test func messagesAndCodesOfSingleCauses() throws {
    let text = rules(
      "{length: {min: 1, max: 3}, message: {length.tooShort: short, other: long}, "
        + "message.de: {length.tooShort: kurz}, code: {length.tooLong: long}}")
    let definitions = try DefinitionFile.parse(text, file: "f", knownRules: RuleRegistry.names)
    guard case .ruleSet(let set)? = definitions.first else {
      Issue.record("no rule set")
      return
    }
    let entry = set.fields[0].rules[0]
    #expect(
      entry
        == .length(min: 1, max: 3).message("long").message(["length.tooShort": "short"])
        .message(["length.tooShort": "kurz"], language: "de").code(["length.tooLong": "long"]))
    // It round-trips through its stored form.
    let again = try DefinitionFile.parse(
      set.canonicalJSON(), file: "f", knownRules: RuleRegistry.names)
    #expect(again == definitions)
    var other = set
    other.fields[0].rules[0].causeMessages = [:]
    #expect(
      DefinitionDiff(from: set, to: other).lines.first?.hasSuffix("message only") == true)
    #expect(
      errors(rules("{length: {min: 1}, message: {length.short: x}}"))
        == "f:5:36: unknown code of 'length': 'length.short'; did you mean 'length.tooShort'?")
    #expect(errors(rules("{length: {min: 1}, code: {length.short: x}}")).hasPrefix("f:5:33: unk"))
    #expect(
      errors(rules("{length: {min: 1}, message: {length.tooShort: '{mim}'}}"))
        .contains("unknown name in message: 'mim'"))
  }

  @Test func labelsHaveLanguages() throws {
    let text = """
      form: a
      fields:
        - {name: x, label: Name, label.de: Namen, label.pt-BR: Nome, type: text}
        - {name: "y_{1..2}", label: "Y {1..2}", label.de: "Ü {1..2}", label.fr: Igrec, type: text}
      """
    let definition = try #require(
      try DefinitionFile.parse(text, file: "f", knownRules: []).first)
    guard case .form(let form) = definition else {
      Issue.record("no form")
      return
    }
    #expect(form.fields[0].labelTranslations == ["de": "Namen", "pt-BR": "Nome"])
    #expect(form.fields.map { $0.labelTranslations["de"] } == ["Namen", "Ü 1", "Ü 2"])
    #expect(form.fields.map { $0.labelTranslations["fr"] } == [nil, "Igrec", "Igrec"])
    // The form round-trips through its stored form.
    let again = try DefinitionFile.parse(form.canonicalJSON(), file: "f", knownRules: [])
    #expect(again == [definition])
    var other = form
    other.fields[0].labelTranslations["de"] = "Name"
    #expect(other.canonicalJSON() != form.canonicalJSON())
    #expect(DefinitionDiff(from: form, to: other).lines == ["field x: label.de Namen → Name"])
  }

  @Test func titlesHaveLanguages() throws {
    let text = "form: a\ntitle: Name\ntitle.de: Namen\nfields: [{name: x, type: text}]\n"
    guard case .form(let form)? = try DefinitionFile.parse(text, file: "f", knownRules: []).first
    else {
      Issue.record("no form")
      return
    }
    #expect(form.titleTranslations == ["de": "Namen"])
    #expect(Localization("de-AT").title(of: form) == "Namen")
    #expect(Localization("fr").title(of: form) == "Name")
    let again = try DefinitionFile.parse(form.canonicalJSON(), file: "f", knownRules: [])
    #expect(again == [.form(form)])
    var other = form
    other.titleTranslations = ["fr": "Noms"]
    #expect(
      DefinitionDiff(from: form, to: other).lines
        == ["title.de: Namen removed", "title.fr: Noms added"])
    #expect(
      errors("form: a\ntitle.german: x\nfields: [{name: x, type: text}]")
        .hasPrefix("f:2:1: 'title.german': title.LANGUAGE requires"))
  }

  @Test func invalidLabelsAreRefused() {
    let form = "form: a\nfields:\n  - {name: x, type: text, "
    #expect(errors(form + "label.german: y}").hasPrefix("f:3:27: 'label.german': label.LANGUAGE"))
    #expect(errors(form + "label.de: ''}") == "")
    #expect(errors(form + "labels: y}").contains("unknown key of a field: 'labels'"))
    #expect(
      errors("form: a\nfields:\n  - {name: 'x{1..2}', type: text, label.de: 'y{1..3}'}")
        .contains("label.de must contain the same range as the name"))
  }

  private func messages(_ text: String) throws -> [MessageCatalogue] {
    try DefinitionFile.messages(bytes: Array(text.utf8), file: "m")
  }

  @Test func messageFilesAreRead() throws {
    let catalogues = try messages(
      """
      messages: de
      codes:
        required: Bitte {label} ausfüllen.
        length.tooShort: "{label}: mindestens {min, plural, one {# Zeichen} other {# Zeichen}}"
        term.today: am heutigen Tag
        invalidEmail: "{label}: keine Adresse"
      fields:
        mail: {label: Mailadresse, email.invalid: Keine Adresse}
      rules:
        age.minor: "{label}: zu jung, {anything}"
      ---
      messages: de-AT
      codes: {required: "{label} fehlt"}
      """)
    #expect(catalogues.map(\.language) == ["de", "de-AT"])
    #expect(catalogues[0].codes.count == 4)
    #expect(
      catalogues[0].fields == ["mail": ["label": "Mailadresse", "email.invalid": "Keine Adresse"]])
    #expect(catalogues[0].rules == ["age.minor": "{label}: zu jung, {anything}"])
    #expect(catalogues[1].codes == ["required": "{label} fehlt"])
  }

  @Test(arguments: [
    ("", "m:1:1: the file contains no definition; begin with 'messages: LANGUAGE'"),
    ("codes: {}", "m:1:1: messages begin with their language, such as 'messages: de'"),
    ("messages: german", "m:1:11: messages requires a language code such as de or pt-BR"),
    ("messages: de\ncode: {}", "m:2:1: unknown key of messages: 'code'; did you mean 'codes'?"),
    (
      "messages: de\ncodes: {requird: x}", "m:2:9: unknown code 'requird'; did you mean 'required'?"
    ),
    (
      "messages: de\nfields: {a: {requird: x}}",
      "m:2:14: unknown code 'requird'; did you mean 'required'?"
    ),
    (
      "messages: de\ncodes: {required: '{max}'}",
      "m:2:19: unknown name in the message of 'required': '{max}'"
    ),
    (
      "messages: de\ncodes: {required: '{label'}", "m:2:19: the message of 'required': the brace at"
    ),
    (
      "messages: de\nrules: {a: '}'}",
      "m:2:12: the message of 'a': a brace closes that never opened"
    ),
    ("messages: de\ncodes: [required]", "m:2:8: codes must be a mapping (key: value), not a list"),
    ("form: a\nmessages: de", "m:1:1: unknown key of messages: 'form'"),
  ])
  func invalidMessageFilesAreRefused(_ text: String, _ expected: String) {
    #expect {
      try messages(text)
    } throws: { error in
      "\(error)".hasPrefix(expected.replacing("'{max}'", with: "'max'"))
    }
  }

  @Test func messagesAreNotADefinition() {
    #expect(
      errors("messages: de\ncodes: {}")
        == "f:1:1: messages are not a definition")
  }
}
