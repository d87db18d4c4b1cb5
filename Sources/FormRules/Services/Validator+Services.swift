extension ModelValidator where Root: Sendable {
  /// Validates a model and requests services without blocking. Services are requested only if
  /// nothing else rejects the model, all requests concurrently and each once. Without an answer,
  /// the model is invalid with `remote.unavailable`.
  ///
  /// - Throws: `CancellationError`.
  public func validate(
    _ model: Root, asking client: ServiceClient, stop: RuleEntry.Stop = .never,
    scenario: String? = nil, language: Localization = .english, now: Instant? = nil
  ) async throws -> ValidationResult<Root> {
    try await validate(
      all: [model], asking: client, stop: stop, scenario: scenario, language: language, now: now)[0]
  }

  /// Validates several models together and sends their requests concurrently.
  ///
  /// - Throws: `CancellationError`.
  public func validate(
    all models: [Root], asking client: ServiceClient, stop: RuleEntry.Stop = .never,
    scenario: String? = nil, language: Localization = .english, now: Instant? = nil
  ) async throws -> [ValidationResult<Root>] {
    let call = ValidationCall(scenario: scenario, language: language, now: now ?? .now)
    return try await client.judging(call) { validate(all: models, stop: stop, $0) }
  }

  /// Validates and normalizes a model, and requests services. See `validate(_:asking:)`.
  ///
  /// - Throws: `ValidationErrors` with all failures, and `CancellationError`.
  public func validated(
    _ model: Root, asking client: ServiceClient, scenario: String? = nil,
    language: Localization = .english, now: Instant? = nil
  ) async throws -> Root {
    let result = try await validate(
      model, asking: client, scenario: scenario, language: language, now: now)
    return units.validated(try result.get())
  }
}

extension Validator where Value: Sendable {
  /// Validates a value and requests services without blocking. See `ModelValidator`.
  ///
  /// - Throws: `CancellationError`.
  public func validate(
    _ value: Value, asking client: ServiceClient, stop: RuleEntry.Stop = .never,
    scenario: String? = nil, language: Localization = .english, now: Instant? = nil
  ) async throws -> ValidationResult<Value> {
    let call = ValidationCall(scenario: scenario, language: language, now: now ?? .now)
    return try await client.judging(call) { validate(value, stop: stop, $0) }
  }
}

extension ServiceClient {
  /// Judges, sends the resulting requests, and judges again with the answers until no requests are
  /// left: a rule may need a request because another one has passed.
  fileprivate func judging<Result>(
    _ call: ValidationCall, _ judge: (ValidationCall) -> Result
  ) async throws -> Result {
    let answers = ServiceAnswers()
    var call = call
    call.services = answers
    call.hashKey = (.random(in: .min ... .max), .random(in: .min ... .max))
    while true {
      let result = judge(call)
      let open = answers.removeOpen()
      if open.isEmpty { return result }
      answers.add(try await self.answers(to: open.map(\.request)), to: open)
    }
  }
}
