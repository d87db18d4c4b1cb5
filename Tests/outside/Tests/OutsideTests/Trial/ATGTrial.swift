import FormModels
import Foundation

extension Trial {
  /// ATGValidator 1.5, from its sources and tests.
  static let atg = Trial("ATGValidator") { trial in
    values(&trial)
    lengthsAndPatterns(&trial)
    cards(&trial)
    forms(&trial)
  }

  private static func values(_ trial: inout Trial) {
    trial.works("satisfyAll evaluates every rule, errors in order of the rules") {
      try codes("a1", .length(min: 3), .email(), .characters(.upper))
        == ["length.tooShort", "email.invalid", "characters.tooFew"]
    }
    trial.works("satisfyAll without rules is valid") { try "a".satisfyAll().isValid }
    trial.works("satisfyAny is valid if one rule passes") {
      try 304.satisfyAny(.range(min: 200, max: 299), .equals(304)).isValid
    }
    trial.works("satisfyAny fails with the errors of all rules") {
      try 500.satisfyAny(.range(min: 200, max: 299), .equals(304)).errors.count == 2
    }
    trial.works("satisfyAny without rules accepts nothing") {
      let rules: [RuleEntry] = []
      return (try? Validator(anyOf: rules)) == nil
    }
    trial.differs("a satisfied satisfyAny keeps errors", 9) {
      try 304.satisfyAny(.range(min: 200, max: 299), .equals(304)).errors.isEmpty
    }
    trial.differs("a rule receives the value of the previous rule", 8) {
      try " a@b.example ".satisfyAll(.email().trimmed(), .length(exact: 13)).isValid
    }
    trial.works("a transformed value for all rules") {
      let validator = try Validator(trim: true, .length(exact: 3), .lowercase)
        .with(transform: { $0.lowercased() })
      return try validator.validated(" ABC ") == "abc"
    }
    trial.works("a result has status, errors and value") {
      let result = try "a".satisfyAll(.email())
      return result.status == .invalid && result.errors.count == 1 && result.value == "a"
    }
    trial.works("Result.succeed and Result.fail") {
      let error = ValidationError(rule: "own", code: "own", message: "No.")
      return ValidationResult("a").isValid && !ValidationResult("a", failures: [error]).isValid
    }
    trial.works("results are merged: both") {
      let (good, bad) = (try "a".satisfyAll(.required), try "a".satisfyAll(.email()))
      return good.and(good).isValid && good.and(bad).errors.count == 1
    }
    trial.works("results are merged: either") {
      let (good, bad) = (try "a".satisfyAll(.required), try "a".satisfyAll(.email()))
      return good.or(bad).isValid && !bad.or(bad).isValid
    }
    trial.works("a list of results is merged") {
      let results = [try "a".satisfyAll(.email()), try "b".satisfyAll(.email())]
      return results.merged().errors.count == 2 && results.satisfyAny()?.isValid == false
    }
    trial.rule("String is validated", .required, "a", "")
    trial.rule("Bool is validated", .equals(true), true, false)
    trial.rule("Int is validated", .range(min: 1), 1, 0)
    trial.rule("Double is validated", .range(max: 2.5), 2.5, 2.6)
    trial.rule("Float is validated", .equals(Float(0.1)), Float(0.1), Float(0.2))
    trial.rule("an array is validated", .length(min: 2), ["a", "b"], ["a"])
    trial.rule(
      "Date is validated", .before(.now), Date(timeIntervalSince1970: 0), Date.distantFuture)
    trial.awkward("CGFloat is validated", "Foundation's type is not a FormValue: Double(x)") {
      let x = CGFloat(2.5)
      return try Double(x).satisfyAll(.range(max: 3)).isValid
    }
    trial.works("a type of one's own is validated") {
      struct Celsius: FormValue {
        var degrees: Double
        static var fieldType: FieldType { .number }
        var formText: String? { degrees.formText }
        init(_ degrees: Double) { self.degrees = degrees }
        init?(formText: String) {
          guard let degrees = Double(formText: formText) else { return nil }
          self.init(degrees)
        }
      }
      return try accepts(.range(min: -273.15), Celsius(0), Celsius(-300))
    }
    trial.awkward(
      "with(error:): an Error of one's own for a rule", "a code, from which the program makes it"
    ) {
      enum Fault: String, Error { case short }
      let errors = try "a".satisfyAll(.length(min: 2).code(Fault.short.rawValue)).errors
      return errors.compactMap { Fault(rawValue: $0.code) } == [.short]
    }
    trial.works("an Error of one's own from a rule of one's own") {
      enum Fault: Error { case odd }
      let even = RuleEntry.custom(
        "even",
        throwing: { (value: Int) in
          if value % 2 != 0 { throw Fault.odd }
        })
      return try 3.satisfyAll(even).errors.first?.underlyingError is Fault
    }
    trial.works("with(errorMessage:)") {
      try "a".satisfyAll(.email().message("Not correct..!")).errors.map(\.message) == [
        "Not correct..!"
      ]
    }
    trial.differs("a value of the wrong type fails with invalidType", 10) {
      let form = try FormValidator { Property("age", as: .integer) }
      return form.validate(["age": "x"]).errors.map(\.code) == ["integer.invalid"]
    }
    trial.works("errors are compared") {
      let errors = try "a".satisfyAll(.email()).errors
      return try errors == "a".satisfyAll(.email()).errors
    }
    trial.works("the text of a nil text field is empty") {
      let text: String? = nil
      return try (text ?? "").satisfyAll(.required).errors.map(\.code) == ["required"]
    }
    trial.rule("EqualityRule", .equals(472), 472, 473)
    trial.rule("EqualityRule, not equal", .notEquals("text"), "other", "text")
    trial.works("numbers of other types are not equal by accident") {
      try !472.satisfyAll(.equals(472.5)).isValid
    }
    trial.rule("RangeRule of numbers, inclusive", .range(min: 200, max: 299), 299, 300)
    trial.rule("RangeRule of Double", .range(min: 0.5, max: 1), 0.5, 0.49)
    trial.works("RangeRule of dates") {
      let (from, to) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 60))
      return try accepts(.between(from, and: to), to, Date(timeIntervalSince1970: 61))
    }
    trial.awkward("RangeRule of strings", "a rule of one's own") {
      let letters = RuleEntry.custom("letters", "{label} must be from a to c.") { (text: String) in
        ("a"..."c").contains(text)
      }
      return try accepts(letters, "b", "d")
    }
  }

  private static func lengthsAndPatterns(_ trial: inout Trial) {
    trial.rule("StringLengthRule with both bounds", .length(min: 2, max: 5), "ab", "a")
    trial.rule("StringLengthRule.min", .length(min: 5), "abcde", "abcd")
    trial.rule("StringLengthRule.max", .length(max: 5), "abcde", "abcdef")
    trial.rule("StringLengthRule.equal", .length(exact: 6), "abcdef", "abcde")
    trial.works("StringLengthRule.required rejects blanks") {
      let blank = try Validator(trim: true, .required)
      return blank.isValid(" a ") && !blank.isValid("  \n")
    }
    trial.differs("lengths trim by default", 3) {
      try accepts(.length(min: 5).trimmed(), " abcde ", " abcd ")
        && "a ".satisfyAll(.length(min: 2)).isValid
    }
    trial.rule(
      "ignoreCharactersIn of a length", .length(min: 5, max: 10, ignore: [.symbol]), "<abcde>",
      "<abcd>")
    trial.rule("lengths count characters", .length(max: 1), "👨‍👩‍👧", "ab")
    trial.rule("StringRegexRule matches the whole text", .pattern("[0-9]*"), "123", "12a")
    trial.works("StringRegexRule trims") {
      try accepts(.pattern("[0-9]+").trimmed(), " 12 ", "1 2")
    }
    trial.rule("StringRegexRule.email", .email(), "a@b.example", "a@")
    trial.rule(
      "the very addresses of StringRegexRule.email", .use("atg.email").trimmed(), " a..b@c.com ",
      "a@b")
    trial.rule("containsNumber(min:max:)", .characters(.digit, min: 2, max: 4), "a1b2", "a1")
    trial.rule("containsNumber counts the digits of all scripts", .characters(.digit), "٣", "a")
    trial.rule(
      "containsUpperCase, ASCII", .characters(.upper, min: 1, max: 2, ascii: true), "aB", "abÄ")
    trial.rule(
      "containsLowerCase, ASCII", .characters(.lower, min: 1, max: 2, ascii: true), "Ab", "ABä")
    trial.rule("numbersOnly", .characters(.digit, mode: .only, ascii: true), "123", "12a")
    trial.rule("lowerCaseOnly", .characters(.lower, mode: .only, ascii: true), "abc", "aB")
    trial.rule("upperCaseOnly", .characters(.upper, mode: .only, ascii: true), "ABC", "aB")
    trial.works("an empty text passes numbersOnly") {
      try "".satisfyAll(.characters(.digit, mode: .only)).isValid
    }
    trial.rule("CharacterSetRule contains", .characters(.symbol, min: 2, max: 4), "a+b=c", "$")
    trial.rule("CharacterSetRule containsOnly", .characters(.letter, mode: .only), "abc", "ab1")
    trial.rule("CharacterSetRule doesNotContain", .characters(.symbol, mode: .lacks), "a", "$a")
    trial.rule("a set of one's own characters", .characters("x", "y", mode: .only), "xyx", "xyz")
    trial.rule(
      "ignoreCharactersIn of a set", .characters(.digit, mode: .only, ignore: ["-", .space]),
      "1-2 3", "1_2")
    trial.rule(
      "a text of ignored characters only fails containsOnly",
      .characters(.digit, mode: .only, ignore: [.space]), "1", " ")
    trial.rule("containsSymbols", .characters(.symbol, min: 1), "$", "!")
    trial.rule("containsUpperCase of a set, all scripts", .characters(.upper), "ä Ä", "ä")
    trial.works("StringValueMatchRule") {
      var form = try trialSession {
        Property("repeated", \.repeated, .equals(\.password)); Property("password", \.password)
      }
      form.edit(\.password, to: "a")
      form.edit(\.repeated, to: "b")
      return form.status(of: \.repeated).state == .invalid
    }
    trial.works("a rule of one's own") {
      struct NoCapitalA: Requirement {
        let code = "noCapitalA"
        let message = "{label} must not contain A."
        func check(_ value: String) -> Bool { !value.contains("A") }
      }
      return try codes("Ana", .custom(NoCapitalA())) == ["noCapitalA"]
    }
  }

  private static func cards(_ trial: inout Trial) {
    let numbers: [(PaymentCardType, String)] = [
      (.amex, "378282246310005"), (.mastercard, "5555555555554444"), (.maestro, "6759649826438453"),
      (.visaElectron, "4917300800000000"), (.visa, "4111111111111111"),
      (.discover, "6011111111111117"),
      (.dinersClub, "30569309025904"),
    ]
    for (type, number) in numbers {
      trial.works("payment cards: \(type.displayName)") {
        try PaymentCardType(cardNumber: number) == type
          && number.satisfyAll(.paymentCard(types: [type])).isValid
      }
    }
    trial.rule(
      "PaymentCardRule verifies the check digit", .paymentCard(), "378282246310005",
      "378282246310006")
    trial.works("acceptedTypes, with an error of its own") {
      let rule = RuleEntry.paymentCard(types: [.visa])
      return try codes("378282246310005", rule) == ["paymentCard.notAccepted"]
        && codes("4111", rule) == ["paymentCard.invalid"]
    }
    trial.works("other messages for the two errors") {
      let rule = RuleEntry.paymentCard(types: [.visa])
        .message(["paymentCard.invalid": "wrong", "paymentCard.notAccepted": "sorry"])
      return try "378282246310005".satisfyAll(rule).errors.map(\.message) == ["sorry"]
    }
    trial.rule(
      "all but digits is removed", .paymentCard(strip: .nonDigits), "no 4111/1111/1111/1111", "4111"
    )
    trial.works("PaymentCardType(cardNumber:)") {
      PaymentCardType(cardNumber: "4111111111111111") == .visa
        && PaymentCardType(cardNumber: "41") == nil
    }
    trial.works("suggestedTypeForCardNumber from four digits on") {
      PaymentCardType.suggested(for: "4111") == .visa
        && PaymentCardType.suggested(for: "411") == nil
    }
    trial.works("PaymentCardType.all and names") {
      PaymentCardType.allCases.count >= 7 && PaymentCardType.amex.displayName == "American Express"
    }
  }

  private static func forms(_ trial: inout Trial) {
    trial.works("validateOnInputChange") {
      var field = FieldSession("", policy: .input, try Validator(.email()))
      return field.edit(to: "a")?.after == .invalid
    }
    trial.works("validateOnFocusLoss") {
      var field = FieldSession("", policy: .focusLoss, try Validator(.required))
      return field.edit(to: "") == nil && field.blur()?.after == .invalid
    }
    trial.works("the policy never") {
      var field = FieldSession("", policy: .manual, try Validator(.required))
      return field.edit(to: "") == nil && field.blur() == nil
    }
    trial.works("validateTextField()") {
      var field = FieldSession("", policy: .manual, try Validator(.required))
      return field.validate().after == .invalid
    }
    trial.works("a handler is called at every validation") {
      var form = try trialSession { Property("name", \.name, .length(min: 3)) }
      let events = form.edit(\.name, to: "a") + form.edit(\.name, to: "ab")
      return events.filter { if case .validated = $0 { true } else { false } }.count == 2
    }
    trial.works("a handler of the form") {
      var form = try trialSession { Property("name", \.name, .required) }
      return form.edit(\.name, to: "a").last == .formValidated(before: .untouched, after: .valid)
    }
    trial.works("handlers as closures") {
      let states = AsyncStream<FormEvent>.makeStream()
      let session = try trialSession { Property("name", \.name, .required) }
      let live = LiveForm(session) { states.continuation.yield($0) }
      await live.update { $0.edit(\.name, to: "a") }
      for await event in states.stream { return event == .edited(field: "name") }
      return false
    }
    trial.works("a policy for each field of a form") {
      var form = try trialSession(.focusLoss) {
        Property("name", \.name, .email()); Property("email", \.email, .email())
      }
      form.setPolicy(.input, for: \.name)
      return form.edit(\.name, to: "a").count > 1 && form.edit(\.email, to: "a").count == 1
    }
    trial.works("add(element) at run time") {
      var form = try trialSession { Property("name", \.name) }
      try form.add(Property("email", \.email, .required), policy: .input)
      return form.fields == ["name", "email"] && form.validate().state == .invalid
    }
    trial.works("remove(element) at run time") {
      var form = try trialSession {
        Property("name", \.name); Property("email", \.email, .required)
      }
      form.remove(\.email)
      return form.fields == ["name"] && form.validate().state == .valid
    }
    trial.works("validateForm, elements in order") {
      var form = try trialSession {
        Property("name", \.name, .required); Property("email", \.email, .required)
      }
      return form.validate().errors.map(\.field) == ["name", "email"]
    }
    trial.works("validateForm without the handlers of elements") {
      var form = try trialSession { Property("name", \.name, .required) }
      let outcome = form.validate(notifyingFields: false)
      return outcome.state == .invalid && outcome.events.isEmpty
        && form.status(of: \.name).state == .untouched
    }
    trial.differs("an element that was never validated counts as valid", 26) {
      let form = try trialSession { Property("name", \.name, .required) }
      return form.state == .untouched && !form.isSubmittable
    }
    trial.differs(
      "an added element is validated at once, silently", 26
    ) {
      let form = try trialSession { Property("name", \.name, .required) }
      return form.status(of: \.name).state == .untouched && !form.isSubmittable
    }
    trial.works("errors of a form name their fields") {
      let form = try ModelValidator<TrialForm> { Property("name", \.name, .required) }
      return form.validate(TrialForm()).errors.map(\.field) == ["name"]
    }
    trial.missing("extensions of UITextField and UITextView", "UIKit")
  }
}
