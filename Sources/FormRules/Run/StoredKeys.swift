/// Looks up keys of stored records for `unique: ever` rules.
package protocol StoredKeys: AnyObject {
  /// Whether a stored record has a key.
  ///
  /// - Parameter owner: The key of the judged record, if its form has a key. Stored deliveries of
  ///   the same record do not count.
  func contains(_ key: Hash128, except owner: Hash128?) -> Bool

  /// The first error. Results after it are invalid.
  var error: SpillError? { get }
}
