import Testing

@testable import FormRules

/// Errors in expressions with their positions.
@Suite struct ExpressionErrorTests {
  /// An expression, the offset of its error, and a part of the message.
  static let wrong: [(source: String, offset: Int, message: String)] = [
    ("", 0, "the expression is empty"),
    ("   ", 3, "the expression is empty"),
    ("agee > 1", 0, "unknown field 'agee'; did you mean 'age'?"),
    ("age > 1 and (start > 2026-01-01 or nmae = 'x')", 35, "did you mean 'name'?"),
    ("today > start", 0, "unknown field 'today'; a function call is written today(…)"),
    ("summ(score_1..score_4) = 1", 0, "unknown function 'summ'; did you mean 'sum'?"),
    ("param.period > start", 0, "unknown run parameter 'period'"),
    ("sum(score_1..score_9) = 1", 4, "unknown field 'score_9'"),
    ("sum(score_4..score_1) = 1", 4, "'score_4' is after 'score_1' in the form"),
    ("score_1..score_4 = 1", 0, "a range of fields is allowed only in functions and lists"),
    // Operators of other languages.
    ("age == 1", 4, "'==' is not an operator; use ="),
    ("age <> 1", 4, "'<>' is not an operator; use !="),
    ("age = 1 && age = 2", 8, "'&&' is not an operator; use and"),
    ("age = 1 || age = 2", 8, "'||' is not an operator; use or"),
    ("!active", 0, "'!' is not an operator; use not"),
    ("age ≥ 1", 4, "'≥' is not an operator; use >="),
    ("age = 1 AND age = 2", 8, "keywords are lower case: write 'and'"),
    ("NOT active", 0, "keywords are lower case: write 'not'"),
    ("age IS BLANK", 4, "keywords are lower case: write 'is'"),
    ("age is NOT blank", 7, "keywords are lower case: write 'not'"),
    ("age is null", 7, "expected 'blank' after 'is', found 'null'"),
    ("name not matches 'x'", 9, "expected 'in' after 'not', found 'matches'"),
    ("age # 1", 4, "'#' is not expected here"),
    // Syntax.
    ("age >", 5, "expected a value, found the end"),
    ("age > 1 age < 2", 8, "expected an operator or the end, found 'age'"),
    ("(age > 1", 8, "expected ')' for the '(' at column 9, found the end"),
    ("age > 1)", 7, "expected an operator or the end, found ')'"),
    ("1 < age < 5", 8, "comparisons cannot be chained; join them with 'and'"),
    ("age in 1", 7, "expected '(' after 'in', found '1'"),
    ("age in ()", 8, "expected a value, found ')'"),
    ("age in (1, )", 11, "expected a value, found ')'"),
    ("age in (1 2)", 10, "expected ',' or ')' in the list, found '2'"),
    ("name matches x", 13, "expected a pattern in quotes after 'matches', found 'x'"),
    ("blank = 1", 0, "write a field with that name in backticks"),
    ("age = --1", 7, "consecutive signs are not allowed"),
    ("name = 'x", 7, "the text that begins here has no closing '"),
    ("`name = 'x'", 0, "the field name that begins here has no closing `"),
    ("age > 12px", 6, "'12px' is not a number of at most 38 digits"),
    ("age > 1e5", 6, "'1e5' is not a number"),
    ("age > \(String(repeating: "9", count: 39))", 6, "is not a number of at most 38 digits"),
    ("start > 2026-02-30", 8, "'2026-02-30' is not a date"),
    ("opens > 24:00", 8, "'24:00' is not a time"),
    ("sent > 2026-01-01T25:00Z", 7, "'2026-01-01T25:00Z' is not a datetime"),
    // Types.
    ("age", 0, "age (integer) is not a condition; compare it with a value"),
    ("age + 1", 0, "age + 1 (decimal) is not a condition"),
    ("'x'", 0, "'x' (text) is not a condition"),
    ("country = age", 10, "country (text) and age (integer) cannot be compared"),
    ("country = 5", 10, "country (text) and 5 (integer) cannot be compared; quote the constant"),
    ("age in (1, name)", 11, "age (integer) and name (text) cannot be compared"),
    ("start > 2026", 8, "start (date) and 2026 (integer) cannot be compared"),
    ("start > 2026-1-5", 8, "start (date) and 2026-1-5 (decimal) cannot be compared"),
    ("opens = start", 8, "opens (time) and start (date) cannot be compared"),
    ("active > false", 0, "active (boolean) has no order; compare it with = or !="),
    ("active = 1", 9, "active (boolean) and 1 (integer) cannot be compared"),
    ("tags = 'x'", 7, "tags (list) and 'x' (text) cannot be compared"),
    ("age = 'x'", 6, "''x'' is not of the type of age (integer)"),
    ("age = ''", 6, "''' is not of the type"),
    ("country = ''", 10, "no text equals an empty text; use 'is blank'"),
    ("start in ('2026-01-01', 'soon')", 24, "''soon'' is not of the type of start (date)"),
    ("active = 'maybe'", 9, "''maybe'' is not of the type of active (boolean)"),
    ("(age > 1) = true", 0, "'(age > 1)' is a condition, not a value"),
    ("distinct(score_1, score_2) = true", 0, "distinct(…) is a condition, not a value"),
    ("name + 1 = 2", 0, "name (text) cannot be used in calculations"),
    ("start + end = 2", 8, "this operation is not defined for date and date"),
    ("start * 2 = 2", 8, "this operation is not defined for date and integer"),
    ("1 / 0 = 1", 0, "'1 / 0' divides by zero"),
    ("1 / 3 / (1 - 1) < age", 0, "'1 / 3 / (1 - 1)' divides by zero"),
    ("2026-01-31 + 9999999 > start", 0, "'2026-01-31 + 9999999' is not a calendar day"),
    ("2026-01-31 + 0.5 > start", 0, "is not a calendar day"),
    (
      "ratio" + String(repeating: " * ratio", count: 15) + " > 1", 0,
      "can have more than 10000 digits"
    ),
    ("today(1) = start", 0, "today() has no arguments"),
    ("length(age) = 1", 7, "age (integer) is not text; length requires text"),
    ("length() = 1", 0, "length requires one text"),
    ("sum() = 1", 0, "sum requires fields or ranges of fields"),
    ("sum(1, 2) = 1", 4, "sum requires fields or ranges of fields"),
    ("sum(score_1, name) = 1", 0, "sum requires numbers; name is of the type text"),
    ("min(day_1, age) = 1", 0, "age is of the type integer"),
    ("max(name) = 'x'", 0, "name is of the type text"),
    (
      "distinct(name, age)", 0,
      "distinct requires fields of the same type; age is of the type integer"
    ),
    ("age matches '1'", 0, "age (integer) is not text; only text can match a pattern"),
    ("age + 1 is blank", 0, "only fields, run parameters and source() can be blank"),
    ("name matches 'a(b'", 17, "invalid pattern: missing closing parenthesis"),
    ("name matches '(*UTF)a'", 14, "a pattern may not begin with (*"),
  ]

