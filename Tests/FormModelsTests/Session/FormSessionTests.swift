import FormModels
import Testing

@Suite struct FormSessionTests {
  private func session(_ policy: FieldValidationPolicy = .input) throws -> FormSession<SignUp> {
    try SignUp.session(policy)
  }

  @Test func eventsAreOrdered() throws {
    var form = try session()
    #expect(form.state == .untouched)
    #expect(form.status(of: \.email).state == .untouched)
    #expect(
      form.edit(\.email, to: "ana").map(\.short) == [
        "edited email", "validated email", "changed email untouched-invalid +email.invalid",
        "form untouched-invalid",
      ])
    #expect(
      form.edit(\.email, to: "ana@").map(\.short) == [
        "edited email", "validated email", "form invalid-invalid",
      ])
    #expect(
      form.edit(\.email, to: "ana@example.com").map(\.short) == [
        "edited email", "validated email", "changed email invalid-valid -email.invalid",
        "form invalid-untouched",
      ])
    #expect(form.model.email == "ana@example.com")
  }

  /// A submission validates again exactly while the form is stale.
  @Test func changesOfContentMakeTheFormStale() throws {
    typealias Change = (inout FormSession<SignUp>) -> Void
    func isStale(after change: Change) throws -> Bool {
      var form = try session()
      form.setRefusesInvalidInput(true, for: \.password)
      _ = form.validate()
      #expect(!form.isStale)
      change(&form)
      return form.isStale
    }
    let changes: [Change] = [
      { _ = $0.edit(\.email, to: "a") }, { _ = $0.setEnabled(false, for: \.email) },
      { _ = $0.remove(\.email) }, { _ = $0.reset(to: SignUp()) }, { $0.scenario = "final" },
      { $0.now = Instant(seconds: 0) }, { $0.localization = Localization("de") },
    ]
    for (index, change) in changes.enumerated() {
      #expect(try isStale(after: change), "\(index)")
    }
    let others: [Change] = [
      { $0.focus(\.email) }, { _ = $0.blur(\.email) }, { $0.setPolicy(.manual, for: \.email) },
      { _ = $0.setEnabled(true, for: \.email) }, { $0.scenario = nil }, { $0.now = nil },
      { _ = $0.addServerErrors([]) }, { _ = $0.edit(\.password, to: "123456789") },
    ]
    for (index, change) in others.enumerated() {
      #expect(try !isStale(after: change), "\(index)")
    }
  }

  /// A different length is not an event, a different code is.
  @Test func changedArgumentsAreNotAnEvent() throws {
    var form = try session()
    _ = form.edit(\.password, to: "a")
    #expect(!form.edit(\.password, to: "ab").contains { $0.short.hasPrefix("changed password") })
    let found = form.status(of: \.password).errors.first?.arguments.first { $0.name == "length" }
    #expect(found?.value == "2")
    let long = form.edit(\.password, to: "abcdefghijk").map(\.short)
    #expect(
      long.contains("changed password invalid-invalid +length.tooLong -length.tooShort"))
  }

  @Test(arguments: [
    (FieldValidationPolicy.input, [true, false, true]), (.focusLoss, [false, true, false]),
    (.focusLossThenInput, [false, true, true]), (.manual, [false, false, false]),
  ])
  func policyDeterminesWhenFieldsAreJudged(policy: FieldValidationPolicy, judged: [Bool]) throws {
    var form = try session(policy)
    form.focus(\.email)
    #expect(form.status(of: \.email).hasFocus)
    let calls = [form.edit(\.email, to: "a"), form.blur(\.email), form.edit(\.email, to: "b")]
    #expect(calls.map { $0.map(\.short).contains("validated email") } == judged)
    let status = form.status(of: \.email)
    #expect(status.isEdited && !status.hasFocus)
    #expect(status.isStale == !judged[2])
    #expect(form.validate().state == .invalid)
    #expect(form.status(of: \.email).state == .invalid)
  }

  @Test func editingOneSideJudgesTheOther() throws {
    var form = try session()
    _ = form.edit(\.password, to: "secret")
    #expect(form.status(of: \.repeated).state == .untouched)
    _ = form.edit(\.repeated, to: "secre")
    #expect(form.status(of: \.repeated).state == .invalid)
    _ = form.edit(\.repeated, to: "secret")
    #expect(form.status(of: \.repeated).state == .valid)
    #expect(
      form.edit(\.password, to: "secrets").map(\.short) == [
        "edited password", "validated password", "validated repeated",
        "changed repeated valid-invalid +equals.different", "form untouched-invalid",
      ])
  }

  @Test func recordRulesWaitForTheirFields() throws {
    var form = try session()
    _ = form.edit(\.email, to: "a@b.example")
    #expect(form.status.state == .untouched)
    let events = form.edit(\.password, to: "a@b.example").map(\.short)
    #expect(events.contains("changed - untouched-invalid +must.isFalse"))
    #expect(form.status.errors.map(\.rule) == ["record.must"])
    _ = form.edit(\.password, to: "other")
    #expect(form.status.state == .valid)
  }

  @Test func wholeFormIsValidatedWithOrWithoutFieldEvents() throws {
    var form = try session()
    let silent = form.validate(notifyingFields: false)
    #expect(silent.state == .invalid)
    #expect(silent.events.isEmpty)
    #expect(
      silent.errors.map(\.rule) == [
        "email.required", "password.required", "address.country.required",
      ])
    #expect(form.state == .untouched)
    #expect(form.firstInvalidField == nil)
    let told = form.validate()
    #expect(told.errors == silent.errors)
    #expect(told.events.first?.short == "validated email")
    #expect(told.events.last?.short == "form untouched-invalid")
    #expect(form.firstInvalidField == "email")
    form.edit(\.email, to: "a@b.example")
    #expect(form.firstInvalidField == "password")
    #expect(!form.isSubmittable)
    form.edit(\.password, to: "secret")
    form.edit(\.repeated, to: "secret")
    form.edit(\.address.country, to: "DE")
    form.edit(\.address.zip, to: "12345")
    form.edit(\.age, to: 17)
    #expect(form.isSubmittable)
    #expect(form.warnings.map(\.rule) == ["age.range"])
    #expect(form.validate().state == .valid)
    let events = form.reset(to: SignUp()).map(\.short)
    #expect(
      events.contains { $0.hasPrefix("changed age ") } && events.last == "form valid-untouched")
    #expect(form.state == .untouched && form.model.email.isEmpty)
  }

  @Test func invalidKeystrokesAreRefused() throws {
    var form = try session(.manual)
    form.setRefusesInvalidInput(true, for: \.password)
    for key in ["a", "ab", "abc", "abcdefgh"] {
      #expect(form.edit(\.password, to: key).map(\.short) == ["edited password"])
    }
    #expect(
      form.edit(\.password, to: "abcdefghi").map(\.short) == [
        "refused password [\"length.tooLong\"]"
      ])
    #expect(form.model.password == "abcdefgh")
    form.edit(\.password, to: "ab")
    #expect(form.model.password == "ab")
    form.setRefusesInvalidInput(false, for: \.password)
    form.edit(\.password, to: "abcdefghi")
    #expect(form.model.password == "abcdefghi")
  }

  /// The positions of fields change, and those of conditions, which follow them.
  @Test func filtersFollowChangedFields() throws {
    struct Person { var name = "", code = "" }
    var form = FormSession(
      Person(),
      try ModelValidator<Person> {
        Property("name", \.name, .length(max: 2).when("isShort") { $0.code.isEmpty })
      })
    form.setRefusesInvalidInput(true, for: "name")
    try form.add(Property("code", \.code).order(-1))
    form.edit(\.name, to: "ab")
    #expect(form.edit(\.name, to: "abc").map(\.short) == ["refused name [\"length.tooLong\"]"])
    form.edit(\.code, to: "x")
    form.edit(\.name, to: "abc")
    #expect(form.model.name == "abc")
  }

  @Test func aManualFieldIsValidatedAgainByNewRules() throws {
    struct Person { var name = "abc" }
    var form = FormSession(
      Person(), try ModelValidator<Person> { Property("name", \.name, .length(max: 3)) },
      policy: .manual)
    form.validate()
    #expect(form.status(of: "name").state == .valid)
    try form.setRules(.length(max: 2), for: "name")
    #expect(form.status(of: "name").errors.map(\.code) == ["length.tooLong"])
  }

  @Test func disabledAndRemovedFieldsAreNotJudged() throws {
    var form = try session()
    form.validate()
    #expect(form.status(of: \.password).state == .invalid)
    #expect(
      form.setEnabled(false, for: \.password).map(\.short) == [
        "changed password invalid-untouched -required"
      ])
    #expect(form.errors.map(\.rule) == ["email.required", "address.country.required"])
    form.setEnabled(true, for: \.password)
    #expect(form.status(of: \.password).errors.map(\.code) == ["required"])
    form.edit(\.password, to: "secret")
    form.edit(\.repeated, to: "secret")
    form.remove(\.password)
    #expect(!form.fields.contains("password"))
    // The value to compare with is missing, so there is no error.
    #expect(form.status(of: \.repeated).state == .valid)
    form.edit(\.repeated, to: "other")
    #expect(form.status(of: \.repeated).state == .valid)
    form.restore(\.password)
    #expect(form.status(of: \.repeated).state == .invalid)
    #expect(form.status(of: \.password).state == .untouched)
  }

  @Test func aPropertyIsAddedWhileTheFormIsOpen() throws {
    var form = try session()
    form.edit(\.email, to: "x")
    try form.add(Property("zip", \.delivery?.zip, .required), policy: .input)
    #expect(form.fields.contains("zip"))
    #expect(form.status(of: \.email).state == .invalid)
    form.edit("zip") { $0.delivery = SignUp.Address() }
    #expect(form.status(of: "zip").errors.map(\.rule) == ["zip.required"])
    #expect(throws: DefinitionErrors.self) {
      try form.add(Property("other", \.email).adding([RuleEntry("emial")]))
    }
    #expect(!form.fields.contains("other"))
  }

  @Test func serverErrorsRemainUntilTheFieldIsEdited() throws {
    var form = try session(.focusLoss)
    form.edit(\.email, to: "a@b.example")
    form.blur(\.email)
    let taken = ValidationError(
      field: "email", rule: "email.free", code: "taken", message: "Taken.")
    let closed = ValidationError(rule: "closed", code: "closed", message: "Closed.")
    #expect(
      form.addServerErrors([taken, closed]).map(\.short) == [
        "changed email valid-invalid +taken", "changed - untouched-invalid +closed",
        "form untouched-invalid",
      ])
    form.validate()
    #expect(form.status(of: \.email).errors == [taken])
    #expect(
      form.edit(\.email, to: "c@d.example").map(\.short) == [
        "edited email", "changed email invalid-valid -taken", "changed - invalid-valid -closed",
      ])
    form.addServerErrors([taken])
    form.removeServerErrors()
    #expect(form.status(of: \.email).state == .valid)
  }

  @Test func nestedAndRepeatedValuesAreFields() throws {
    var form = try session()
    form.edit(\.address.zip, to: "1")
    form.edit(\.address.country, to: "DE")
    #expect(form.status(of: \.address.zip).errors.map(\.field) == ["address.zip"])
    #expect(form.status(of: "address.zip").errors.map(\.rule) == ["address.zip.length"])
    form.edit(\.items, to: [SignUp.Item(name: "a"), SignUp.Item(name: "a", quantity: 0)])
    #expect(
      form.status(of: \.items).errors.map { "\($0.field ?? "") \($0.rule)" } == [
        "items[1].name items.name.unique", "items[1].quantity items.quantity.range",
      ])
    form.edit("items") { $0.items[1] = SignUp.Item(name: "b") }
    #expect(form.status(of: \.items).state == .valid)
    let error = ValidationError(field: "items[0].name", rule: "r", code: "c", message: "m")
    form.addServerErrors([error])
    #expect(form.status(of: \.items).errors == [error])
  }

  @Test func serverErrorsOfNestedValuesRemainUntilOneOfTheirFieldsIsEdited() throws {
    var form = try session()
    let errors = ["address", "address.street"].map {
      ValidationError(field: $0, rule: "r", code: "c", message: "m")
    }
    form.addServerErrors(errors)
    #expect(form.status(of: "address").errors == errors)
    #expect(form.status.errors.isEmpty)
    form.edit(\.email, to: "c@d.example")
    #expect(form.status(of: "address").errors == errors)
    form.edit(\.address.zip, to: "12345")
    #expect(form.status(of: "address").errors.isEmpty)
  }

  @Test func copiesAreIndependent() throws {
    var form = try session()
    let before = form
    form.edit(\.email, to: "x")
    #expect(before.status(of: \.email).state == .untouched)
    #expect(before.model.email.isEmpty)
  }

  /// A key path without a property may affect any property.
  @Test func unknownPathsJudgeTheKnownFields() throws {
    var form = try session()
    form.edit(\.email, to: "a@b.example")
    let events = form.edit(\.self, to: SignUp(email: "x")).map(\.short)
    #expect(events.first == "validated email")
    #expect(form.status(of: \.email).state == .invalid)
  }

  @Test func dictionarySessionsHaveLanguagesAndScenarios() throws {
    let validator = try FormValidator {
      Property("age", as: .integer, .required, .range(min: 18).scenarios("adult"))
    }
    var form = FormSession([:], validator, policy: .input, localization: "de")
    form.edit("age", to: "x")
    #expect(form.status(of: "age").errors.map(\.code) == ["integer.invalid"])
    form.edit("age", to: nil)
    #expect(form.status(of: "age").errors.map { $0.message(in: "en") } == ["age is required."])
    #expect(form.errors.first?.message != "age is required.")
    form.edit("age", to: 5)
    #expect(form.status(of: "age").state == .invalid)
    form.scenario = "child"
    form.edit("age", to: 6)
    #expect(form.status(of: "age").state == .valid)
  }

  /// After any edits, a session has the errors that the validator finds in the model.
  @Test func sessionsAgreeWithTheValidator() throws {
    let validator = try SignUp.validator()
    var form = try session()
    for (index, text) in ["", "a", "a@b.example", "secret", "12345"].enumerated() {
      form.edit(\.email, to: text)
      form.edit(\.repeated, to: index > 2 ? text : "")
      form.edit(\.password, to: text)
      form.edit(\.address.zip, to: text)
      form.edit(\.age, to: index * 10)
      let result = validator.validate(form.model)
      let outcome = form.validate(notifyingFields: false)
      #expect(Set(outcome.errors.map(\.rule)) == Set(result.errors.map(\.rule)))
      #expect(outcome.warnings == result.warnings)
    }
  }
}
