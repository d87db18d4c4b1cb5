import FormModels
import Testing

/// What AJWValidator's README shows, with formrec.
@Suite struct AJWValidatorReadmeTests {
  @Test func rulesWithMessages() throws {
    let rules: [RuleEntry] = [
      .required.message("Please fill this in"),
      .length(min: 6, max: 12, unit: .utf16).message("6 to 12 characters, please"),
      .characters(.digit).message("No digit?"),
    ]
    let validator = try Validator(rules)
    #expect(validator.validate("").errors.map(\.message) == ["Please fill this in"])
    #expect(
      validator.validate("abc").errors.map(\.message) == [
        "6 to 12 characters, please", "No digit?",
      ])
    #expect(validator.isValid("abcde1"))
    #expect(rules.count == 3)
  }

  @Test func numbersEqualityPatternsAndBlocks() throws {
    let even = RuleEntry.custom("even", "Must be even") { (value: Int) in value % 2 == 0 }
    let number = try Validator(for: Int.self, .range(min: 1, max: 10), even)
    #expect(number.validate(13).errors.map(\.code) == ["range.tooLarge", "even"])
    #expect(try "a@b.example".satisfyAll(.email(), .pattern(".+"), .equals("a@b.example")).isValid)
    // A validator's rules added to another one's.
    let first: [RuleEntry] = [.required]
    #expect(try !Validator(first + [.length(min: 3)]).isValid("ab"))
  }

  struct User: Sendable { var name = "" }

  /// An attached validator, its states, and a remote condition with parameters.
  @Test func aRemoteCondition() async throws {
    let users = try ModelValidator<User> {
      Property(
        "name", \.name, .length(min: 3),
        .remote("https://example.com/validate", extra: ["country": "DE"])
          .message(["remote.refused": "This name is taken."]))
    }
    let client = ServiceClient(concurrency: 4, retries: 1) { request in
      let body = String(decoding: request.body, as: UTF8.self)
      #expect(body.hasSuffix(#","extra":{"country":"DE"}}"#))
      return .response(status: 200, body: Array((body.contains("taken") ? "false" : "true").utf8))
    }
    let form = LiveForm(FormSession(User(), users, policy: .input), using: client)
    var states: [ValidationState] = []
    states.append(
      await form.update { session in
        session.edit(\.name, to: "ab")
        return session.status(of: \.name).state
      })
    states.append(
      await form.update { session in
        session.edit(\.name, to: "taken")
        return session.status(of: \.name).state
      })
    let refused = try await form.submit()
    #expect(refused.errors.map(\.message) == ["This name is taken."])
    await form.update { $0.edit(\.name, to: "free") }
    states.append(try await form.submit().state)
    #expect(states == [.invalid, .pending, .valid])
  }
}
