import FormDefinitions
import FormRules
import Testing

/// Programs can distinguish errors in definitions by their causes.
@Suite struct DefinitionErrorCauseTests {
  private static let form = "form: a\nfields:\n  - {name: x, type: text}\n"
  private static let rules = form + "---\nrules: a\nform: a\nfields:\n  x:\n"
  private static let otherRules = form + "---\nrules: a\nform: a\nfields:\n"

  @Test(
    arguments: [
      ("form: [a", .syntax), ("form: &a a\nfields: *a", .syntax), ("form: \u{1}", .syntax),
      ("form: a\nform: b", .duplicate("form")),
      (form + "colums: drop", .unknownKey("colums")),
      (form + "columns: dropp", .unsupportedValue("dropp")),
      (form + "key: [y]", .unknownField("y")), (form + "key: [x, x]", .duplicate("x")),
      (form + "  - {name: X, type: text}", .duplicate("X")),
      (form + "  - {name: y}", .missing("type")), ("form: a", .missing("fields")),
      (form + "  - {name: y, type: txt}", .unsupportedValue("txt")),
      ("form: a\nfields: {x: text}", .wrongType), ("- a", .wrongType),
      (
        form + "  - {name: n, type: decimal, point: ',', group: ','}", .conflict
      ),
      ("messages: de", .messages),
      (rules + "    - lenght: {max: 3}", .unknownRule("lenght")),
      (rules + "    - length: {maxi: 3}", .unknownKey("maxi")),
      (rules + "    - length: {max: many}", .wrongType),
      (rules + "    - length: {min: 3, max: 2}", .conflict),
      (rules + "    - range: {min: 1}", .wrongType),
      (rules + "    - equals: {field: y}", .unknownField("y")),
      (rules + "    - use: {preset: nobody}", .unknownName("nobody")),
      (rules + "    - {email: , when: y = 1}", .unknownField("y")),
      (rules + "    - {email: , when: x = }", .syntax),
      (rules + "    - {email: , needs: [z]}", .unknownName("z")),
      (rules + "    - email\n    - email", .duplicate("x.email")),
      (rules + "    - must: x = 'a'", .misplaced("must")),
      (rules + "    - length", .missing(nil)),
      (otherRules + "  y:\n    - email", .unknownField("y")),
    ] as [(String, DefinitionError.Cause)])
  func errorsHaveCauses(_ text: String, cause: DefinitionError.Cause) throws {
    let error = #expect(throws: DefinitionErrors.self) {
      let definitions = try DefinitionFile.parse(text, file: "f", knownRules: RuleRegistry.names)
      var forms: [Form] = []
      for definition in definitions {
        switch definition {
        case .form(let form): forms.append(form)
        case .ruleSet(let ruleSet): _ = try Plan(form: try #require(forms.first), ruleSet: ruleSet)
        case .source: break
        }
      }
    }
    #expect(error?.errors.first?.cause == cause, "\(error.map { "\($0)" } ?? "none")")
  }
}
