public import FormRules

extension ModelValidator where Root: Sendable {
  /// Validates a model and requests services without blocking. Services are requested only if
  /// nothing else rejects the model, all requests concurrently and each once. Without an answer,
  /// the model is invalid with `remote.unavailable`.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func validate(
    _ model: Root, using client: ServiceClient, scenario: String? = nil,
    in localization: Localization = .english, now: Instant? = nil
  ) async throws -> ValidationResult<Root> {
    try await validate(
      all: [model], using: client, scenario: scenario, in: localization, now: now)[0]
  }

  /// Validates several models together and sends their requests concurrently.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func validate(
    all models: [Root], using client: ServiceClient, scenario: String? = nil,
    in localization: Localization = .english, now: Instant? = nil
  ) async throws -> [ValidationResult<Root>] {
    let call = call(scenario: scenario, in: localization, now: now ?? .now)
    return try await client.validating(call) { validate(all: models, $0) }
  }

  /// Validates and normalizes a model, and requests services. See `validate(_:using:)`.
  ///
  /// - Throws: `ValidationErrors` with all failures if the model is invalid, and
  ///   `CancellationError` if the task is cancelled.
  public func validated(
    _ model: Root, using client: ServiceClient, scenario: String? = nil,
    in localization: Localization = .english, now: Instant? = nil
  ) async throws -> Root {
    let result = try await validate(
      model, using: client, scenario: scenario, in: localization, now: now)
    return bound.validated(try result.get())
  }
}

extension Validator where Value: Sendable {
  /// Validates a value and requests services without blocking. See `ModelValidator`.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func validate(
    _ value: Value, using client: ServiceClient, scenario: String? = nil,
    in localization: Localization = .english, now: Instant? = nil
  ) async throws -> ValidationResult<Value> {
    let call = ValidationCall(
      scenario: scenario, localization: localization, now: now ?? .now, zone: zone)
    return try await client.validating(call) { validate(value, $0) }
  }
}

extension ServiceClient {
  /// Validates, sends the resulting requests, and validates again with the answers until no
  /// requests are left: a rule may need a request because another one has passed.
  func validating<Result>(
    _ call: ValidationCall, _ validate: (ValidationCall) -> Result
  ) async throws -> Result {
    let answers = ServiceAnswers()
    var call = call
    call.services = answers
    call.hashKey = .random
    while true {
      let result = validate(call)
      let open = answers.removeOpen()
      if open.isEmpty { return result }
      answers.add(try await self.answers(to: open.map(\.request)), to: open)
    }
  }
}
