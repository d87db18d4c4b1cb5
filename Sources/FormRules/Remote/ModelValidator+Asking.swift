extension ModelValidator where Root: Sendable {
  /// The same, asking services; see `validate(_:asking:)`.
  ///
  /// - Throws: `ValidationErrors` with everything that is wrong, and `CancellationError`.
  public func validated(
    _ model: Root, asking client: RemoteClient, scenario: String? = nil,
    language: Localization = .english, now: Instant? = nil
  ) async throws -> Root {
    let result = try await validate(
      model, asking: client, scenario: scenario, language: language, now: now)
    return units.normalized(try result.get())
  }
}
