import FormModels
import Synchronization

extension Trial {
  /// AJWValidator 0.0.8, and Validator 3.2, its Swift successor, from their sources and tests.
  static let ajw = Trial("AJWValidator") { trial in
    validators(&trial)
    states(&trial)
    services(&trial)
    successor(&trial)
  }

  private static func validators(_ trial: inout Trial) {
    trial.works("a string validator") { try !Validator(.required).isValid("") }
    trial.works("a numeric validator") { try !Validator(for: Int.self, .range(min: 1)).isValid(0) }
    trial.works("a generic validator") {
      enum Size: String, FormValue { case small, large }
      return try Validator(for: Size.self, .equals(Size.small)).isValid(.small)
    }
    trial.differs("a rule that does not fit the type raises an exception", 10) {
      (try? Validator(for: Bool.self, .email())) == nil
    }
    trial.rule("presence", .required, " ", "")
    trial.rule("minimum length, in UTF-16", .length(min: 2, unit: .utf16), "😀", "a")
    trial.rule("maximum length, in UTF-16", .length(max: 2, unit: .utf16), "😀", "abc")
    trial.rule("a range of lengths", .length(min: 1, max: 2, unit: .utf16), "ab", "abc")
    trial.rule("a range of numbers", .range(min: 1, max: 10), 10, 11)
    trial.rule("equality", .equals("a"), "a", "b")
    trial.works("equality with a mutable object, at each validation") {
      let same = RuleEntry.custom("same", "{label} differs.") { (text: String) in
        text == target.withLock { $0 }
      }
      return try "now".satisfyAll(same).isValid
    }
    trial.rule("a regular expression", .pattern("[0-9]+"), "12", "a12")
    trial.rule("an email address", .email(), "user@valid.museum", "user@valid")
    trial.rule(
      "the very addresses of AJWValidator", .use("ajw.email"), "a@b.info", "user@valid.museum")
    trial.rule("contains a number", .characters(.digit), "a1", "a")
    trial.rule("a block", .custom("even", "Must be even.") { (value: Int) in value % 2 == 0 }, 2, 3)
    trial.works("default messages") { try !"".satisfyAll(.required).errors[0].message.isEmpty }
    trial.works("messages of one's own") {
      try "".satisfyAll(.required.message("Please")).errors.map(\.message) == ["Please"]
    }
    trial.works("errorMessages in the order of the rules") {
      try "a".satisfyAll(.length(min: 2).message("1"), .email().message("2")).errors.map(\.message)
        == ["1", "2"]
    }
    trial.works("ruleCount") {
      let rules: [RuleEntry] = [.required, .email()]
      return rules.count == 2
    }
    trial.works("a validator's rules are added to another") {
      let first: [RuleEntry] = [.required]
      return try !Validator(first + [.length(min: 3)]).isValid("ab")
    }
    trial.works("no rules: valid") { try Validator([]).isValid("") }
  }

  private static func states(_ trial: inout Trial) {
    trial.works("isValid and state") {
      let result = try Validator(.email()).validate("a")
      return !result.isValid && result.status == .invalid
    }
    trial.differs("invalid before the first validation", 26) {
      try FieldSession("", Validator(.required)).state == .untouched
    }
    trial.works("a handler of states, at every validation") {
      var field = FieldSession("", policy: .input, try Validator(.length(min: 3)))
      return field.edit(to: "a")?.after == .invalid && field.edit(to: "ab")?.after == .invalid
    }
    trial.works("a handler only of changes") {
      var field = FieldSession("", policy: .input, try Validator(.length(min: 3)))
      return field.edit(to: "a")?.hasChanged == true
        && field.edit(to: "ab")?.hasChanged == false
    }
    trial.works("an attached validator") {
      var form = try trialSession { Property("name", \.name, .email()) }
      return form.edit(\.name, to: "a").changes == ["name invalid"]
    }
    trial.works("several validators of one view") {
      var form = try trialSession { Property("name", \.name, .email(), .length(min: 5)) }
      form.edit(\.name, to: "a")
      return form.status(of: \.name).errors.count == 2
    }
    trial.works("validators are removed from a view") {
      var form = try trialSession { Property("name", \.name, .email()) }
      form.setEnabled(false, for: \.name)
      return form.edit(\.name, to: "a").changes.isEmpty
    }
    trial.missing("the category of UIView", "UIKit")
  }

