import FormModels
import Testing

/// What FormValidatorSwift's README shows, with formrec.
@Suite struct FormValidatorSwiftReadmeTests {
  private let alphanumeric: [RuleEntry] = [.characters(.alphanumeric, mode: .only)]

  @Test func conditionsAndValidators() throws {
    let validator = try Validator(alphanumeric)
    #expect(validator.isValid("Foo123"))
    #expect(!validator.isValid("Foo?!@"))
    #expect(validator.validate("Foo123").errors.isEmpty)
    #expect(validator.validate("Foo?!@").errors.map(\.rule) == ["value.characters"])
  }

  struct Contact: Sendable { var name = "", email = "" }

  private func form() throws -> FormSession<Contact> {
    let validator = try ModelValidator<Contact> {
      Property("name", \.name, .required).adding(alphanumeric)
      Property("email", \.email, .required, .email()).label("E-mail")
    }
    var form = FormSession(Contact(), validator, policy: .focusLossThenInput)
    form.setRefusesInvalidInput(true, for: \.name)
    form.setPolicy(.input, for: \.name)
    return form
  }

  /// `ValidatorTextField(validator: AlphanumericValidator())`: other text is not let in.
  @Test func fieldRefusesInvalidInput() throws {
    var form = try form()
    form.edit(\.name, to: "Foo1")
    let events = form.edit(\.name, to: "Foo1?")
    guard case .refused(field: "name", let rules) = try #require(events.first) else {
      Issue.record("it was taken: \(events)")
      return
    }
    #expect(rules.map(\.code) == ["characters.notAllowed"])
    #expect(form.model.name == "Foo1")
  }

  /// `shouldAllowViolation` and `validateOnFocusLossOnly`, and what the delegate is told.
  @Test func fieldIsValidatedOnFocusLoss() throws {
    var form = try form()
    var told: [String] = []
    func tell(_ events: [FormEvent]) {
      for event in events {
        switch event {
        case .edited(let field): told.append("\(field) changed")
        case .validityChanged(let change):
          told.append("\(change.after == .valid ? "valid" : "invalid")")
          told += change.errors.map(\.message)
        case .refused, .validated, .formValidated: break
        }
      }
    }
    form.focus(\.email)
    tell(form.edit(\.email, to: "ana@"))
    tell(form.blur(\.email))
    tell(form.edit(\.email, to: "ana@b"))
    tell(form.edit(\.email, to: "ana@b.example"))
    #expect(
      told == [
        "email changed", "invalid", "E-mail must be an email address, such as ana@example.com.",
        "email changed", "email changed", "valid",
      ])
  }

  @Test func aForm() throws {
    var form = try form()
    #expect(form.validate().state == .invalid)
    #expect(form.errors.map(\.field) == ["name", "email"])
    form.edit(\.name, to: "Foo1")
    form.edit(\.email, to: "ana@example.com")
    #expect(form.isSubmittable && form.state == .valid)
  }

  /// A condition of one's own, by a regular expression and by code.
  struct NoCapitalA: Requirement {
    let code = "noCapitalA"
    let message = "{label} must not contain A."
    func check(_ value: String) -> Bool { !value.contains("A") }
  }

  @Test func customConditions() throws {
    #expect(!(try Validator(.pattern("[^A]*")).isValid("Ana")))
    let validator = try Validator(label: "Name", .custom(NoCapitalA()))
    #expect(validator.validate("Ana").errors.map(\.message) == ["Name must not contain A."])
  }
}
