import FormModels
import Testing

/// What live forms of the four libraries do, row by row of the capability table in
/// `docs/coverage.md`.
@Suite struct InteractionTests {
  struct Form: Sendable { var name = "", email = "", nick = "" }

  private func session(
    _ policy: FieldValidationPolicy, _ rules: RuleEntry..., nick: [RuleEntry] = []
  ) throws -> FormSession<Form> {
    let validator = try ModelValidator<Form> {
      Property("name", \.name).adding(rules)
      Property("email", \.email, .required)
      Property("nick", \.nick).adding(nick)
    }
    return FormSession(Form(), validator, policy: policy)
  }

  /// The events in a word each.
  private func words(_ events: [FormEvent]) -> [String] {
    events.map { event in
      switch event {
      case .edited(let field): "edited \(field)"
      case .refused(let field, _): "refused \(field)"
      case .validated(let validation): "validated \(validation.field ?? "")"
      case .validityChanged(let validation): "changed \(validation.field ?? "")"
      case .formValidated: "form"
      }
    }
  }

  @Test(
    "check on input / focus loss / never",
    arguments: [
      (FieldValidationPolicy.input, [ValidationState.invalid, .invalid]),
      (.focusLoss, [.untouched, .invalid]),
      (.manual, [.untouched, .untouched]),
    ])
  func policies(_ policy: FieldValidationPolicy, _ expected: [ValidationState]) throws {
    var form = try session(policy, .length(min: 3))
    form.focus(\.name)
    form.edit(\.name, to: "ab")
    let typed = form.status(of: \.name).state
    form.blur(\.name)
    #expect([typed, form.status(of: \.name).state] == expected)
    form.validate()
    #expect(form.status(of: \.name).state == .invalid)
  }

  @Test("re-check on input after the first focus loss")
  func focusLossThenInput() throws {
    var form = try session(.focusLossThenInput, .length(min: 3))
    form.edit(\.name, to: "ab")
    #expect(form.status(of: \.name).state == .untouched)
    form.blur(\.name)
    #expect(form.status(of: \.name).state == .invalid)
    form.edit(\.name, to: "abc")
    #expect(form.status(of: \.name).state == .valid)
  }

  @Test("refuse invalid keystrokes")
  func refusal() throws {
    var form = try session(.input, .characters(.digit, mode: .only))
    form.setRefusesInvalidInput(true, for: \.name)
    #expect(words(form.edit(\.name, to: "a")) == ["refused name"])
    form.edit(\.name, to: "12")
    #expect(words(form.edit(\.name, to: "12a")) == ["refused name"])
    #expect(form.model.name == "12")
    form.edit(\.name, to: "1")
    #expect(form.model.name == "1")
  }

  @Test("notify only on a change of validity")
  func changesOnly() throws {
    var form = try session(.input, .length(min: 3))
    #expect(words(form.edit(\.name, to: "a")).contains("changed name"))
    #expect(!words(form.edit(\.name, to: "ab")).contains("changed name"))
    #expect(words(form.edit(\.name, to: "abc")).contains("changed name"))
  }

  @Test("did-change notification regardless")
  func everyEdit() throws {
    var form = try session(.manual, .length(min: 3))
    #expect(words(form.edit(\.name, to: "a")) == ["edited name"])
    #expect(words(form.edit(\.name, to: "ab")) == ["edited name"])
  }

  @Test("waiting state")
  func pending() throws {
    var form = try session(.input, .remote("https://example.com/free"))
    form.edit(\.name, to: "ana")
    #expect(form.status(of: \.name).state == .pending)
    let inquiry = try #require(form.inquiries.first)
    form.answer(inquiry, with: [.response(status: 200, body: Array("true".utf8))])
    #expect(form.status(of: \.name).state == .valid)
  }

  @Test("form aggregation, live handler")
  func aggregation() throws {
    var form = try session(.input, .length(min: 3))
    let events = form.edit(\.name, to: "ab")
    #expect(events.last == .formValidated(before: .untouched, after: .invalid))
    form.edit(\.name, to: "abc")
    form.edit(\.email, to: "")
    #expect(form.state == .invalid && form.errors.map(\.field) == ["email"])
  }

  @Test("validate whole form on demand")
  func whole() throws {
    var form = try session(.manual, .length(min: 3))
    form.edit(\.name, to: "ab")
    #expect(form.validate(notifyingFields: false).errors.map(\.field) == ["name", "email"])
    #expect(form.status(of: \.email).state == .untouched)
    #expect(form.validate().state == .invalid)
    #expect(form.status(of: \.email).state == .invalid)
  }

  @Test("add / remove field at run time")
  func fields() throws {
    var form = try session(.input, .required)
    form.remove(\.email)
    form.edit(\.name, to: "ana")
    #expect(form.validate().state == .valid)
    form.restore(\.email)
    #expect(form.validate().state == .invalid)
    try form.add(Property("initial", reading: { String($0.name.prefix(1)) }, .equals("b")))
    #expect(form.validate().errors.map(\.field) == ["email", "initial"])
  }

  @Test("remove one rule kind")
  func ruleKinds() throws {
    let rules: [RuleEntry] = [.length(min: 3), .email()]
    #expect(try Validator(rules).validate("a").errors.count == 2)
    let others = rules.filter { $0.rule != "email" }
    #expect(try Validator(others).validate("a").errors.map(\.code) == ["length.tooShort"])
  }
}
