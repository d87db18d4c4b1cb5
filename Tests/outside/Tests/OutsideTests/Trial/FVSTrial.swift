import FormModels

extension Trial {
  /// FormValidatorSwift 4.0, from its sources and tests.
  static let fvs = Trial("FormValidatorSwift") { trial in
    conditions(&trial)
    combinations(&trial)
    typing(&trial)
    messages(&trial)
  }

  private static func conditions(_ trial: inout Trial) {
    trial.rule("AlphabeticCondition", .characters(.letter, mode: .only), "Zoë", "Zoë B")
    trial.rule(
      "AlphabeticCondition, ASCII", .characters(.letter, mode: .only, ascii: true), "Zoe", "Zoë")
    trial.rule(
      "AlphabeticCondition with white space", .characters(.letter, mode: .only, whitespace: true),
      "Zoë B", "B 1")
    trial.rule("AlphanumericCondition", .characters(.alphanumeric, mode: .only), "Zoë1", "a-1")
    trial.rule(
      "AlphanumericCondition, ASCII", .characters(.alphanumeric, mode: .only, ascii: true), "a1",
      "ë1")
    trial.rule(
      "AlphanumericCondition with white space",
      .characters(.alphanumeric, mode: .only, whitespace: true),
      "a 1", "a-1")
    trial.rule("NumericCondition", .characters(.digit, mode: .only), "12٣", "1a")
    trial.rule("NumericCondition, ASCII", .characters(.digit, mode: .only, ascii: true), "12", "٣")
    trial.rule("EmailCondition", .email(), "ana@example.com", "ana@example")
    trial.rule(
      "the very addresses of EmailCondition", .use("fvs.email"), "O'Neil@c.com", "a%b@c.com")
    for (type, number) in [
      (PaymentCardType.amex, "371449635398431"), (.dinersClub, "38520000023237"),
      (.discover, "6011000990139424"), (.jcb, "3530111333300000"), (.maestro, "6304000000000000"),
      (.mastercard, "5105105105105100"), (.visa, "4012888888881881"),
    ] {
      trial.works("CreditCardCondition: \(type.displayName)") {
        try accepts(.paymentCard(types: [type], luhn: false), number, "1234567890123")
      }
    }
    trial.rule(
      "CreditCardCondition has no check digit", .paymentCard(luhn: false), "4111111111111112", "1")
    trial.rule(
      "a set of card types", .paymentCard(types: [.visa, .mastercard]), "4111111111111111",
      "378282246310005")
    trial.works("CreditCardValidator.validCardTypes(for:)") {
      PaymentCardType.possible(for: "4111 1111 1111 1111").contains(.visa)
    }
    trial.works("the names of card types") { PaymentCardType.jcb.displayName == "JCB" }
    for (strength, good, bad) in [
      (RuleEntry.PasswordStrength.weak, "abcdefghi", "a"), (.medium, "Abcdefghi", "abcdefgh"),
      (.strong, "Abcdefghi", "abcdefghi"),
      (.veryStrong, "Abcdefgh1", "Abcdefghi"),
    ] {
      trial.rule(
        "PasswordStrengthCondition \(strength)", .passwordStrength(min: strength), good, bad)
    }
    for (country, good, bad) in [
      ("SE", "114 55", "11455a"), ("TR", "34000", "3400"), ("GB", "SW1A 1AA", "12345"),
      ("US", "12345-6789", "1234"),
    ] {
      trial.rule("PostcodeCondition \(country)", .postcode(country), good, bad)
    }
    trial.works("postcodes of British territories and forces") {
      try ["BFPO 1", "GIR 0AA", "ASCN 1ZZ"].allSatisfy {
        try $0.satisfyAll(.use("fvs.postcode.gbr")).isValid
      }
    }
    trial.rule("PresentCondition", .required, " ", "")
    trial.differs(
      "RangeCondition: the maximum is the upper bound minus the lower one", 7
    ) {
      try accepts(.length(min: 3, max: 10), "abc", "abcdefghijk")
        && accepts(.length(3..<11), "abc", "abcdefghijk")
    }
    trial.rule("URLCondition", .url(), "https://example.com/?a=b", "example.com")
    trial.rule("URLShorthandCondition", .url { $0.schemeRequired = false }, "example.com", "a b")
    trial.rule(
      "a condition is a regular expression, found anywhere", .pattern("[0-9]", mode: .search),
      "a1b", "ab")
    trial.rule(
      "without regard to case", .pattern("foo", mode: .search, ignoreCase: true), "a FOO b", "fo")
    trial.works("a condition of one's own") {
      struct Palindrome: Requirement {
        let code = "palindrome"
        let message = "{label} must read the same backwards."
        func check(_ value: String) -> Bool { value == String(value.reversed()) }
      }
      return try accepts(.custom(Palindrome()), "level", "lever")
    }
    trial.works("a configurable condition of one's own") {
      struct Starts: Requirement {
        var letter: String
        let code = "starts"
        let message = "{label} is wrong."
        func check(_ value: String) -> Bool { value.hasPrefix(letter) }
      }
      return try accepts(.custom(Starts(letter: "a")), "ab", "ba")
    }
    trial.differs("conditions are false for nil and empty texts", 1) {
      try "".satisfyAll(.email()).isValid && !"".satisfyAll(.email().validatesEmpty()).isValid
    }
  }

