package import FormRules

extension RunState.Configuration {
  /// The default configuration of tests: 2026-06-15T12:00:00Z, a fixed hash key, and a service that
  /// rejects texts that contain "invalid".
  package static var ofTests: Self {
    var configuration = Self(
      now: Instant(seconds: 1_781_524_800), source: "test", hashKey: HashKey(1, 2))
    configuration.services = .answering { request in
      let isRefused = String(decoding: request.body, as: UTF8.self).contains("invalid")
      return .response(status: 200, body: Array((isRefused ? "false" : "true\n").utf8))
    }
    return configuration
  }
}

extension ServiceAnswers {
  /// Creates a service from a closure.
  package static func answering(
    _ answer: @escaping @Sendable (ServiceRequest) -> ServiceAnswer
  ) -> ServiceAnswers { ServiceAnswers(send: { $0.map(answer) }) }
}
