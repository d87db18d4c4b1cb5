extension ModelValidator where Root: Sendable {
  /// Judges a model, and asks services without blocking where rules `remote` want it: only when
  /// nothing else has rejected the model, all questions at once, each once. Where there is no answer
  /// the model is invalid, by `remote.unavailable`.
  ///
  /// - Throws: `CancellationError`.
  public func validate(
    _ model: Root, asking client: RemoteClient, stop: RuleEntry.Stop = .never,
    scenario: String? = nil, language: Localization = .english, now: Instant? = nil
  ) async throws -> ValidationResult<Root> {
    try await validate(
      all: [model], asking: client, stop: stop, scenario: scenario, language: language, now: now)[0]
  }

  /// Judges several models together, and asks about all of them at once.
  ///
  /// - Throws: `CancellationError`.
  public func validate(
    all models: [Root], asking client: RemoteClient, stop: RuleEntry.Stop = .never,
    scenario: String? = nil, language: Localization = .english, now: Instant? = nil
  ) async throws -> [ValidationResult<Root>] {
    let call = ValidationCall(scenario: scenario, language: language, now: now ?? .now)
    return try await client.judging(call) { validate(all: models, stop: stop, $0) }
  }
}

extension Validator where Value: Sendable {
  /// Judges a value, and asks services without blocking; see `ModelValidator`.
  ///
  /// - Throws: `CancellationError`.
  public func validate(
    _ value: Value, asking client: RemoteClient, stop: RuleEntry.Stop = .never,
    scenario: String? = nil, language: Localization = .english, now: Instant? = nil
  ) async throws -> ValidationResult<Value> {
    let call = ValidationCall(scenario: scenario, language: language, now: now ?? .now)
    return try await client.judging(call) { validate(value, stop: stop, $0) }
  }
}

extension RemoteClient {
  /// Judges, asks what came up, and judges again with the answers, until nothing comes up: a rule may
  /// ask because another one has accepted.
  fileprivate func judging<Result>(
    _ call: ValidationCall, _ judge: (ValidationCall) -> Result
  ) async throws -> Result {
    let book = AnswerBook()
    var call = call
    (call.remote, call.hasAnswers) = (book.check, true)
    while true {
      let result = judge(call)
      let open = book.open
      if open.isEmpty { return result }
      book.add(Dictionary(zip(open, try await answers(to: open))) { $1 })
    }
  }
}
