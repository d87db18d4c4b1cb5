import FormRules

/// The keys of all records of an input under the `key` of their form. The delivery supersedes the
/// stored submissions with these keys, so its records are not compared with them.
///
/// The input is read once more when a key is first needed.
final class DeliveredKeys {
  private let opener: InputOpener
  /// The conditions of the run that keys depend on.
  private let conditions: RunState.Conditions
  private var keys: HashSet128?

  /// - Parameter conditions: The conditions of the run.
  init(_ opener: InputOpener, under conditions: RunState.Conditions) {
    self.opener = opener
    var keyConditions = RunState.Conditions(
      now: conditions.clock.instant, parameters: conditions.parameters,
      hashKey: conditions.hashKey)
    keyConditions.clock = conditions.clock
    self.conditions = keyConditions
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
    let session = try opener.session(conditions, for: .readingKeys)
    while try session.nextKeys({ _ = keys.insert(Hash128(storedKey: $0.storedKey)) }) {}
    return keys
  }
}