  private static func combinations(_ trial: inout Trial) {
    trial.works("checkConditions returns the violated conditions, in order") {
      try codes("a", .email(), .length(max: 5), .characters(.digit)) == [
        "email.invalid", "characters.tooFew",
      ]
    }
    trial.works("nothing is violated: an empty list") { try codes("a@b.example", .email()).isEmpty }
    trial.works("a validator without conditions") { try Validator([]).isValid("") }
    trial.rule("AndCondition", .all(.email(), .length(max: 20)), "ana@example.com", "a")
    trial.rule("OrCondition", .any(.email(), .uuid()), "ana@example.com", "a")
    trial.rule("NotCondition", .not(.contains("x")), "a", "x")
    trial.rule(
      "nested conditions", .not(.any(.email(), .all(.characters(.digit), .length(max: 3)))), "abc",
      "1")
    trial.works("CompositeValidator of lists") {
      let (first, second): ([RuleEntry], [RuleEntry]) = ([.required], [.email()])
      return try !Validator(first + second).isValid("a")
    }
    trial.works("CompositeValidator of validators") {
      let (a, b) = (try Validator(.length(max: 3)), try Validator(.email()))
      return !a.validate("a").and(b.validate("a")).isValid
    }
    trial.differs("OptionalValidator", 1) {
      let email = try Validator(.email())
      return email.isValid("") && !email.isValid("a")
    }
    trial.differs("a composite loses the optional nature of its parts", 19) {
      let parts: [RuleEntry] = [.email(), .length(max: 9)]
      return try Validator(parts + [.lowercase]).isValid("")
    }
    trial.works("OptionalValidator with a primary condition of one's own") {
      struct Contact: Sendable { var mail = "none" }
      let validator = try ModelValidator<Contact> {
        Property("mail", \.mail, .email().when { $0.mail != "none" })
      }
      return validator.validate(Contact()).isValid
        && !validator.validate(Contact(mail: "a")).isValid
    }
    trial.works("removeConditionOfClass") {
      let rules: [RuleEntry] = [.email(), .length(max: 3)]
      return rules.filter { $0.rule != "email" }.count == 1
    }
    trial.works("conditions are replaced at run time") {
      let validator = try ModelValidator<TrialForm> { Property("name", \.name, .email()) }
      let other = try validator.replacingRules(of: "name", with: .length(max: 3))
      return other.validate(TrialForm(name: "a")).isValid
    }
  }

