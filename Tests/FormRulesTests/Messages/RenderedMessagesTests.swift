import Testing

@testable import FormRules

/// Rendered messages in each language with numbers of different plural forms.
@Suite struct RenderedMessagesTests {
  private static let form = Form(
    name: "f",
    fields: [
      Field(name: "mail", label: "E-Mail", type: .text),
      Field(name: "born", label: "Born", type: .date()),
      Field(name: "age", label: "Age", type: .integer),
      Field(name: "tags", label: "Tags", type: .list()),
      Field(name: "price", label: "Price", type: .decimal(.init(scale: 0))),
    ])

  /// The message of a rule with a parameter `min`, `max` or other, whose value fails.
  private static func message(
    _ language: String, _ rule: String, _ parameters: DefinitionNode?, on field: String,
    _ code: String, _ arguments: [MessageArgument] = []
  ) throws -> String {
    let entry = RuleEntry(rule, parameters)
    let plan = try Plan(
      form: form,
      ruleSet: RuleSet(name: "r", form: "f", fields: [FieldRules(field: field, rules: [entry])]))
    let index = try #require(form.fieldIndex(field))
    let bound = try #require(plan.rules.last { $0.ruleName == rule })
    return bound.message(
      code: code, arguments: arguments, field: form.fields[index], in: Localization(language))
  }

  private static let tooShort: [(language: String, minimum: Int, expected: String)] = [
    ("en", 1, "E-Mail must have at least 1 character, not 0."),
    ("en", 2, "E-Mail must have at least 2 characters, not 0."),
    ("da", 1, "E-Mail skal have mindst 1 tegn, ikke 0."),
    ("de", 1, "„E-Mail“ muss mindestens 1 Zeichen haben, nicht 0."),
    ("es", 1, "El campo E-Mail debe tener al menos 1 carácter, no 0."),
    ("es", 5, "El campo E-Mail debe tener al menos 5 caracteres, no 0."),
    ("es", 1_000_000, "El campo E-Mail debe tener al menos 1000000 de caracteres, no 0."),
    ("fr", 1, "Le champ E-Mail doit compter au moins 1 caractère, et non 0."),
    ("fr", 2, "Le champ E-Mail doit compter au moins 2 caractères, et non 0."),
    ("it", 1, "Il campo E-Mail deve avere almeno 1 carattere, non 0."),
    ("it", 8, "Il campo E-Mail deve avere almeno 8 caratteri, non 0."),
    ("ja", 8, "E-Mailは8文字以上にしてください（現在：0）。"),
    ("ko", 8, "E-Mail 항목은 8자 이상이어야 합니다(현재 0)."),
    ("nb", 1, "E-Mail må ha minst 1 tegn, ikke 0."),
    ("pl", 1, "Pole E-Mail musi mieć co najmniej 1 znak, a nie 0."),
    ("pl", 3, "Pole E-Mail musi mieć co najmniej 3 znaki, a nie 0."),
    ("pl", 5, "Pole E-Mail musi mieć co najmniej 5 znaków, a nie 0."),
    ("pl", 22, "Pole E-Mail musi mieć co najmniej 22 znaki, a nie 0."),
    ("pt", 1, "O campo E-Mail tem de ter pelo menos 1 carácter, e não 0."),
    ("pt", 2, "O campo E-Mail tem de ter pelo menos 2 caracteres, e não 0."),
    ("ro", 1, "Câmpul E-Mail trebuie să aibă cel puțin 1 caracter, nu 0."),
    ("ro", 2, "Câmpul E-Mail trebuie să aibă cel puțin 2 caractere, nu 0."),
    ("ro", 20, "Câmpul E-Mail trebuie să aibă cel puțin 20 de caractere, nu 0."),
    ("ru", 1, "Поле E-Mail должно содержать минимум 1 символ, а не 0."),
    ("ru", 3, "Поле E-Mail должно содержать минимум 3 символа, а не 0."),
    ("ru", 8, "Поле E-Mail должно содержать минимум 8 символов, а не 0."),
    ("ru", 21, "Поле E-Mail должно содержать минимум 21 символ, а не 0."),
    ("sv", 1, "E-Mail måste ha minst 1 tecken, inte 0."),
    ("tr", 8, "E-Mail alanı en az 8 karakter olmalıdır; şu an 0."),
  ]

  @Test(arguments: tooShort)
  func lengthsHavePluralForms(_ row: (language: String, minimum: Int, expected: String)) throws {
    let message = try Self.message(
      row.language, "length", ["min": .text("\(row.minimum)")], on: "mail", "length.tooShort",
      [MessageArgument("length", 0)])
    #expect(message == row.expected)
  }

