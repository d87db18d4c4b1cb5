import Testing

@testable import FormRules

/// Errors in rules are reported at their location when the rule is bound.
@Suite struct RuleBindingTests {
  private static let form = Form(
    name: "f",
    fields: [
      Field(name: "text", type: .text), Field(name: "number", type: .integer),
      Field(name: "day", type: .date()), Field(name: "tags", type: .list()),
      Field(name: "file", type: .file),
    ],
    lists: [ValueList(name: "sizes", values: ["1", "2", "large"])])

  struct Case: Sendable, CustomTestStringConvertible {
    let rule: any Rule.Type
    let parameters: DefinitionNode?
    let field: String?
    let message: String
    var testDescription: String { message }

    init(
      _ rule: any Rule.Type, _ parameters: DefinitionNode?, on field: String?, _ message: String
    ) {
      self.rule = rule
      self.parameters = parameters
      self.field = field
      self.message = message
    }
  }

  @Test(arguments: [
    Case(
      LengthRule.self, ["max": 3], on: "day",
      "'length': applies to fields of type text, list, but 'day' is date"),
    Case(
      RangeRule.self, ["max": 3], on: "text",
      "'range': applies to fields of type integer, decimal, number, date, time, datetime, but 'text' "
        + "is text"),
    Case(
      EmailRule.self, nil, on: "number",
      "'email': applies to fields of type text, but 'number' is integer"),
    Case(LengthRule.self, nil, on: "text", "'length': requires min, max or exact"),
    Case(
      LengthRule.self, 3, on: "text",
      "'length' does not support a single value; its parameters are: min, max, exact, unit, ignore"),
    Case(LengthRule.self, ["min": 4, "max": 3], on: "text", "'length': min 4 is above max 3"),
    Case(
      LengthRule.self, ["exact": 4, "max": 4], on: "text",
      "'length': exact cannot be combined with min and max"),
    Case(LengthRule.self, ["min": -1], on: "text", "'length': min must be at least 0"),
    Case(
      LengthRule.self, ["min": "9223372036854775808"], on: "text",
      "'length': min must be a whole number"),
    Case(
      LengthRule.self, ["max": 3, "unit": "chars"], on: "text",
      "unknown unit of 'length': 'chars'; known: character, scalar, utf16, utf8"),
    Case(
      LengthRule.self, ["max": 3, "unit": "utf8"], on: "tags",
      "'length': unit is for text; in a list items are counted"),
    Case(
      LengthRule.self, ["maximum": 3], on: "text",
      "unknown parameter of 'length': 'maximum'"
    ),
    Case(
      LengthRule.self, ["max": 3, "trim": "true"], on: "text",
      "'trim' is a modifier: write it beside 'length'"),
    Case(RangeRule.self, nil, on: "number", "'range': requires a bound, such as min or max"),
    Case(
      RangeRule.self, ["min": 1, "max": 0], on: "number", "'range': no value is between 1 and 0"),
    Case(
      RangeRule.self, ["min": 1, "maxExclusive": 1], on: "number",
      "'range': no value is between 1 and 1"),
    Case(
      RangeRule.self, ["min": 1, "minExclusive": 1], on: "number",
      "'range': min and minExclusive exclude each other"),
    Case(
      RangeRule.self, ["min": "1.5"], on: "number",
      "'range': '1.5' is not of the type integer of field number"),
    Case(
      RangeRule.self, ["min": ["field": "day"]], on: "number",
      "'range': 'day' is date, which cannot be compared with 'number', which is integer"),
    Case(
      RangeRule.self, ["min": ["field": "dya"]], on: "day",
      "unknown field 'dya'; did you mean 'day'?"),
    Case(EqualsRule.self, nil, on: "text", "'equals': requires one of to, field and param"),
    Case(
      EqualsRule.self, ["to": "a", "field": "day"], on: "text",
      "'equals': requires one of to, field and param"),
    Case(
      NotEqualsRule.self, ["field": "number"], on: "text",
      "'notEquals': 'number' is integer, which cannot be compared with 'text', which is text"),
    Case(
      BeforeRule.self, "31.12.2026", on: "day",
      "'before': '31.12.2026' is not of the type date of field day"),
    Case(BetweenRule.self, ["from": "2026-01-01"], on: "day", "'between': requires from and to"),
    Case(
      BetweenRule.self, ["from": "2026-01-02", "to": "2026-01-01"], on: "day",
      "'between': no value is between 2026-01-02 and 2026-01-01"),
    Case(PatternRule.self, nil, on: "text", "'pattern': requires a pattern"),
    Case(
      PatternRule.self, "a", on: "file",
      "'pattern': applies to fields of type text, integer, decimal, number, boolean, date, time, "
        + "datetime, but 'file' is file"),
    Case(CharactersRule.self, nil, on: "text", "'characters': requires a set"),
    Case(
      CharactersRule.self, ["digit", "digits"], on: "text",
      "unknown character set 'digits'; did you mean 'digit'?"),
    Case(
      CharactersRule.self, ["set": "digit", "mode": "only", "min": 2], on: "text",
      "'characters': min goes with the mode contains"),
    Case(
      CharactersRule.self, ["set": "digit", "whitespace": "true"], on: "text",
      "'characters': whitespace goes with the mode only"),
    Case(
      CharactersRule.self, ["set": "digit", "min": 2, "max": 1], on: "text",
      "'characters': min 2 is above max 1"),
    Case(InRule.self, nil, on: "text", "'in': requires values or the name of a list"),
    Case(InRule.self, [], on: "text", "'in': requires values or the name of a list"),
    Case(
      InRule.self, ["1", "one"], on: "number",
      "'in': 'one' is not of the type integer of field number"),
    Case(
      InRule.self, ["list": "sizes"], on: "number",
      "'in': 'large' is not of the type integer of field number"),
    Case(
      NotInRule.self, ["list": "size"], on: "text", "unknown list 'size'; did you mean 'sizes'?"),
    Case(
      InRule.self, ["list": "sizes", "values": ["1"]], on: "text",
      "'in': values and list exclude each other"),
    Case(
      InRule.self, ["values": ["1"], "ignoreCase": "true"], on: "number",
      "'in': ignoreCase is for text"),
    Case(
      UniqueRule.self, ["text", "day"], on: "text",
      "'unique': on a field it has no parameters except ever; list fields in a rule of record"),
    Case(UniqueRule.self, nil, on: nil, "'unique': requires fields"),
    Case(
      UniqueRule.self, ["text", "text"], on: nil, "'unique': field 'text' is listed twice"),
    Case(
      UniqueRule.self, ["tex"], on: nil, "unknown field 'tex'; did you mean 'text'?"),
    Case(MustRule.self, nil, on: nil, "'must': requires a condition"),
    Case(
      RequiredRule.self, "true", on: "text",
      "'required' does not support a single value; its parameters are: none"),
  ])
  func errorsSayWhatIsWrong(_ test: Case) {
    let error = bindingError(test.rule, test.parameters, on: test.field, of: Self.form)
    #expect(error?.hasPrefix(test.message) == true, "\(error ?? "bound")")
  }

