import FormDefinitions
import FormRules
import FormTestSupport
import Foundation
import Testing

/// The output of `formrec show` is a definition file.
@Suite struct YAMLWritingTests {
  @Test func contactsRoundTrip() throws {
    let text = try String(contentsOf: Repository.fixture("forms/contacts.yaml"), encoding: .utf8)
    let definitions = try parse(text)
    for definition in definitions {
      let yaml = definition.yaml
      #expect(try parse(yaml) == [definition], "\(yaml)")
      #expect(try parse(yaml).first?.yaml == yaml)
    }
  }

  @Test func ruleSetsAreWrittenInShortForm() throws {
    let text = """
      rules: contacts
      form: contacts
      fields:
        amount:
          - range: {max: 1000000, min: 0}
        email:
          - email
          - pattern: '@example\\.(com|org)$'
            mode: search
            severity: warning
      record:
        - {must: end_date is blank or end_date >= signup_date, at: end_date}
        - unique: [name, email]
      parameters: {period_start: date}
      limits:
        - rejected: {max: 5%}
      examples:
        - accept: {amount: 1, name: null}

      """
    #expect(try parse(text).first?.yaml == text)
  }

  /// Lists in lists that do not fit into a line.
  @Test func longCombinationsRoundTrip() throws {
    let row = ["a", "b"].map { String(repeating: $0, count: 60) }
    let text = """
      rules: a
      form: a
      record:
        - exists: {fields: [x, y], values: [[\(row.joined(separator: ", "))], [c, d]]}

      """
    let definitions = try parse(text)
    let yaml = try #require(definitions.first).yaml
    #expect(try parse(yaml) == definitions, "\(yaml)")
  }

  @Test(arguments: [
    "", " ", "a", "a b", "a ", " a", "-", "- a", "-1", "?", "? a", ": a", "a: b", "a:", "a #b",
    "#a", "null", "Null", "~", "yes", "NO", "007", "1.10", "2000-01-01", "'", "''", "\"", "\\",
    "a\nb", "a\n", "\ta", "\u{85}", "\u{2028}", "\u{FFFE}", "[a]", "{a}",
    "a,b", "&a", "*a", "!a", "|", ">", "%a", "@a", "`a", "<<", "=", "---", "...", "e\u{301}",
    "\u{1F600}", "$0 - $24,999", "(?i)x", "a\u{A0}b",
  ])
  func everyTextRoundTrips(_ text: String) throws {
    var ruleSet = RuleSet(name: "a", form: "a", recordRules: [RuleEntry("must", .text(text))])
    ruleSet.examples = [Example([("x", text)], isAccepted: true)]
    let yaml = Definition.ruleSet(ruleSet).yaml
    guard case .ruleSet(let read) = try parse(yaml).first else {
      Issue.record("no rule set")
      return
    }
    let cell = read.examples.first?.record.first?.text ?? "nothing"
    #expect(cell.utf8.elementsEqual(text.utf8), "\(yaml)")
    #expect(read.recordRules.first?.parameters == .text(text), "\(yaml)")
  }
}
