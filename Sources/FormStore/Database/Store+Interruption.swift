import GRDB
import GRDBSQLite

/// The condition under which a connection's statements are interrupted.
final class Interruption {
  let shouldStop: @Sendable () -> Bool

  fileprivate init(_ shouldStop: @escaping @Sendable () -> Bool) { self.shouldStop = shouldStop }

  /// The number of SQLite's virtual machine instructions between two calls, about 0.1 ms.
  fileprivate static let instructions: Int32 = 10_000
}

extension Store {
  /// Ends statements with `StoreError.interrupted` once a condition is true.
  ///
  /// - Parameter shouldStop: Called repeatedly while statements run, on their thread.
  package func interrupt(when shouldStop: @escaping @Sendable () -> Bool) {
    let interruption = Interruption(shouldStop)
    queue.inDatabase { db in
      // Safe because the store keeps the object as long as the connection, which it alone uses.
      unsafe sqlite3_progress_handler(
        db.sqliteConnection, Interruption.instructions,
        { context in
          guard let context = unsafe context else { return 0 }
          let interruption = unsafe Unmanaged<Interruption>.fromOpaque(context)
            .takeUnretainedValue()
          return interruption.shouldStop() ? 1 : 0
        }, Unmanaged.passUnretained(interruption).toOpaque())
    }
    self.interruption = interruption
  }
}
