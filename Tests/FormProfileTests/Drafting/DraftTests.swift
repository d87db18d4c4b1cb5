import FormDefinitions
import FormRules
import FormTestSupport
import Testing

@testable import FormProfile

@Suite struct DraftTests {
  @Test(arguments: [
    ("a/2026 Contacts.csv.gz", "contacts"), ("x.csv", "x"), ("9.csv", "records"),
    ("Été.csv", "t"), ("a_current.csv", "a_current_form"),
  ])
  func formsAreNamedByFiles(_ file: String, _ name: String) {
    #expect(DraftNames.form(file: file) == name)
  }

  @Test func fieldNamesAreUnique() {
    let fields = DraftNames.fields(["a", "", "A", "b..c", "{x}"])
    #expect(fields.names == ["a", "column_2", "A_2", "b_c", "x"])
    #expect(!fields.byName)
    let named = DraftNames.fields(["a", "b..c"])
    #expect(named.headers == [nil, "b..c"])
    #expect(named.byName)
  }

  /// Every draft is a valid definition file, whatever the table contains.
  @Test func everyDraftIsAValidDefinitionFile() throws {
    let alphabet = [
      "", "a", "NA", "1", "2.5", "'", "\"", "#x", "- y", "é: z", "\u{FFFD}", "yes", "no",
    ]
    let wrong = try RandomRounds.run("drafts", 20) { random, show in
      let header = ["id", "a: b", "#c", "'d'", "number"].shuffled(using: &random)
      var rows = [header]
      for record in 0..<250 {
        rows.append(
          header.indices.map { column in
            switch column {
            case 0: "k\(record)"
            // A column of numbers with damaged cells.
            case 1 where record % 80 > 0: "\(record % 9)"
            default: alphabet.randomElement(using: &random) ?? ""
            }
          })
      }
      for activates in [false, true] {
        var options = Draft.Options(form: "t")
        options.activatesSuggestions = activates
        options.showsValues = Bool.random(using: &random)
        let yaml = Draft(try ProfiledTable(rows).analysis, options).yaml
        show(yaml)
        let definitions = try DefinitionFile.parse(
          yaml, file: "draft", knownRules: RuleRegistry.names)
        guard case .form(let form) = definitions.first, case .ruleSet(let rules) = definitions.last
        else { return "\(definitions.count) definitions" }
        _ = try Plan(form: form, ruleSet: rules)
      }
      return nil
    }
    #expect(wrong == nil, "\(wrong ?? "")")
  }

  @Test func maskedColumnsShowNoValues() throws {
    var analysis = try ProfiledTable(
      [["code"]] + (0..<300).map { [$0 == 7 ? "se-cr-et" : "AL-\(1000 + $0 % 50)"] }
    ).analysis
    analysis.columns[0].isMasked = true
    let yaml = Draft(analysis, Draft.Options(form: "t")).yaml
    #expect(!yaml.contains("AL") && !yaml.contains("se-cr"))
    #expect(yaml.contains("sensitive: true"))
    #expect(!analysis.json(top: 5, malformed: []).text.contains("se-cr"))
  }

  @Test func suspendedRulesAreComments() throws {
    let analysis = try ProfiledTable(column: (0..<300).map { "AL-\(1000 + $0 % 50)" }).analysis
    var draft = Draft(analysis, Draft.Options(form: "t"))
    #expect(draft.yaml.contains("\n    - pattern:"))
    draft.suspend("x.pattern", failures: 9)
    draft.suspend("x.required", failures: 9)
    #expect(!draft.yaml.contains("\n    - pattern:") && !draft.yaml.contains("required"))
    #expect(draft.yaml.contains("fails in 9 records"))
  }
}