  @Test(.requiresPCRE2, arguments: wrong)
  func errorsHaveAMessageAndALocation(_ test: (source: String, offset: Int, message: String)) throws
  {
    let error = try #require(throws: DefinitionError.self) { try expression(test.source) }
    #expect(error.message.contains(test.message))
    #expect(error.location == DefinitionLocation(line: 3, column: 9 + test.offset))
    #expect(!error.message.contains("\n"))
  }

  /// Two formats may read a quoted constant as two days.
  @Test func ambiguousConstantsAreRefused() throws {
    let formats = try ["dd/MM/yyyy", "MM/dd/yyyy"].map { try #require(DateFormat($0)) }
    let form = Form(name: "f", fields: [Field(name: "day", type: .date(formats: formats))])
    let error = #expect(throws: DefinitionError.self) {
      try Expression("day > '02/03/2026'", at: .none, form: form, parameters: [])
    }
    #expect(
      error?.message
        == "''02/03/2026'' is several values in the formats of day (date); write it in ISO 8601")
    _ = try Expression("day > '31/03/2026'", at: .none, form: form, parameters: [])
  }

  @Test func columnsCountCharactersOfTheFirstLine() {
    let place = DefinitionLocation(line: 3, column: 9)
    let exact = DefinitionLocation(line: 3, column: 21)
    #expect(throws: DefinitionError("'#' is not expected here", .syntax, at: exact)) {
      try expression("name = '👨‍👩‍👧‍👦é' #")
    }
    #expect(throws: DefinitionError("'#' is not expected here", .syntax, at: place)) {
      try expression("age > 1\nand #")
    }
    #expect(throws: DefinitionError("'#' is not expected here", .syntax, at: .none)) {
      try Expression("age #", at: .none, form: expressionForm, parameters: [])
    }
  }
}
