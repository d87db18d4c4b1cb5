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

extension Recorder {
  /// Opens the store for a request.
  ///
  /// - Throws: `RecorderError`, in a dry run also if the store does not exist or has the schema of
  ///   an earlier version. Otherwise, it is created or updated.
  func storeAccess(
    _ attribution: Attribution, isDryRun: Bool
  ) throws(RecorderError) -> StoreAccess {
    try isDryRun ? .dryRun(storeForReading()) : .writing(storeForWriting(attribution))
  }
}
