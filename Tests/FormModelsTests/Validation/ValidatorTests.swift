import FormModels
import Testing

@Suite struct ValidatorTests {
  private func codes(_ result: ValidationResult<some Any>) -> [String] { result.errors.map(\.code) }

  @Test func resultsListErrors() throws {
    let validator = try Validator(
      label: "E-mail", .required, .email(), .length(max: 8).severity(.warning))
    let result = validator.validate("ana@example")
    #expect(result.status == .invalid)
    #expect(result.value == "ana@example")
    let error = try #require(result.errors.first)
    #expect(error.field == "value")
    #expect(error.rule == "value.email")
    #expect(error.code == "email.invalid")
    #expect(error.severity == .error)
    #expect(error.message == "E-mail must be an email address, such as ana@example.com.")
    let warning = try #require(result.warnings.first)
    #expect(warning.code == "length.tooLong")
    #expect(warning.arguments.contains(MessageArgument("length", 11)))
    #expect(warning.arguments.contains(MessageArgument("max", 8)))
    #expect(result.errors.count == 1)
    #expect(result.warnings.count == 1)
  }

  /// A value with only warnings is valid.
  @Test func warningsDoNotInvalidate() throws {
    let result = try "abc".satisfyAll(.length(max: 2).severity(.warning))
    #expect(result.isValid)
    #expect(result.errors.isEmpty)
    #expect(result.warnings.count == 1)
  }

  @Test func failedRequiredOrTypeSkipsOtherRules() throws {
    let validator = try Validator(as: .integer, .required, .range(min: 1))
    #expect(codes(validator.validate("")) == ["required"])
    #expect(codes(validator.validate("x")) == ["integer.invalid"])
    #expect(codes(validator.validate("0")) == ["range.tooSmall"])
  }

  @Test func emptyRuleListIsValid() throws {
    #expect(try [].validate("x").isValid)
    #expect(throws: DefinitionErrors.self) { try Validator(anyOf: []) }
  }

  @Test func oneAlternativeSuffices() throws {
    let validator = try Validator(anyOf: [.email(), .pattern("\\+[0-9]+"), .pattern("[0-9]{3}")])
    for text in ["ana@example.com", "+49", "123"] {
      #expect(validator.validate(text).isValid)
      #expect(validator.validate(text).errors.isEmpty)
    }
    let result = validator.validate("12")
    #expect(codes(result) == ["email.invalid", "pattern.mismatch", "pattern.mismatch"])
    #expect(result.errors.map(\.rule) == ["value.email", "value.pattern", "value.pattern.2"])
    #expect(codes(validator.validate("12").upTo(.first)) == ["email.invalid"])
    // A value that no rule judges is valid.
    #expect(validator.isValid(""))
  }

  /// Otherwise any text would satisfy a list that contains `required`.
  @Test func requiredAndTypeAreNotAlternatives() throws {
    let validator = try Validator(
      as: .integer, anyOf: [.required, .range(max: 3), .in(["50"])])
    #expect(validator.isValid("2"))
    #expect(validator.isValid("50"))
    #expect(codes(validator.validate("4")) == ["range.tooLarge", "in.notListed"])
    #expect(codes(validator.validate("")) == ["required"])
    #expect(codes(validator.validate("x")) == ["integer.invalid"])
  }

  @Test(arguments: [
    (RuleEntry.Stop.never, ["a", "b", "c"]), (.first, ["a", "b"]), (.firstPerField, ["a", "b"]),
  ])
  func stopKeepsErrorsUpToTheFirst(stop: RuleEntry.Stop, expected: [String]) throws {
    let validator = try Validator(
      .length(max: 1).code("a").severity(.warning), .lacks("x").code("b"), .email().code("c"))
    let result = validator.validate("xyz").upTo(stop)
    #expect((result.warnings + result.errors).map(\.code) == expected)
  }

  @Test func scenariosAndClockApplyToOneCall() throws {
    let validator = try Validator(for: Instant.self, .before(.now).scenarios("past"))
    let now = try #require(Instant(text: "2026-01-01T00:00:00Z"))
    #expect(validator.validate(now, scenario: "past", now: now).status == .invalid)
    #expect(validator.validate(now, scenario: "future", now: now).status == .valid)
    #expect(validator.validate(now, scenario: "past").status == .valid)
  }

  @Test func messagesAreInTheRequestedLanguage() throws {
    let rule = RuleEntry.email().message("{label}!").message("{label}? Nein.", language: "de")
    let validator = try Validator(label: "Mail", rule)
    #expect(validator.validate("x").errors[0].message == "Mail!")
    let error = validator.validate("x", in: "de").errors[0]
    #expect(error.message == "Mail? Nein.")
    #expect(error.message(in: "xx") == "Mail!")
    #expect(error == validator.validate("x").errors[0])
  }

  @Test func labelsAndCataloguesHaveLanguages() throws {
    let field = Field(name: "value", label: "Mail", type: .text)
    let validator = try Validator(
      field.changed { $0.labelTranslations = ["de": "Adresse"] }, .email())
    let error = validator.validate("x", in: "de").errors[0]
    #expect(error.message.contains("Adresse"))
    #expect(error.message(in: .english).hasPrefix("Mail must"))
    let own = try MessageCatalogue(language: "de", codes: ["email.invalid": "{label}: falsch"])
    #expect(error.message(in: Localization("de-AT", catalogues: [own])) == "Adresse: falsch")
  }

  @Test func rulesMayTrim() throws {
    #expect(try " ana@example.com ".satisfyAll(.email().trimmed()).isValid)
    #expect(try Validator(trim: true, .email()).isValid(" ana@example.com\n"))
    #expect(!(try Validator(.email()).isValid(" ana@example.com")))
  }

  @Test func errorsInRulesAreReportedTogether() {
    let error = #expect(throws: DefinitionErrors.self) {
      try Validator(.length(), .pattern("("), .range(min: 2, max: 1), .use("slugg"))
    }
    #expect(error?.errors.count == 4)
    #expect(error?.description.contains("did you mean 'slug'?") == true)
  }

  @Test func modifiersAreRefusedInNestedRules() {
    let error = #expect(throws: DefinitionErrors.self) {
      try Validator(.not(.email().message("no")))
    }
    #expect(error?.description.contains("move it next to 'not'") == true)
  }

  /// Rules on files, services and stored values in a validator that has none of these.
  @Test func undecidedRulesAreListed() throws {
    let file = try Validator(as: .file, .byteSize(max: 3))
    #expect(file.validate("a.txt").isValid)
    #expect(file.validate("a.txt").skipped == ["value.byteSize"])
    #expect(file.validate("data:,abc").skipped == [])
    #expect(file.validate("data:,abcd").errors.map(\.code) == ["byteSize.tooLarge"])
    let stored = try Validator(.exists(form: "people", field: "id"), .length(max: 3))
    #expect(stored.validate("abc").errors.map(\.code) == ["exists.unavailable"])
    #expect(stored.validate("").isValid)
  }

  /// A pattern needs separate memory in each thread.
  @Test(.timeLimit(.minutes(10))) func aValidatorMayBeUsedFromSeveralTasks() async throws {
    let validator = try Validator(.required, .pattern("([a-z]+[0-9])+"), .length(max: 50))
    let wrong = await withTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          (0..<500).count { index in
            let text = index % 2 == 0 ? "a\(task % 10)b\(index % 10)" : "\(task)a"
            return validator.isValid(text) != (index % 2 == 0)
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
}
