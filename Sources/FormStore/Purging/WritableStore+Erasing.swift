import FormBytes
import GRDB

/// How the traces of purged cells are erased.
package enum TraceErasure {
  /// Overwrites the unallocated space of the pages in the WAL, which the last committed purge
  /// changed.
  case ofLastPurge
  /// Overwrites the unallocated space of all pages.
  case ofAllPurges
  /// Rewrites the file without free pages. Requires disk space for two more copies.
  case rewriting
}

extension WritableStore {
  /// Erases purged cells from the file and the files next to it: empties the WAL, and overwrites
  /// the remains of rows in the unallocated space of pages.
  package func eraseTraces(_ erasure: TraceErasure) throws(StoreError) {
    try lock.acquire(wait: lockTimeout)
    defer { lock.release() }
    do {
      try queue.inDatabase { db in
        switch erasure {
        case .ofLastPurge:
          // The WAL shows which pages the purge changed.
          try overwriteUnallocated(db, try UnallocatedSpace.pages(inWAL: path + "-wal"))
        case .ofAllPurges: try overwriteUnallocated(db, nil)
        case .rewriting: try compact(db)
        }
      }
    } catch {
      let cause = StoreError(error, path: path)
      // The error for a full disk already contains the remedy.
      let isBusy = if case .busy = cause { true } else { false }
      let reason = if case .failed(_, let reason) = cause { reason } else { "\(cause)" }
      let change = erasure == .rewriting ? "rewritten" : "cleaned"
      throw .failed(
        path: path,
        reason:
          "purged cells are deleted, but the file could not be "
          + "\(change), so that traces of them may remain in it: \(reason)"
          + (reason.contains("run the command again") ? "" : "; run the same command again")
          + (isBusy
            ? ", after stopping programs that read all the time, such as Litestream" : ""))
    }
  }

  private func overwriteUnallocated(_ db: Database, _ pages: [UInt32]?) throws {
    try db.checkpoint(.truncate)
    // A cached page would restore the content overwritten underneath it.
    try db.execute(sql: "PRAGMA shrink_memory")
    try db.inTransaction(.immediate) {
      // A program that has written since then has pages in the WAL and may be moving them to the
      // file.
      guard StoreFile.size(path + "-wal") ?? 0 == 0 else {
        throw StoreError.busy(path: path)
      }
      try UnallocatedSpace.overwrite(db, pages: pages)
      // A commit makes other connections discard their cached pages.
      let version = try db.number(sql: "PRAGMA user_version")
      try db.execute(sql: "PRAGMA user_version = \(version)")
      return .commit
    }
    try db.checkpoint(.truncate)
  }

  /// Rewrites the file without free pages.
  ///
  /// SQLite writes the new content to a temporary file. The file is in the folder of the database,
  /// where there is enough space. It is unlinked as soon as it is open, so that a killed process
  /// leaves nothing behind. It contains only what remains after the purge.
  private func compact(_ db: Database) throws {
    let folder = TemporaryFile.folder(of: path).quoted()
    let cacheSize = try db.number(sql: "PRAGMA cache_size")
    // The files are read once, in order. A cache would only cost memory.
    try db.execute(
      sql: """
        PRAGMA shrink_memory;
        PRAGMA cache_size = -1024;
        PRAGMA temp_store = FILE;
        PRAGMA temp_store_directory = \(folder);
        """)
    defer {
      // The connection is closed after a purge. Until then, other settings only cost time.
      try? db.execute(
        sql: """
          PRAGMA temp_store_directory = '';
          PRAGMA temp_store = MEMORY;
          PRAGMA cache_size = \(cacheSize);
          """)
    }
    try db.execute(sql: "VACUUM")
    try db.checkpoint(.truncate)
  }
}