  private static func typing(_ trial: inout Trial) {
    trial.works("a change that would violate is refused") {
      var form = try trialSession { Property("name", \.name, .characters(.digit, mode: .only)) }
      form.setRefusesInvalidInput(true, for: \.name)
      guard case .refused(let field, let errors)? = form.edit(\.name, to: "a").first else {
        return false
      }
      return field == "name" && errors.map(\.code) == ["characters.notAllowed"]
        && form.model.name.isEmpty
    }
    trial.works("a text field refuses, without a form") {
      let gate = try InputFilter(.characters(.digit, mode: .only), .length(max: 4))
      return gate.allows("12", after: "1") && !gate.allows("12a", after: "12")
    }
    trial.differs("the first character is always accepted", 27) {
      try !InputFilter(.characters(.digit, mode: .only)).allows("a", after: "")
    }
    trial.differs("deletions may be refused", 27) {
      try InputFilter(.length(exact: 3)).allows("ab", after: "abc")
    }
    trial.awkward(
      "shouldAllowViolation of a single condition",
      "an InputFilter with these rules, before the edit"
    ) {
      let gate = try InputFilter(.length(max: 4))
      return !gate.allows("abcde", after: "abcd") && gate.allows("a", after: "")
    }
    trial.works("shouldAllowViolation: the change is made and reported") {
      var form = try trialSession { Property("name", \.name, .email()) }
      return form.edit(\.name, to: "a").changes == ["name invalid"] && form.model.name == "a"
    }
    trial.works("validateOnFocusLossOnly, and from then on at each change") {
      var form = try trialSession(.focusLossThenInput) { Property("name", \.name, .length(min: 2)) }
      let typed = form.edit(\.name, to: "a").changes
      return typed.isEmpty && form.blur(\.name).changes == ["name invalid"]
        && form.edit(\.name, to: "ab").changes == ["name valid"]
    }
    trial.works("changedValidState only if it has changed") {
      var form = try trialSession { Property("name", \.name, .length(min: 3)) }
      return form.edit(\.name, to: "a").changes.count == 1
        && form.edit(\.name, to: "ab").changes.isEmpty
    }
    trial.works("violatedConditions") {
      var form = try trialSession { Property("name", \.name, .length(min: 3)) }
      for case .validityChanged(let change) in form.edit(\.name, to: "a") {
        return change.errors.map(\.code) == ["length.tooShort"]
      }
      return false
    }
    trial.works("another violated condition is reported, too") {
      var form = try trialSession { Property("name", \.name, .length(max: 1), .lowercase) }
      form.edit(\.name, to: "A")
      return form.edit(\.name, to: "aa").changes == ["name invalid"]
    }
    trial.works("validatorControlDidChange at every change") {
      var form = try trialSession(.manual) { Property("name", \.name) }
      return form.edit(\.name, to: "a") == [.edited(field: "name")]
    }
    trial.works("isValid of a control on demand") {
      var field = FieldSession("a", policy: .manual, try Validator(.email()))
      return field.validate().after == .invalid
    }
    trial.works("controls are subclassed hooks: the events of one field") {
      var form = try trialSession {
        Property("name", \.name, .email()); Property("email", \.email, .email())
      }
      let events = form.edit(\.name, to: "a") + form.edit(\.email, to: "b")
      return events.changes == ["name invalid", "email invalid"]
    }
    trial.works("a form of controls") {
      let form = try trialSession {
        Property("name", \.name, .required); Property("email", \.email, .email())
      }
      return form.fields == ["name", "email"]
    }
    trial.works("addEntry, removeControlAtIndex") {
      var form = try trialSession { Property("name", \.name) }
      try form.add(Property("email", \.email, .email()))
      form.remove(\.email)
      form.remove("none")
      return form.fields == ["name"]
    }
    trial.works("checkConditions of a form, in order") {
      var form = try trialSession {
        Property("name", \.name, .required); Property("email", \.email, .required)
      }
      return form.validate().errors.map(\.rule) == ["name.required", "email.required"]
    }
    trial.works("isValid of a form") {
      var form = try trialSession { Property("name", \.name, .required) }
      let before = form.isSubmittable
      form.edit(\.name, to: "a")
      return !before && form.isSubmittable
    }
    trial.missing("ValidatorTextField, ValidatorTextView, for UIKit and AppKit", "UIKit and AppKit")
  }

  private static func messages(_ trial: inout Trial) {
    for language in [
      "da", "de", "en", "es", "fr", "it", "ja", "ko", "nb", "pl", "pt", "ro", "ru", "sv", "tr",
    ] {
      trial.works("texts in the language \(language)") {
        let rules: [RuleEntry] = [
          .required, .length(min: 3, max: 5), .characters(.letter, mode: .only), .email(), .url(),
          .passwordStrength(),
          .postcode("GB"), .paymentCard(),
        ]
        let errors = try Validator(rules).validate("1", in: Localization(language)).errors
        let english = try Validator(rules).validate("1").errors
        return errors.count == 7
          && zip(errors, english).allSatisfy { language == "en" || $0.message != $1.message }
      }
    }
    trial.works("the language of the system") {
      // Locale.preferredLanguages.first, such as de-AT.
      try Validator(.required).validate("", in: Localization("de-AT")).errors[0].message
        .contains("„Value“")
        || Validator(.required).validate("", in: Localization("de-AT")).errors[0].message
          != "Value is required."
    }
    trial.works("texts of one's own, by language") {
      let words = try MessageCatalogue(language: "sv", codes: ["email.invalid": "Nej"])
      return try Validator(.email()).validate(
        "a", in: Localization("sv", catalogues: [words])
      ).errors.map(\.message) == ["Nej"]
    }
    trial.works("localizedViolationString of a condition") {
      try "a".satisfyAll(.email().message("No").message("Nein", language: "de")).errors.map {
        $0.message(in: "de")
      } == ["Nein"]
    }
    trial.works("numbers in texts are filled in") {
      try "a".satisfyAll(.length(min: 3, max: 5)).errors[0].message.contains("3")
    }
  }
}
