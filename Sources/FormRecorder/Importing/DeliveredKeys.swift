import FormRules

/// The keys of all records of an input under the `key` of their form. The delivery supersedes the
/// stored submissions with these keys, so its records are not compared with them.
///
/// The input is read once more when a key is first needed.
final class DeliveredKeys {
  private let opener: InputOpener
  /// The configuration of the run that keys depend on.
  private let configuration: RunState.Configuration
  private var keys: HashSet128?

  /// - Parameter configuration: The configuration of the run.
  init(_ opener: InputOpener, under configuration: RunState.Configuration) {
    self.opener = opener
    var keyConfiguration = RunState.Configuration(
      now: configuration.clock.instant, parameters: configuration.parameters,
      hashKey: configuration.hashKey)
    keyConfiguration.clock = configuration.clock
    self.configuration = keyConfiguration
  }

  /// Whether a record of the input has a key.
  ///
  /// - Parameter key: The key's `Hash128.storedKey`.
  func contains(_ key: Int64) throws(RecorderError) -> Bool {
    let keys = if let keys { keys } else { try read() }
    self.keys = keys
    let isContained = keys.contains(Hash128(storedKey: key))
    if let error = keys.error { throw RecorderError(.refused, error.message) }
    return isContained
  }

  private func read() throws(RecorderError) -> HashSet128 {
    let keys = HashSet128(spillingTo: SpillFile())
    let judge = try opener.makeJudge(configuration, for: .readingKeys)
    while try judge.nextKeys({ _ = keys.insert(Hash128(storedKey: $0.storedKey)) }) {}
    return keys
  }
}
