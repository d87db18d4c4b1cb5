import FormRules
import FormStore

/// The keys that the submissions of a replay are compared with under a rule `unique`, besides those
/// of earlier records of their import.
final class ReplayKeyLookup: StoredKeys {
  /// The position of the rule.
  let position: Int
  /// The results of the rule for the records of the batch, or empty if all are compared.
  var results: [Outcome] = []

  /// The keys of submissions that the replay has accepted, each with the event at which its
  /// submission was replaced.
  private var held = HeldKeys(spillingTo: SpillFile())
  /// The claims of submissions that the replay does not judge, or nil if it judges all.
  var others: ClaimLookup?
  /// The event at which the submissions of the batch took effect.
  private var time: Int64 = 0
  /// The keys of submissions that took effect at the same event. Under a rule that may accept a key
  /// repeatedly, these are not compared with each other.
  private var pending: [(key: Int64, end: Int64)] = []
  private let defersKeys: Bool

  enum Outcome {
    /// The rule passes or fails as in the earlier run.
    case passes, fails
    /// The record is compared with other submissions.
    case compared
  }

  /// - Parameter mayRepeat: Whether the rule may accept a key repeatedly.
  init(position: Int, mayRepeat: Bool) {
    self.position = position
    defersKeys = mayRepeat
  }

  /// Begins a batch of submissions that took effect at an event.
  func begin(at event: Int64) {
    results.removeAll(keepingCapacity: true)
    guard event != time else { return }
    time = event
    for (key, end) in pending { held.hold(key, until: end) }
    pending.removeAll()
  }

  /// Whether submissions that took effect at an event are not compared with the batch.
  func ignoresSubmissions(at event: Int64) -> Bool { defersKeys && event == time }

  var needsOwner: Bool { false }

  func mayContain(_ key: Hash128) -> Bool { true }

  func contains(_ key: Hash128, record: Int, owner: Hash128?) -> Bool {
    switch results.isEmpty ? .compared : results[record] {
    case .passes: false
    case .fails: true
    case .compared:
      held.isHeld(key.storedKey, after: time)
        || others?.mayContain(key) == true
          && others?.contains(key, record: record, owner: owner) == true
    }
  }

  var error: SpillError? { held.error ?? others?.error }

  /// Holds the key of an accepted submission until it was replaced.
  func hold(_ key: Int64, until event: Int64) {
    if defersKeys { pending.append((key, event)) } else { held.hold(key, until: event) }
  }

  /// Frees the keys.
  func removeAll() {
    held = HeldKeys()
    others = nil
    pending = []
  }
}
