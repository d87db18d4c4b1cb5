import FormRecorder
import FormStore

/// A store that is kept open, and whether it has changed since its events were processed.
final class ObservedStore {
  private let recorder: Recorder
  private var store: Store?
  /// The state of the store (`Store.dataVersion`) whose events were processed. Nil before the first
  /// time.
  private var version: Int64?
  /// Whether the store was opened since its events were processed.
  private var isOther = true

  init(_ recorder: Recorder) { self.recorder = recorder }

  /// The open store, or nil if there is none. It is opened again if the file was replaced.
  func open() throws(RecorderError) -> Store? {
    if let store, store.isSameFile { return store }
    (store, version, isOther) = (nil, nil, true)
    store = try recorder.storeIfPresent()
    return store
  }

  /// Whether the store has changed since its events were processed. Takes microseconds.
  var hasChanged: Bool {
    get throws(RecorderError) {
      guard let store = try open() else { return false }
      return try mappingErrors { try store.dataVersion() } != version
    }
  }

  /// Processes the events of the store.
  ///
  /// - Parameter body: Called with the store, and whether it is another one than in the last call.
  ///   Returns whether nothing remains, or nil if it was stopped: the store is then considered
  ///   changed.
  /// - Returns: Whether nothing remains, which is true if there is no store.
  func process(
    _ body: (Store, _ isOther: Bool) throws(RecorderError) -> Bool?
  ) throws(RecorderError) -> Bool {
    guard let store = try open() else { return true }
    let version = try mappingErrors { try store.dataVersion() }
    let isOther = isOther
    self.isOther = false
    let isComplete = try body(store, isOther)
    self.version = isComplete.map { _ in version }
    return isComplete ?? false
  }
}
