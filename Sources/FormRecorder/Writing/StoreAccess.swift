import FormStore

/// The store of a request that may be a dry run.
enum StoreAccess {
  /// Open for reading, because nothing is stored.
  case dryRun(Store)
  case writing(WritableStore)

  /// The store, for reading.
  var store: Store {
    switch self {
    case .dryRun(let store): store
    case .writing(let store): store
    }
  }

  /// The store, for writing; nil in a dry run.
  var writable: WritableStore? {
    if case .writing(let store) = self { store } else { nil }
  }
}
