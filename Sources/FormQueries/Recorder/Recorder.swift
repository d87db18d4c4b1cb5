public import FormRules
package import FormStore
import Foundation
import Synchronization

/// Applies definitions, judges and stores submissions, and queries the store. The entry point of
/// the library.
///
/// It contains no SQL and prints nothing. Each operation or topic is an extension in a separate
/// file: lookups, audits, diagnosis and exports are in FormQueries, as this type is; judging,
/// importing, changing and maintenance in FormRecorder; webhooks and mail in FormNotifications;
/// pages in FormPages.
public struct Recorder: Sendable {
  /// The path of the store.
  public let database: String
  /// The timeout, the clock, and the functions that the recorder calls. Set them before the first
  /// submission: a recorder whose settings are set later no longer shares commits with its earlier
  /// copies, and submits over a connection of its own, because one commit has one set of settings.
  public var settings: RecorderSettings { didSet { queue = SubmissionQueueReference() } }
  /// Ends operations that only read with an error of reason `stopped` once it returns true. Called
  /// repeatedly while statements run.
  package var readingShouldStop: (@Sendable () -> Bool)?
  /// Whether no operation may wait for another writer. A debug build stops if one could.
  package var neverWaits = false
  /// The queue of single submissions, which the copies of this recorder share until the settings of
  /// one are set.
  package private(set) var queue = SubmissionQueueReference()
  /// The folder or file of a temporary store, which is deleted with the last copy of the recorder.
  package var temporary: (any Sendable)?

  /// Creates a recorder for the store at a path. The first write creates the store.
  public init(
    database: String, lockTimeout: Double = 10,
    clock: @escaping @Sendable () -> Instant = Self.systemClock
  ) {
    self.database = database
    settings = RecorderSettings(lockTimeout: lockTimeout, clock: clock)
  }

  /// The largest number of a submission, import or run, and the largest count.
  package static let largestNumber = Store.largestNumber

  /// The system clock, in whole seconds.
  public static let systemClock: @Sendable () -> Instant = { .currentSecond }

  /// Whether the store exists.
  ///
  /// - Throws: `RecorderError` if the path refers to something that cannot be a store, or if that
  ///   cannot be determined.
  package var hasDatabase: Bool {
    get throws(RecorderError) { try mappingErrors { try Store.exists(at: database) } }
  }

  /// - Throws: `RecorderError` if there is no store. None is created, because it would have no
  ///   form.
  package func requireDatabase() throws(RecorderError) {
    guard try hasDatabase else { throw RecorderError(StoreError.missing(path: database)) }
  }

  /// The store opened for reading, or nil if it does not exist.
  ///
  /// - Throws: `RecorderError` if it exists but cannot be read, as in `storeForReading()`.
  package func storeIfPresent() throws(RecorderError) -> Store? {
    try hasDatabase ? storeForReading() : nil
  }

  package func storeForReading() throws(RecorderError) -> Store {
    try mappingErrors {
      let store = try Store(readingAt: database, lockTimeout: settings.lockTimeout)
      if let readingShouldStop { store.interrupt(when: readingShouldStop) }
      if let staged = settings.staged { try store.stage(staged) }
      return store
    }
  }

  /// Runs a closure with the store opened for reading, and maps its errors to `RecorderError`.
  package func withStore<Result>(_ body: (Store) throws -> Result) throws(RecorderError) -> Result {
    let store = try storeForReading()
    return try mappingErrors { try body(store) }
  }
}

/// A reference to the queue of single submissions, which its first use creates. FormRecorder has
/// the type of the queue, because the queue judges and writes.
package final class SubmissionQueueReference: Sendable {
  private let queue = Mutex<(any Sendable)?>(nil)

  /// Returns the queue. Every call must be for the same type.
  package func value<Queue: Sendable>(_ create: () -> Queue) -> Queue {
    queue.withLock { queue in
      if let known = queue as? Queue { return known }
      let new = create()
      queue = new
      return new
    }
  }
}
