/// Looks keys up among those of stored records, for rules `unique: ever`.
package protocol StoredKeys: AnyObject {
  /// Whether a stored record has a key.
  ///
  /// - Parameter owner: what identifies the record that is judged, if its form has a key: a stored delivery
  ///   of the same record does not count.
  func contains(_ key: Hash128, except owner: Hash128?) -> Bool

  /// The first thing that went wrong; after that its answers do not hold.
  var error: SpillError? { get }
}