  private static func free(_ answer: String, status: Int = 200) -> ServiceClient {
    ServiceClient { _ in .response(status: status, body: Array(answer.utf8)) }
  }

  private static func services(_ trial: inout Trial) {
    let url = "https://example.com/free"
    trial.works("a remote condition") {
      let names = try Validator(.remote(url))
      let (yes, no) = (
        try await names.validate("ana", using: free("true")),
        try await names.validate("ana", using: free("false"))
      )
      return yes.isValid && !no.isValid
    }
    trial.works("the request: instance and extra") {
      let bodies = Mutex<[String]>([])
      let client = ServiceClient { request in
        bodies.withLock { $0.append(String(decoding: request.body, as: UTF8.self)) }
        return .response(status: 200, body: Array("true".utf8))
      }
      _ = try await Validator(.remote(url, extra: ["form": "7"])).validate("a", using: client)
      return bodies.withLock { $0 } == [#"{"instance":"a","extra":{"form":"7"}}"#]
    }
    trial.works("a name of one's own for the parameters") {
      let rule = RuleEntry.remote(url, extra: ["form": "7"], key: "extras")
      return try await Validator(rule).validate("a", using: free("true")).isValid
    }
    trial.works("a timeout") {
      let client = ServiceClient(timeout: .milliseconds(20)) { _ in
        try await Task.sleep(for: .seconds(60))
        return .response(status: 200, body: [])
      }
      return try await Validator(.remote(url)).validate("a", using: client).errors.map(\.code) == [
        "remote.unavailable"
      ]
    }
    trial.works("a transport error is told apart from a refusal") {
      struct Down: Error {}
      let client = ServiceClient { _ in throw Down() }
      return try await Validator(.remote(url)).validate("a", using: client).errors.map(\.code) == [
        "remote.unavailable"
      ]
    }
    trial.differs("the status of the response is ignored", 28) {
      try await !Validator(.remote(url)).validate("a", using: free("true", status: 500)).isValid
    }
    trial.differs("only the exact body true is valid", 28) {
      try await Validator(.remote(url)).validate("a", using: free(" true\n")).isValid
    }
    trial.differs("a request although local rules fail", 28) {
      let count = Mutex(0)
      let client = ServiceClient { _ in
        count.withLock { $0 += 1 }
        return .response(status: 200, body: Array("true".utf8))
      }
      let result = try await Validator(.length(min: 3), .remote(url)).validate("a", using: client)
      return !result.isValid && count.withLock { $0 } == 0
    }
    trial.works("waitingForRemote") {
      var form = try trialSession { Property("name", \.name, .remote(url)) }
      form.edit(\.name, to: "ana")
      return form.status(of: \.name).state == .pending
    }
    trial.works("the answer of the server ends the wait") {
      let session = try trialSession { Property("name", \.name, .remote(url)) }
      let live = LiveForm(session, using: free("true"))
      await live.update { $0.edit(\.name, to: "ana") }
      return try await live.submit().state == .valid
    }
    trial.works("a message of one's own for a refusal") {
      let rule = RuleEntry.remote(url).message(["remote.refused": "This name is taken."])
      return try await Validator(rule).validate("a", using: free("false")).errors.map(\.message)
        == ["This name is taken."]
    }
    trial.differs("a default message stays after the answer", 22) {
      let session = try trialSession { Property("name", \.name, .remote(url)) }
      let live = LiveForm(session, using: free("true"))
      await live.update { $0.edit(\.name, to: "ana") }
      return try await live.submit().errors.isEmpty
    }
    trial.differs("an outdated answer overwrites a newer state", 28) {
      var form = try trialSession { Property("name", \.name, .remote(url)) }
      form.edit(\.name, to: "a")
      let old = form.inquiries
      form.edit(\.name, to: "b")
      return form.answer(old[0], with: [.response(status: 200, body: Array("false".utf8))]).isEmpty
        && form.status(of: \.name).state == .pending
    }
    trial.awkward("several remote conditions", "one refusal is reported at a time") {
      let rules: [RuleEntry] = [.remote(url).id("one"), .remote(url + "r").id("two")]
      let result = try await Validator(rules).validate("a", using: free("false"))
      return result.errors.map(\.rule) == ["one"]
    }
    trial.works("a request of one's own") {
      struct NameIsFree: AsyncRequirement {
        let code = "name.taken"
        let message = "{label} is taken."
        func check(_ value: String) async throws -> Bool { value != "ana" }
      }
      return try await Validator(.custom(NameIsFree())).validate("ana", using: .local).errors.map(
        \.code) == ["name.taken"]
    }
  }

  private static func successor(_ trial: inout Trial) {
    trial.differs("ValidationRuleRequired accepts an empty text", 1) {
      try !"".satisfyAll(.required).isValid
    }
    trial.works("ValidationRuleRequired of nil") {
      try !Validator(for: String?.self, .required).isValid(nil)
    }
    trial.rule("ValidationRuleEquality", .equals(3), 3, 4)
    trial.works("ValidationRuleEquality with a dynamic target") {
      let form = try ModelValidator<TrialForm> {
        Property("password", \.password); Property("repeated", \.repeated, .equals(\.password))
      }
      return !form.validate(TrialForm(password: "a", repeated: "b")).isValid
    }
    trial.works("a dynamic target outside of the model") {
      let rule = RuleEntry.custom("same", "{label} differs.") { (text: String) in
        text == target.withLock { $0 }
      }
      return try accepts(rule, "now", "then")
    }
    trial.rule("ValidationRuleComparison", .range(min: 1, max: 3), 3, 4)
    trial.awkward("ValidationRuleComparison of strings", "a rule of one's own") {
      let letters = RuleEntry.custom("letters", "{label} must be from b to d.") { (text: String) in
        ("b"..."d").contains(text)
      }
      return try accepts(letters, "c", "e")
    }
    for unit in RuleEntry.LengthUnit.allCases {
      trial.rule("ValidationRuleLength in \(unit)", .length(min: 2, max: 3, unit: unit), "ab", "a")
    }
    trial.rule("ValidationRulePattern", .pattern("[0-9]+"), "12", "a12")
    trial.rule("EmailValidationPattern", .email(), "user@valid.museum", "user@valid")
    trial.rule(
      "the very addresses of Validator", .use("val.email"), "user@valid.museum", "a..b@c.com")
    trial.rule("ContainsNumberValidationPattern", .characters(.digit), "a1", "a")
    trial.rule("CaseValidationPattern.uppercase", .characters(.upper), "aB", "ab")
    trial.rule("CaseValidationPattern.lowercase", .characters(.lower), "aB", "AB")
    trial.rule("ValidationRuleContains", .in(["a", "b"]), "a", "c")
    trial.rule("ValidationRuleURL", .url(schemes: ["any"]), "mailto:ana@example.com", "a b")
    trial.rule(
      "ValidationRulePaymentCard", .paymentCard(types: [.visa], strip: .nothing),
      "4111111111111111", "4111 1111 1111 1111")
    trial.rule(
      "ValidationRulePaymentCard: UnionPay", .paymentCard(types: [.unionPay]), "6200000000000005",
      "4111111111111111")
    trial.rule(
      "ValidationRuleCondition", .custom("even", "Even.") { (value: Int) in value % 2 == 0 }, 2, 3)
    trial.works("ValidationRuleSet, and add") {
      var rules: [RuleEntry] = [.required]
      rules.append(.email())
      return try !rules.validate("x").isValid
    }
    trial.works("merge(with:)") {
      let (good, bad) = (try "a".satisfyAll(.required), try "a".satisfyAll(.email()))
      return !good.and(bad).isValid
    }
    trial.works("ValidationResult is compared") {
      try "a".satisfyAll(.email()) == "a".satisfyAll(.email())
    }
    trial.works("a ValidationError of one's own, with a message") {
      try "x".satisfyAll(.email().code("mail").message("No address")).errors.map {
        [$0.code, $0.message]
      } == [["mail", "No address"]]
    }
    trial.works("validateOnInputChange, validateOnEditingEnd") {
      var field = FieldSession("", policy: .inputAndFocusLoss, try Validator(.required))
      return field.edit(to: "")?.after == .invalid && field.blur()?.after == .invalid
    }
    trial.works("a slider's Float") {
      var field = FieldSession(
        Float(0), policy: .input, try Validator(for: Float.self, .range(max: 0.5)))
      return field.edit(to: 0.75)?.after == .invalid
    }
    trial.missing("extensions of UITextField, UITextView and UISlider", "UIKit")
  }

  private static let target = Mutex("now")
}
