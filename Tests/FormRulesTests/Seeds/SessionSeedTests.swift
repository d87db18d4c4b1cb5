import FormModels
import FormTestSupport
import Testing

@testable import FormRules

/// The source libraries' tests of forms, typing and states, with live forms.
@Suite(.enabled(if: Repository.hasShared, "third-party data in ../shared is absent"))
struct SessionSeedTests {
  private func seeds(_ rules: String...) throws -> [Seed] {
    try #require(SeedPredicates.areRegistered)
    return try Seed.all().filter { rules.contains($0.rule) }
  }

  private func session(
    _ fields: [SeedField], policy: FieldValidationPolicy
  ) throws -> FormSession<[String: any FormValue]> {
    let rules = try fields.map { field in
      var reader = SeedEntries()
      return FieldRules(field: field.name, rules: try reader.entries(field))
    }
    let form = Form(name: "seed", fields: fields.map { Field(name: $0.name, type: .text) })
    return FormSession(
      [:], try FormValidator(form, RuleSet(name: "seed", form: "seed", fields: rules)),
      policy: policy)
  }

  private func fields(_ seed: Seed) -> [SeedField] {
    let rule = SeedRule(seed)
    if case .fields(let fields) = SeedTable.reading(rule) { return fields }
    return [SeedField(rules: [rule])]
  }

  /// Whole forms of ATGValidator and FormValidatorSwift.
  @Test func seedFormsAgree() throws {
    let seeds = try seeds("FormValidator", "ControlForm.isValid")
    #expect(seeds.count == 6)
    for seed in seeds {
      var form = try session(fields(seed), policy: .focusLoss)
      for (name, value) in try #require(seed.input.object).sorted(by: { $0.key < $1.key }) {
        form.edit(name, to: value.text)
      }
      #expect(form.state == .untouched)
      #expect(form.isSubmittable == seed.isAccepted, "\(seed.id)")
      let outcome = form.validate()
      #expect((outcome.state == .valid) == seed.isAccepted, "\(seed.id)")
      #expect(outcome.errors.isEmpty == seed.isAccepted)
      if let errors = seed.errors {
        #expect(outcome.errors.map(\.code) == errors, "\(seed.id)")
      }
    }
  }

  /// Rejected and accepted keys.
  @Test func seedKeystrokesAgree() throws {
    let seeds = try seeds("ValidatorTextField.typing")
    #expect(seeds.count == 6)
    for seed in seeds {
      guard case .typing(let rule, let refuses) = SeedTable.reading(SeedRule(seed)) else {
        Issue.record("\(seed.id) is no typing")
        continue
      }
      var form = try session([SeedField(rules: [rule])], policy: .input)
      form.setRefusesInvalidInput(refuses, for: "value")
      var refused = 0
      for key in seed.input.text ?? "" {
        let text = form.model["value"]?.formText ?? ""
        for case .refused in form.edit("value", to: text + String(key)) { refused += 1 }
      }
      #expect(form.model["value"]?.formText == seed.result?.object?["text"]?.text, "\(seed.id)")
      #expect((refused == 0) == seed.isAccepted, "\(seed.id)")
    }
  }

  /// A successful attachment creates a field that is validated during typing.
  @Test func attachedValidatorsJudgeWhileTyping() throws {
    let seeds = try seeds("attachValidator")
    #expect(seeds.count == 3)
    for seed in seeds where seed.isAccepted {
      var form = try session(fields(seed), policy: .input)
      #expect(form.status(of: "value").state == .untouched)
      form.edit("value", to: "x")
      #expect(form.status(of: "value").state == .valid, "\(seed.id)")
    }
  }

  /// The states that a handler received, in order, without repetitions.
  @Test func seedStatesAgree() throws {
    let names = [ValidationState.pending: "waitingForRemote", .valid: "valid", .invalid: "invalid"]
    let seeds = try seeds("remote", "required").filter { !$0.states.isEmpty }
    #expect(seeds.count == 3)
    for seed in seeds {
      var form = try session(fields(seed), policy: .input)
      var events = form.edit("value", to: seed.input.text)
      for inquiry in form.inquiries {
        let response = try #require(seed.params["response"]?.object)
        let answer = ServiceAnswer.response(
          status: 200, body: Array((response["body"]?.text ?? "").utf8))
        events += form.answer(inquiry, with: inquiry.requests.map { _ in answer })
      }
      let states: [String] = events.compactMap { event in
        guard case .validityChanged(let validation) = event else { return nil }
        return names[validation.after]
      }
      #expect(states == seed.states, "\(seed.id)")
      #expect((form.state == .valid) == seed.isAccepted, "\(seed.id)")
    }
  }
}
