import FormDefinitions
import FormModels
import Testing

/// Fields with `show` or `value`: their definitions, hidden fields, and computed values.
@Suite struct FieldExpressionTests {
  private static let form = """
    form: f
    fields:
      - {name: kind, type: text}
      - {name: age, type: integer}
      - {name: price, type: decimal}
      - {name: day, type: date, format: dd.MM.yyyy}
    """

  private func form(adding fields: String) throws -> Form {
    try #require(try FormDefinitionsTests.form("\(Self.form)\n  - \(fields)\n"))
  }

  /// A validator of texts in the notation of their fields.
  private func validator(
    _ form: Form, _ rules: RuleSet = RuleSet(name: "f", form: "f")
  ) throws -> FormValidator {
    try FormValidator(form, rules) {
      for field in form.fields { Property(field.name, as: .text) }
    }
  }

  @Test func expressionsRoundTrip() throws {
    let form = try form(
      adding: "{name: x, type: text, show: {when: age < 18}}\n"
        + "  - {name: y, type: integer, value: age * 2, prefill: false}\n"
        + "  - {name: z, type: text, prefill: true}")
    #expect(form.fields[4].shownWhen == Located("age < 18"))
    #expect(form.fields[5].computation == Located("age * 2"))
    #expect(form.fields[6].presentation.prefills)
    for text in [form.yaml, form.canonicalJSON()] { #expect(try parse(text) == [.form(form)]) }
    #expect(form.canonicalJSON().contains(#""show":{"when":"age < 18"},"type":"text"}"#))
  }

  /// A field at line 7, and the error.
  @Test(arguments: [
    ("{name: x, type: text, show: age}", "7:33: show must be a mapping (key: value)"),
    ("{name: x, type: text, show: {}}", "7:33: 'show' has no condition; add when: …"),
    ("{name: x, type: text, show: {if: 1, when: age > 1}}", "7:34: unknown key of show: 'if'"),
    ("{name: x, type: text, show: {when: agee > 1}}", "7:40: unknown field 'agee'"),
    ("{name: x, type: text, show: {when: age > 1 and kind > 2}}", "7:59: kind (text) and 2"),
    ("{name: x, type: text, show: {when: age}}", "7:40: age (integer) is not a condition"),
    ("{name: x, type: text, show: {when: source() = 'a'}}", "7:40: the condition of a field"),
    ("{name: x, type: text, show: {when: param.a = 1}}", "7:40: unknown run parameter 'a'"),
    (
      "{name: x, type: text, show: {when: x = 'a'}}",
      "7:40: field 'x' depends on itself: 'x' → 'x'"
    ),
    ("{name: x, type: integer, value: kind}", "7:37: kind (text) cannot be the value"),
    ("{name: x, type: list, value: kind}", "7:34: kind (text) cannot be the value"),
    ("{name: x, type: date, value: today()}", "7:34: a computed value depends only on"),
    ("{name: x, type: text, value: source()}", "7:34: a computed value depends only on"),
    ("{name: x, type: boolean, value: length(source()) > 1}", "7:37: a computed value depends"),
    ("{name: x, type: boolean, value: age}", "7:37: age (integer) is not a condition"),
    ("{name: x, type: text, value: }", "value has no value"),
    (
      "{name: x, type: integer, value: y + 1}\n  - {name: y, type: integer, show: {when: x > 1}}",
      "7:37: field 'x' depends on itself: 'x' → 'y' → 'x'"
    ),
    ("{name: x, type: text, sensitive: true, prefill: true}", "because it is sensitive"),
    ("{name: x, type: file, prefill: true}", "because it is a file"),
    ("{name: x, type: integer, value: age, prefill: true}", "because it is computed"),
    ("{name: x, type: text, widget: password, prefill: true}", "because it is a password"),
  ])
  func errorsHaveLocations(_ field: String, _ expected: String) {
    let errors = errors("\(Self.form)\n  - \(field)\n")
    #expect(errors.count == 1 && errors.first?.contains(expected) == true, "\(errors)")
  }

  @Test(arguments: [
    ("https://www.example.org", true), ("http://localhost:8080", true), ("https://a-b.c", true),
    ("https://example.org/", false), ("https://*.example.org", false), ("example.org", false),
    ("https://example.org; script-src *", false), ("https://Example.org", false), ("*", false),
    ("https://example.org:99999", false), ("https://", false), ("'self'", false),
  ])
  func embeddersAreOrigins(_ origin: String, _ isOrigin: Bool) {
    let errors = errors("form: f\nembed: [\"\(origin)\"]\nfields: [{name: x, type: text}]\n")
    #expect(errors.isEmpty == isOrigin, "\(errors)")
  }

  private static let nines = String(repeating: "9", count: 38)

  /// An expression with the type of its field, and the text for kind = "ab", age = 7, price = 0.5
  /// and day = 28.02.2024; nil if it has no value.
  private static let values: [(type: String, expression: String, text: String?)] = [
    ("integer", "age", "7"), ("integer", "age * 2 + 1", "15"), ("integer", "age / 2", "4"),
    ("integer", "0 - age / 2", "-4"), ("integer", "age / 3", "2"), ("integer", "length(kind)", "2"),
    ("decimal", "price * age", "3.5"), ("decimal", "age / 4", "1.75"), ("decimal", "age / 3", nil),
    ("decimal, scale: 2", "age / 3", "2.33"), ("decimal, scale: 2", "20 / 3", "6.67"),
    ("decimal, scale: 2", "0 - 20 / 3", "-6.67"), ("decimal, scale: 2", "age", "7.00"),
    ("decimal, scale: 2", "0.125 * 1", "0.13"), ("decimal, scale: 2", "price * -0.25", "-0.13"),
    ("decimal, scale: 2, point: ','", "age / 3", "2,33"), ("decimal, scale: 0", "price", "1"),
    ("decimal, scale: 2", "age / (price - 0.5)", nil), ("decimal", "price + missing", nil),
    (
      "decimal, scale: 1",
      "99999999999999999999999999999999999999 / 3 * 3 / 99999999999999999999999999999999999999",
      "1.0"
    ),
    ("decimal, scale: 1", "99999999999999999999999999999999999999 * 99 / age", nil),
    // The steps are not decimals of at most 38 digits, but the results are.
    ("decimal", "age / 3 * 3", "7"), ("decimal", "age / 3 * 6 / 4", "3.5"),
    ("decimal", "99999999999999999999999999999999999999 + price - price", nines),
    ("decimal", "99999999999999999999999999999999999999 + price * 0", nines),
    ("decimal, scale: 2", "99999999999999999999999999999999999999 / age * 7", nines),
    ("decimal, scale: 2", "99999999999999999999999999999999999999 * (age - 6)", nines),
    ("decimal, scale: 38", "age - 6", "1"), ("decimal, scale: 38", "age / 3 - 4 / 3", "1"),
    ("number", "age / 3 * 3", "7"), ("date", "day + age / 3 * 3", "2024-03-06"),
    ("date", "day + 10000000 - 10000000", "2024-02-28"), ("date", "day + 10000000", nil),
    ("date", "day + age / 3", nil),
    ("number", "price * 3", "1.5"), ("number", "age", "7"), ("text", "kind", "ab"),
    ("text", "'x'", "x"), ("text", "other", nil), ("date", "day + 2", "2024-03-01"),
    ("date, format: d/M/yyyy", "day + age", "6/3/2024"), ("date", "day + price", nil),
    ("date, format: dd.MM.yy", "day - 27394", nil), ("date, format: dd.MM.yy", "day", "28.02.24"),
    ("date, format: [dd.MM.yy, dd.MM.yyyy]", "day - 27394", "27.02.1949"),
    ("integer", "9223372036854775807 + age", nil),
    ("boolean", "age >= 7", "true"), ("boolean, true: [ja], false: [nein]", "age > 7", "nein"),
    ("boolean", "missing > 1", nil), ("boolean", "not (missing > 1 and age > 7)", "true"),
  ]

  @Test(arguments: values.indices)
  func valuesAreComputed(_ index: Int) throws {
    let (type, expression, text) = Self.values[index]
    let form = try form(
      adding: "{name: x, type: \(type), value: \"\(expression)\"}\n"
        + "  - {name: missing, type: decimal}\n  - {name: other, type: text}")
    let validator = try validator(form)
    let record: [String: any FormValue] = [
      "kind": "ab", "age": "7", "price": "0.5", "day": "28.02.2024", "x": "ignored",
    ]
    #expect(validator.derivedFields(of: record)?.computed == ["x": text])
    #expect(FormSession(record, validator).derivedFields?.computed == ["x": text])
    guard let text else { return }
    // The value that a page stores is accepted, and any other one is not.
    var stored = record
    stored["x"] = text
    #expect(validator.validate(stored).errors.map(\.code) == [])
    if type.hasPrefix("decimal") || type == "integer" {
      stored["x"] = "77"
      #expect(validator.validate(stored).errors.map(\.rule) == ["x.computed"])
    }
  }

  /// A record, the fields that are hidden, and the errors.
  private static let records:
    [(record: [String: any FormValue], hidden: Set<String>, errors: [String])] = [
      (["kind": "company", "name": "Li"], [], []),
      (["kind": "company", "name": "Li", "vat": "X"], [], []),
      (["kind": "company"], ["vat"], ["name.required"]),
      (["kind": "company", "name": ""], ["vat"], ["name.required"]),
      (["kind": "company", "name": "L"], [], ["name.length"]),
      (["kind": "private"], ["name", "vat"], []),
      (["kind": "private", "name": "L"], ["name", "vat"], ["name.hidden"]),
      (["name": "L", "vat": "X"], ["name", "vat"], ["name.hidden"]),
      ([:], ["name", "vat"], []),
      (["kind": "company", "name": "Li", "number": "x"], ["after"], ["number.integer"]),
      // The condition may hold once the mistyped value is corrected.
      (
        ["kind": "private", "number": "x", "after": "a"], ["name", "vat", "after"],
        ["number.integer"]
      ),
      (
        ["kind": "private", "number": "1", "after": "a"], ["name", "vat", "after"], ["after.hidden"]
      ),
    ]

  @Test(arguments: records.indices)
  func hiddenFieldsAreBlankAndNotJudged(_ index: Int) throws {
    let text = """
      form: f
      fields:
        - {name: vat, type: text, show: {when: name is not blank}}
        - {name: kind, type: text}
        - {name: name, type: text, required: true, show: {when: kind = 'company'}}
        - {name: number, type: integer}
        - {name: after, type: text, show: {when: number > 1}}
      ---
      rules: f
      form: f
      fields:
        name: [{length: {min: 2}}]
      """
    let form = try #require(try FormDefinitionsTests.form(text))
    let rules = try #require(try ruleSet(text))
    var (record, hidden, errors) = Self.records[index]
    if record["number"] == nil { hidden.insert("after") }
    let validator = try validator(form, rules)
    #expect(validator.derivedFields(of: record)?.hidden == hidden)
    #expect(validator.validate(record).errors.map(\.rule) == errors)
    // What remains on a page has no errors that the person could not correct.
    for name in hidden { record[name] = nil }
    errors.removeAll { $0.hasSuffix(".hidden") }
    #expect(validator.validate(record).errors.map(\.rule) == errors)
  }

  @Test func formsWithoutExpressionsHaveNone() throws {
    let validator = try validator(form(adding: "{name: x, type: text}"))
    #expect(validator.derivedFields(of: [:]) == nil)
  }
}
