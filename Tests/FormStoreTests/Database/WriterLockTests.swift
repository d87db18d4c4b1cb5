import FormTestSupport
import Foundation
import GRDB
import Synchronization
import Testing

@testable import FormStore

/// One connection writes at a time.
@Suite(.timeLimit(.minutes(10))) struct WriterLockTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("s.sqlite")
  }

  @Test func secondWriterWaitsAndReportsTheHolder() throws {
    let first = try WriterLock(database: path)
    try first.acquire(wait: 0)
    let second = try WriterLock(database: path)
    let error = #expect(throws: StoreError.self) { try second.acquire(wait: 0.05) }
    #expect(error?.description.contains("process \(getpid())") == true)
    #expect(try !WriterLock(database: path).letOthersPass())
    first.release()
    try second.acquire(wait: 0)
  }

  /// Such as a network file system.
  @Test(arguments: [ENOLCK, EINVAL, EIO, ENOSYS])
  func fileSystemWithoutLocksIsNotInUse(_ number: Int32) throws {
    #expect(try WriterLock.isAcquired(0, path))
    #expect(try !WriterLock.isAcquired(EAGAIN, path))
    #expect(try !WriterLock.isAcquired(EACCES, path))
    let error = #expect(throws: StoreError.self) { try WriterLock.isAcquired(number, path) }
    #expect(error?.description.contains("cannot be locked") == true)
  }

  @Test func closedConnectionReleasesTheLock() throws {
    do {
      let first = try WriterLock(database: path)
      try first.acquire(wait: 0)
    }
    try WriterLock(database: path).acquire(wait: 0)
  }

  @Test func keptLockIsNotReleased() throws {
    let (first, second) = (try WriterLock(database: path), try WriterLock(database: path))
    try first.acquire(wait: 0)
    first.isKept = true
    first.release()
    #expect(throws: StoreError.self) { try second.acquire(wait: 0) }
    first.isKept = false
    first.release()
    try second.acquire(wait: 0)
  }

  @Test func lockIsKeptUntilTheOuterBodyEnds() throws {
    let store = try WritableStore(writingAt: path)
    let other = try WriterLock(database: path)
    // A macro inside of the closure crashes the compiler.
    var refusal: StoreError?
    try store.keepingLock {
      try store.keepingLock {}
      do throws(StoreError) { try other.acquire(wait: 0) } catch { refusal = error }
    }
    #expect(refusal != nil)
    try other.acquire(wait: 0)
  }

  /// Each key has its own lock, which is independent of that of the writer.
  @Test func keysAreLockedSeparately() throws {
    let (first, second) = (try WriterLock(database: path), try WriterLock(database: path))
    #expect(try first.lock("a"))
    #expect(try !second.lock("a"))
    #expect(try second.lock("b"))
    try second.acquire(wait: 0)
    first.unlock("a")
    #expect(try second.lock("a"))
  }

  @Test func waitingWriterAcquiresTheLockBetweenCommits() throws {
    let first = try WriterLock(database: path)
    try first.acquire(wait: 0)
    let second = WaitingWriter(database: path)
    while second.result == nil {
      usleep(1_000)
      try first.yieldToOthers(wait: 10)
    }
    #expect(throws: Never.self) { try second.result?.get() }
  }

  @Test func othersPassWhileTheyWait() throws {
    let (first, other) = (try WriterLock(database: path), try WriterLock(database: path))
    try first.acquire(wait: 0)
    #expect(!other.letOthersPass())
    let second = WaitingWriter(database: path)
    while !other.letOthersPass() { usleep(1_000) }
    first.release()
    while second.result == nil { usleep(1_000) }
    #expect(throws: Never.self) { try second.result?.get() }
    #expect(!other.letOthersPass())
  }

  @Test func failedTransactionReleasesTheLock() throws {
    let store = try WritableStore(writingAt: path)
    #expect(throws: StoreError.self) { try store.write { try $0.execute(sql: "nonsense") } }
    try WriterLock(database: path).acquire(wait: 0)
  }

  @Test func holderIsKnownOnlyWhileItWrites() throws {
    #expect(try WriterLock.currentHolder(database: path) == nil)
    #expect(!FileManager.default.fileExists(atPath: path + ".lock"))
    let lock = try WriterLock(database: path)
    #expect(try WriterLock.currentHolder(database: path) == nil)
    try lock.acquire(wait: 0)
    #expect(try WriterLock.currentHolder(database: path) == String(getpid()))
    lock.release()
    #expect(try WriterLock.currentHolder(database: path) == nil)
  }
}

/// A writer that acquires the lock on a separate thread and then releases it.
private final class WaitingWriter: Sendable {
  private let state = Mutex<Result<Void, any Error>?>(nil)

  var result: Result<Void, any Error>? { state.withLock { $0 } }

  init(database path: String) {
    Thread.detachNewThread { [self] in
      let result = Result { try WriterLock(database: path).acquire(wait: 10) }
      state.withLock { $0 = result }
    }
  }
}
