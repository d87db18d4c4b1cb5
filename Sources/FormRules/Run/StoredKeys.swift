/// Looks up the keys that a stateful rule compares records with, besides those of the earlier
/// records of the run.
package protocol StoredKeys: AnyObject {
  /// Whether another record may have a key. False is certain, and costs no read.
  func mayContain(_ key: Hash128) -> Bool

  /// Whether `contains` needs the owner of a key.
  var needsOwner: Bool { get }

  /// Whether another record has a key.
  ///
  /// - Parameters:
  ///   - record: The judged record's position in the batch.
  ///   - owner: The judged record's key under its form's `key`, if there is one and it is needed.
  func contains(_ key: Hash128, record: Int, owner: Hash128?) -> Bool

  /// The first error. Results after it are invalid.
  var error: SpillError? { get }
}
