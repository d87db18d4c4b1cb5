/// Callbacks of a running import.
public struct ImportCallbacks {
  /// Called after each commit with the number of records committed so far.
  public var committed: (Int) -> Void
  /// Called after each batch with the number of records read so far.
  public var progress: (WorkProgress) -> Void
  /// Called with notes for the user, such as columns that map to no field.
  public var note: (RecorderNote) -> Void
  /// Called after each batch. Returning true ends the import: the records so far stay in an
  /// unfinished import, unless it commits them only at its end.
  public var shouldStop: () -> Bool

  /// Creates callbacks. All parameters have defaults.
  public init(
    committed: @escaping (Int) -> Void = { _ in },
    progress: @escaping (WorkProgress) -> Void = { _ in },
    note: @escaping (RecorderNote) -> Void = { _ in }, shouldStop: @escaping () -> Bool = { false }
  ) {
    self.committed = committed
    self.progress = progress
    self.note = note
    self.shouldStop = shouldStop
  }
}

extension ImportCallbacks {
  /// - Throws: `RecorderError` if the user stops the import, before anything is stored.
  func throwIfStopped(_ path: String) throws(RecorderError) {
    if shouldStop() { throw .stoppedBeforeStoring.inFile(path) }
  }
}

extension RecorderError {
  /// The error of an import that stops and stores nothing.
  static var stoppedBeforeStoring: RecorderError {
    RecorderError(.stopped, "stopped", stored: 0)
  }
}
