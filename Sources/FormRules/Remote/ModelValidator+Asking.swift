extension ModelValidator where Root: Sendable {
  /// Validates and normalizes a model, and requests services. See `validate(_:asking:)`.
  ///
  /// - Throws: `ValidationErrors` with all failures, and `CancellationError`.
  public func validated(
    _ model: Root, asking client: RemoteClient, scenario: String? = nil,
    language: Localization = .english, now: Instant? = nil
  ) async throws -> Root {
    let result = try await validate(
      model, asking: client, scenario: scenario, language: language, now: now)
    return units.normalized(try result.get())
  }
}
