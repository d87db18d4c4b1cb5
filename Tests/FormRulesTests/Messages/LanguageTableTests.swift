import Testing

@testable import FormRules

/// Messages in which languages differ by more than words.
@Suite struct LanguageTableTests {
  private static let form = Form(
    name: "f",
    fields: [
      Field(name: "value", label: "L", type: .date(formats: [DateFormat("dd.MM.yyyy")!])),
      Field(name: "end", label: "End date", type: .date()),
      Field(name: "time", label: "L", type: .time()),
      Field(name: "at", label: "L", type: .datetime()),
      Field(name: "text", label: "L", type: .text),
    ])

  /// The rendered message of a failing rule.
  private func message(
    _ name: String, _ parameters: DefinitionNode?, on field: String, _ code: String,
    _ language: String
  ) throws -> String {
    let type = try #require(RuleRegistry.rule(named: name))
    let rule: any Rule = try bind(type, parameters, on: field, of: Self.form)
    let localization = Localization(language)
    let cause = try #require(rule.causes.first { $0.source == code })
    let label = MessageArgument("label", localization.label(of: Self.form.fields[0]))
    return MessageTemplate(lenient: localization.message(cause.source) ?? cause.english)
      .text(rule.messageArguments + cause.arguments + [label], in: localization)
  }

  private static let bounds:
    [(language: String, date: String, now: String, field: String, time: String)] = [
      (
        "en", "L must be before 31.01.2026.", "L must not be in the future.",
        "L must be after “End date”.", "L must be before 18:00."
      ),
      (
        "da", "L skal ligge før 31.01.2026.", "L må ikke ligge i fremtiden.",
        "L skal ligge efter »End date«.", "L skal ligge før 18:00."
      ),
      (
        "de", "„L“ muss vor dem 31.01.2026 liegen.", "„L“ darf nicht in der Zukunft liegen.",
        "„L“ muss nach „End date“ liegen.", "„L“ muss vor 18:00 liegen."
      ),
      (
        "es", "El campo L debe ser anterior al 31.01.2026.",
        "El campo L no debe estar en el futuro.",
        "El campo L debe ser posterior al campo «End date».",
        "El campo L debe ser anterior a las 18:00."
      ),
      (
        "fr", "Le champ L doit être antérieur au 31.01.2026.",
        "Le champ L ne doit pas être dans le futur.",
        "Le champ L doit être postérieur au champ «\u{202F}End date\u{202F}».",
        "Le champ L doit être antérieur à 18:00."
      ),
      (
        "it", "Il campo L deve precedere il 31.01.2026.", "Il campo L non deve essere nel futuro.",
        "Il campo L deve essere successivo al campo «End date».",
        "Il campo L deve precedere le 18:00."
      ),
      (
        "ja", "Lは31.01.2026より前にしてください。", "Lは未来の日時にすることはできません。",
        "Lは「End date」より後にしてください。", "Lは18:00より前にしてください。"
      ),
      (
        "ko", "L 항목은 31.01.2026보다 앞서야 합니다.", "L 항목은 미래일 수 없습니다.",
        "L 항목은 ‘End date’보다 늦어야 합니다.", "L 항목은 18:00보다 앞서야 합니다."
      ),
      (
        "nb", "L må være før 31.01.2026.", "L kan ikke ligge i framtiden.",
        "L må være etter «End date».", "L må være før 18:00."
      ),
      (
        "pl", "Pole L musi być wcześniejsze niż 31.01.2026.", "Pole L nie może być w przyszłości.",
        "Pole L musi być późniejsze niż „End date”.", "Pole L musi być wcześniejsze niż 18:00."
      ),
      (
        "pt", "O campo L tem de ser anterior a 31.01.2026.", "O campo L não pode estar no futuro.",
        "O campo L tem de ser posterior ao campo «End date».",
        "O campo L tem de ser anterior às 18:00."
      ),
      (
        "ro", "Câmpul L trebuie să fie înainte de 31.01.2026.", "Câmpul L nu poate fi în viitor.",
        "Câmpul L trebuie să fie după câmpul „End date”.",
        "Câmpul L trebuie să fie înainte de ora 18:00."
      ),
      (
        "ru", "Поле L должно быть раньше, чем 31.01.2026.", "Поле L не может быть в будущем.",
        "Поле L должно быть позже, чем «End date».", "Поле L должно быть раньше, чем 18:00."
      ),
      (
        "sv", "L måste vara före 31.01.2026.", "L får inte ligga i framtiden.",
        "L måste vara efter ”End date”.", "L måste vara före 18:00."
      ),
      (
        "tr", "L alanı 31.01.2026 tarihinden önce olmalıdır.", "L alanı gelecekte olamaz.",
        "L alanı “End date” alanından sonra olmalıdır.", "L alanı 18:00 saatinden önce olmalıdır."
      ),
    ]

