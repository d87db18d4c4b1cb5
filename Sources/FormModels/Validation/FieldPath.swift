import FormRules

/// The location of a property in its model.
///
/// Safe because a key path is immutable, and those stored here have captured only `Sendable`
/// values.
struct FieldPath: @unchecked Sendable, Hashable {
  let path: AnyKeyPath

  init(_ path: AnyKeyPath) { self.path = path }

  /// The path from the model to a property of a nested value, or nil if an optional is in between.
  func appending(_ inner: FieldPath?) -> FieldPath? {
    inner.flatMap { path.appending(path: $0.path) }.map(FieldPath.init)
  }
}
