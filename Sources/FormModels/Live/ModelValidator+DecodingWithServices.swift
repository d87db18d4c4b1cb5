public import FormRules

extension ModelValidator where Root: Decodable & Sendable {
  /// Decodes a model from a JSON object, validates it and requests services, if nothing else
  /// rejects it. See `decode(from:)` and `validate(_:using:)`.
  ///
  /// ```swift
  /// let account = try await accounts.decode(from: body, using: client)
  /// ```
  ///
  /// - Throws: `ValidationErrors` with all failures, and `CancellationError` if the task is
  ///   cancelled.
  public func decode(
    from json: some Sequence<UInt8> & Sendable, using client: ServiceClient,
    options: DecodingOptions = DecodingOptions(),
    scenario: String? = nil, in localization: Localization = .english, now: Instant? = nil
  ) async throws -> Root {
    let call = call(scenario: scenario, in: localization, now: now ?? .now)
    let document = DecodedModel<Root>(Array(json), bound.shape, options: options)
    guard let model = document.model, document.isComplete else {
      // Rules that need a service are left out, instead of failing without one.
      var call = document.validationCall(call)
      (call.services, call.hashKey) = (ServiceAnswers(), .random)
      let result = document.model.map { validate(all: [$0], call)[0] }
      return try document.get(result, bound.shape, in: localization)
    }
    let result = try await client.validating(call) { validate(all: [model], $0)[0] }
    return bound.validated(try document.get(result, bound.shape, in: localization))
  }
}