  @Test(arguments: bounds.indices)
  func timeBoundsHaveTheWordsOfTheLanguage(_ index: Int) throws {
    let (language, date, now, field, time) = Self.bounds[index]
    #expect(try message("before", "2026-01-31", on: "value", "before.notBefore", language) == date)
    #expect(
      try message(
        "before", ["date": "now", "orEqual": "true"], on: "at", "before.after", language) == now)
    #expect(try message("range", ["max": "now"], on: "at", "range.tooLarge", language) == now)
    #expect(
      try message("after", ["field": "end"], on: "value", "after.notAfter", language) == field)
    #expect(try message("before", "18:00", on: "time", "before.notBefore", language) == time)
  }

  private static let choices: [(language: String, rules: String, lengths: String)] = [
    ("en", "email address, phone number", "8 or 13"),
    ("da", "e-mailadresse, telefonnummer", "8 eller 13"),
    ("de", "E-Mail-Adresse, Telefonnummer", "8 oder 13"),
    ("es", "dirección de correo electrónico, número de teléfono", "8 o 13"),
    ("fr", "adresse e-mail, numéro de téléphone", "8 ou 13"),
    ("it", "indirizzo email, numero di telefono", "8 o 13"),
    ("ja", "メールアドレス、電話番号", "8または13"), ("ko", "이메일 주소, 전화번호", "8 또는 13"),
    ("nb", "e-postadresse, telefonnummer", "8 eller 13"),
    ("pl", "adres e-mail, numer telefonu", "8 lub 13"),
    ("pt", "endereço de e-mail, número de telefone", "8 ou 13"),
    ("ro", "adresă de e-mail, număr de telefon", "8 sau 13"),
    ("ru", "адрес электронной почты, номер телефона", "8 или 13"),
    ("sv", "e-postadress, telefonnummer", "8 eller 13"),
    ("tr", "e-posta adresi, telefon numarası", "8 veya 13"),
  ]

  @Test(arguments: choices.indices)
  func listsHaveTheConjunctionsOfTheLanguage(_ index: Int) throws {
    let (language, rules, lengths) = Self.choices[index]
    for (name, code) in [("any", "any.none"), ("not", "not.satisfied")] {
      let parameters: DefinitionNode = ["rules": ["email", "phone"]]
      #expect(try message(name, parameters, on: "text", code, language).contains(rules))
    }
    #expect(try message("ean", ["8", "13"], on: "text", "ean.invalid", language).contains(lengths))
  }

  @Test func aSentenceEndsWithOneFullStop() throws {
    let listed = try message("in", ["a.m.", "p.m."], on: "text", "in.notListed", "en")
    #expect(listed == "L must be one of: a.m., p.m.")
  }

  @Test func spanishUsesUBeforeO() throws {
    let text = Localization("es").text(MessageArgument("x", alternatives: ["5", "8"]))
    #expect(text == "5 u 8")
  }

  @Test func betweenHasArticles() throws {
    func between(_ language: String) throws -> String {
      try message(
        "between", ["from": "2026-01-31", "to": "now"], on: "value", "between.outside", language)
    }
    #expect(try between("fr") == "Le champ L doit être compris entre le 31.01.2026 et maintenant.")
    #expect(try between("de") == "„L“ muss zwischen dem 31.01.2026 und jetzt liegen.")
    #expect(try between("en") == "L must be between 31.01.2026 and now.")
    let times: DefinitionNode = ["from": "09:00", "to": "17:00"]
    #expect(
      try message("between", times, on: "time", "between.outside", "es")
        == "El campo L debe estar entre las 09:00 y las 17:00.")
    #expect(
      try message("between", times, on: "time", "between.outside", "it")
        == "Il campo L deve essere compreso tra le 09:00 e le 17:00.")
  }

  @Test func countsAreGroupedAndSingular() {
    #expect(Localization("en").count(1, "errors") == "1 error")
    #expect(Localization("en").count(12345, "errors") == "12,345 errors")
    #expect(Localization("de").count(1, "errors") == "Fehler: 1")
    #expect(Localization("fr").number(1_234_567) == "1\u{202F}234\u{202F}567")
    #expect(Localization("de").number(-1000) == "-1.000")
    #expect(Localization("pl").number(999) == "999")
  }

  /// French messages have typographic apostrophes and narrow no-break spaces.
  @Test(arguments: ["fr", "it"])
  func typographyFollowsTheLanguage(_ language: String) throws {
    for (code, text) in try #require(MessageCatalogue.builtIn(language)) {
      #expect(text.firstMatch(of: /\p{L}'\p{L}/) == nil, "\(code)")
      guard language == "fr" else { continue }
      #expect(text.firstMatch(of: /[ \u{A0}][:;!?»](?:\s|$)/) == nil, "\(code)")
    }
  }
}
