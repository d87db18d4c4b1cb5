public import FormRules
package import FormStore
import Foundation

/// The service: takes definitions and submissions in, judges, stores, and answers questions about
/// what is stored. It holds no SQL and prints nothing; each task is an extension in a file of its
/// own.
public struct Recorder: Sendable {
  /// Where the store is.
  public var database: String
  /// How many seconds to wait for another writer.
  public var wait: Double
  /// The clock; a run reads it once. Tests set it.
  public var clock: @Sendable () -> Instant
  /// What is asked for rules `remote`; without it their values fail, by `remote.unavailable`.
  public var services: RemoteServices?
  /// Called after each commit that sealed events, with their receipts in order. Whatever this recorder
  /// changes is sealed by an event.
  public var sealed: (@Sendable ([Receipt]) -> Void)?
  /// The versions of formrec and PCRE2 that judge; tests set it.
  package var program = ProgramVersion.judging

  /// A recorder over the store at a path, which is made when something is first written.
  public init(
    database: String, wait: Double = 10, clock: @escaping @Sendable () -> Instant = Self.systemClock
  ) {
    self.database = database
    self.wait = wait
    self.clock = clock
  }

  /// The machine's clock, to the second.
  public static let systemClock: @Sendable () -> Instant = {
    Instant(seconds: Int64(Date().timeIntervalSince1970))
  }

  /// Whether there is anything at the database's path.
  var hasDatabase: Bool { FileManager.default.fileExists(atPath: database) }

  package func storeForReading() throws(RecorderError) -> Store {
    do {
      return try Store(readingAt: database, wait: wait)
    } catch {
      throw RecorderError(error)
    }
  }

  /// - Parameter attribution: who is about to change the store, and why.
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

/// Runs a body whose errors become errors for people.
func explaining<Result>(
  file: String? = nil, _ body: () throws -> Result
) throws(RecorderError) -> Result {
  do {
    return try body()
  } catch {
    throw RecorderError(error, file: file)
  }
}