  private func location(
    ofPattern source: String, isPlain: Bool, at location: DefinitionLocation
  ) -> DefinitionLocation? {
    do throws(DefinitionError) {
      _ = try bind(
        PatternRule.self, DefinitionNode(.scalar(source, isPlain: isPlain), at: location),
        on: "text", of: Self.form)
      return nil
    } catch {
      return error.location
    }
  }

  /// The location of an error in a pattern is inside the pattern: here at the second bracket.
  @Test(.requiresPCRE2) func patternErrorsHaveAnOffset() {
    let place = DefinitionLocation(line: 7, column: 10)
    let offset = 3
    #expect(
      location(ofPattern: "é))", isPlain: true, at: place)
        == DefinitionLocation(line: 7, column: 10 + offset - 2))
    #expect(
      location(ofPattern: "é))", isPlain: false, at: place)
        == DefinitionLocation(line: 7, column: 10 + offset - 1))
    #expect(location(ofPattern: "a\n))", isPlain: false, at: place) == place)
    #expect(
      location(ofPattern: "a)", isPlain: true, at: DefinitionLocation.none)
        == DefinitionLocation(line: 0, column: 0))
  }

  @Test func literalErrorsAreLocatedAtTheirItem() {
    let items = ["1", "x"].enumerated().map {
      DefinitionNode(
        .scalar($1, isPlain: true), at: DefinitionLocation(line: 3 + $0, column: 5))
    }
    #expect {
      try bind(InRule.self, DefinitionNode(.sequence(items)), on: "number", of: Self.form)
    } throws: {
      ($0 as? DefinitionError)?.location == DefinitionLocation(line: 4, column: 5)
    }
  }
}
