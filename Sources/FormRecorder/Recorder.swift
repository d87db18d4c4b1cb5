public import FormRules
package import FormStore
import Foundation

/// The entry point of the library: applies definitions, judges and stores submissions, and queries
/// the store.
///
/// It contains no SQL and prints nothing. Each operation is an extension in a separate file.
public struct Recorder: Sendable {
  /// The path of the store.
  public var database: String
  /// The timeout in seconds for a lock that another writer holds.
  public var wait: Double
  /// The clock, which each run reads once. Tests replace it.
  public var clock: @Sendable () -> Instant
  /// The client for `remote` rules. Without one, their values fail with `remote.unavailable`.
  public var services: RemoteServices?
  /// Called after each commit that sealed events, with their receipts in order. Every change that
  /// this recorder makes is sealed by an event.
  public var sealed: (@Sendable ([Receipt]) -> Void)?
  /// The versions of formrec and PCRE2 that judge. Tests replace them.
  package var program = ProgramVersion.judging

  /// Creates a recorder for the store at a path. The first write creates the store.
  public init(
    database: String, wait: Double = 10, clock: @escaping @Sendable () -> Instant = Self.systemClock
  ) {
    self.database = database
    self.wait = wait
    self.clock = clock
  }

  /// The system clock, in whole seconds.
  public static let systemClock: @Sendable () -> Instant = {
    Instant(seconds: Int64(Date().timeIntervalSince1970))
  }

  /// Whether a file exists at the database path.
  var hasDatabase: Bool { FileManager.default.fileExists(atPath: database) }

  package func storeForReading() throws(RecorderError) -> Store {
    do {
      return try Store(readingAt: database, wait: wait)
    } catch {
      throw RecorderError(error)
    }
  }

  /// - Parameter attribution: who is changing the store, and why.
  package func storeForWriting(
    _ attribution: Attribution = .none
  ) throws(RecorderError) -> Store {
    try attribution.requireStorable()
    return try explaining {
      let store = try Store(
        writingAt: database, wait: wait, now: clock().description, attribution
      ) { [sealed, database] events in
        sealed?(events.map { Receipt($0, database: database) })
      }
      try store.requireViews(try store.latestForms())
      return store
    }
  }
}

/// Runs a closure and converts its errors to `RecorderError`.
func explaining<Result>(
  file: String? = nil, _ body: () throws -> Result
) throws(RecorderError) -> Result {
  do {
    return try body()
  } catch {
    throw RecorderError(error, file: file)
  }
}