  @Test func theUnitIsNamed() throws {
    let length = [MessageArgument("length", 3)]
    func message(_ language: String, _ parameters: DefinitionNode, _ field: String) throws -> String
    {
      try Self.message(language, "length", parameters, on: field, "length.tooLong", length)
    }
    #expect(
      try message("en", ["max": 1, "unit": "utf8"], "mail")
        == "E-Mail must have at most 1 byte, not 3.")
    #expect(
      try message("de", ["max": 2, "unit": "scalar"], "mail")
        == "„E-Mail“ darf höchstens 2 Codepunkte haben, nicht 3.")
    #expect(
      try message("pl", ["max": 2], "tags") == "Pole Tags może mieć najwyżej 2 elementy, a nie 3.")
  }

  private static let others:
    [(
      language: String, rule: String, parameters: DefinitionNode?, field: String, code: String,
      expected: String
    )] = [
      (
        "en", "range", ["min": "2020-01-01"], "born", "range.tooSmall",
        "Born must not be before 2020-01-01."
      ),
      ("en", "range", ["min": 16], "age", "range.tooSmall", "Age must be at least 16."),
      (
        "de", "range", ["max": "today"], "born", "range.tooLarge",
        "„Born“ darf nicht nach heute liegen."
      ),
      (
        "fr", "range", ["max": "today"], "born", "range.tooLarge",
        "Le champ Born ne doit pas être postérieur à aujourd’hui."
      ),
      ("ja", "range", ["min": 16], "age", "range.tooSmall", "Ageは16以上にしてください。"),
      ("ru", "range", ["max": 9], "age", "range.tooLarge", "Поле Age не может быть больше, чем 9."),
      (
        "tr", "range", ["minExclusive": 9], "age", "range.notAbove",
        "Age alanı 9 değerinden büyük olmalıdır."
      ),
      ("sv", "required", nil, "mail", "required", "E-Mail måste fyllas i."),
      ("da", "required", nil, "mail", "required", "E-Mail skal udfyldes."),
      (
        "es", "in", ["a", "b"], "mail", "in.notListed",
        "El campo E-Mail debe tener uno de estos valores: a, b."
      ),
      ("ja", "in", ["a", "b"], "mail", "in.notListed", "E-Mailは次のいずれかにしてください：a、b。"),
      (
        "de", "characters", ["set": ["digit", "-"], "mode": "only"], "mail",
        "characters.notAllowed", "„E-Mail“ darf nur Folgendes enthalten: Ziffern, -."
      ),
      (
        "en", "characters", ["set": "upper", "min": 1], "mail", "characters.tooFew",
        "E-Mail must contain at least 1 character of: capital letters."
      ),
      (
        "it", "phone", nil, "mail", "phone.invalid",
        "Il campo E-Mail deve essere un numero di telefono."
      ),
      (
        "it", "phone", ["country": ["IT", "CH"]], "mail", "phone.invalid",
        "Il campo E-Mail deve essere un numero di telefono (IT o CH)."
      ),
      (
        "pt", "phone", ["country": "PT", "type": "mobile"], "mail", "phone.type",
        "O campo E-Mail tem de ser um número de telemóvel."
      ),
      ("nb", "multipleOf", 5, "age", "multipleOf.isNot", "Age må være et multiplum av 5."),
      (
        "nb", "multipleOf", ["step": 5, "offset": 1], "age", "multipleOf.isNot",
        "Age må være et multiplum av 5, regnet fra 1."
      ),
      (
        "ko", "after", ["date": ["field": "born"]], "born", "after.notAfter",
        "Born 항목은 ‘Born’보다 늦어야 합니다."
      ),
      (
        "ro", "passwordStrength", "strong", "mail", "passwordStrength.tooWeak",
        "Câmpul E-Mail trebuie să fie o parolă mai sigură, cel puțin „puternică”."
      ),
      (
        "pl", "unique", nil, "mail", "unique.repeated",
        "E-Mail: wcześniejszy rekord ma tę samą wartość."
      ),
      ("en", "decimal", nil, "price", "decimal.tooManyDecimals", "Price must be a whole number."),
      (
        "ru", "decimal", nil, "price", "decimal.tooManyDecimals",
        "Поле Price должно быть целым числом."
      ),
      (
        "fr", "date", nil, "born", "date.invalid",
        "Le champ Born doit être une date au format AAAA-MM-JJ."
      ),
    ]

  @Test(arguments: others)
  func messagesAreRenderedInEachLanguage(
    _ row: (
      language: String, rule: String, parameters: DefinitionNode?, field: String, code: String,
      expected: String
    )
  ) throws {
    let message =
      ["decimal", "date"].contains(row.rule)
      ? try Self.typeMessage(row.language, row.field, row.code)
      : try Self.message(row.language, row.rule, row.parameters, on: row.field, row.code)
    #expect(message == row.expected)
  }

  private static func typeMessage(
    _ language: String, _ field: String, _ code: String
  ) throws -> String {
    let plan = try Plan(form: form, ruleSet: RuleSet(name: "r", form: "f"))
    let index = try #require(form.fieldIndex(field))
    let rule = try #require(
      plan.rules.first { $0.field == index && $0.causes.contains { $0.code == code } })
    return rule.message(code: code, field: form.fields[index], in: Localization(language))
  }
}
