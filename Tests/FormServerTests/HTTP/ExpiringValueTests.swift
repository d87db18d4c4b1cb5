#if Server
import Synchronization
import Testing

@testable import FormServer

@Suite(.timeLimit(.minutes(10))) struct ExpiringValueTests {
  private struct Failure: Error {}

  @Test func concurrentRequestsShareOneRead() async throws {
    let reads = Mutex(0)
    let shared = ExpiringValue<Int>(maximumAge: .seconds(86_400)) { _ in
      try await Task.sleep(for: .milliseconds(50))
      return reads.withLock {
        $0 += 1; return $0
      }
    }
    let values = try await withThrowingTaskGroup { group in
      for _ in 0..<64 { group.addTask { try await shared.value } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(values == Array(repeating: 1, count: 64))
    #expect(try await shared.value == 1)
  }

  /// After a change, neither the known value nor a read that began before is used.
  @Test func valuesAreRenewed() async throws {
    let reads = Mutex(0)
    let begun = Mutex(false)
    let clock = ServerClock(sleep: { _ in })
    let shared = ExpiringValue<Int>(maximumAge: .seconds(86_400), clock) { _ in
      let number = reads.withLock {
        $0 += 1; return $0
      }
      begun.withLock { $0 = true }
      if number == 1 { try await Task.sleep(for: .milliseconds(50)) }
      return number
    }
    async let first = shared.value
    while !begun.withLock(\.self) { await Task.yield() }
    #expect(try await shared.renewed == 2)
    #expect(try await first == 1)
    #expect(try await shared.value == 2)
    #expect(try await shared.renewed == 3)
  }

  /// Requests with unknown keys of links cannot cause many reads.
  @Test func renewalsShareOneRead() async throws {
    let reads = Mutex(0)
    let waiting = Mutex(0)
    let clock = ServerClock(sleep: { duration in
      #expect(duration == .milliseconds(100))
      waiting.withLock { $0 += 1 }
      while waiting.withLock(\.self) < 64 { await Task.yield() }
    })
    let shared = ExpiringValue<Int>(maximumAge: .seconds(86_400), clock) { _ in
      reads.withLock {
        $0 += 1; return $0
      }
    }
    #expect(try await shared.value == 1)
    let values = try await withThrowingTaskGroup { group in
      for _ in 0..<64 { group.addTask { try await shared.renewed } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(values == Array(repeating: 2, count: 64))
  }

  /// A failed read is not repeated for the requests that waited for it, but for the next one.
  @Test func errorsAreNotCached() async throws {
    let reads = Mutex(0)
    let shared = ExpiringValue<Int>(maximumAge: .zero) { _ in
      let number = reads.withLock {
        $0 += 1; return $0
      }
      if number == 1 { throw Failure() }
      return number
    }
    await #expect(throws: Failure.self) { try await shared.value }
    #expect(try await shared.value == 2)
  }

  /// A failed early read leaves the value, which is not too old yet.
  @Test func failedEarlyReadsKeepTheValue() async throws {
    let clock = TestClock()
    let reads = Mutex(0)
    let shared = ExpiringValue<Int>(maximumAge: .seconds(10), clock.clock) { _ in
      let number = reads.withLock {
        $0 += 1; return $0
      }
      if number > 1 { throw Failure() }
      return number
    }
    #expect(try await shared.value == 1)
    clock.advance(by: .seconds(6))
    while reads.withLock({ $0 }) < 4 {
      #expect(try await shared.value == 1)
      await Task.yield()
    }
    clock.advance(by: .seconds(6))
    await #expect(throws: Failure.self) { try await shared.value }
  }

  /// A request that is cancelled does not cancel the read for the others.
  @Test func cancellationDoesNotCancelTheSharedRead() async throws {
    let (began, begin) = AsyncStream.makeStream(of: Void.self)
    let (released, release) = AsyncStream.makeStream(of: Void.self)
    let reads = Mutex(0)
    let shared = ExpiringValue<Int>(maximumAge: .seconds(86_400)) { _ in
      begin.yield()
      for await _ in released {}
      try Task.checkCancellation()
      return reads.withLock {
        $0 += 1; return $0
      }
    }
    let first = Task { try await shared.value }
    for await _ in began { break }
    first.cancel()
    release.finish()
    #expect(try await shared.value == 1)
    begin.finish()
    // A cancelled read would have started again.
    #expect(await began.reduce(0) { count, _ in count + 1 } == 0)
  }

  /// A revoked token is not accepted after a pause because the grants are still being read.
  @Test func expiredValuesAreNotReturned() async throws {
    let (began, begin) = AsyncStream.makeStream(of: Void.self)
    let (released, release) = AsyncStream.makeStream(of: Void.self)
    let (asked, ask) = AsyncStream.makeStream(of: Void.self)
    let time = TestClock()
    let clock = ServerClock(now: {
      ask.yield()
      return time.clock.now()
    })
    let shared = ExpiringValue<Int>(maximumAge: .seconds(10), clock) { known in
      guard let known else { return 1 }
      begin.yield()
      for await _ in released {}
      return known + 1
    }
    #expect(try await shared.value == 1)
    time.advance(by: .seconds(10))
    async let first = shared.value
    for await _ in began { break }
    async let second = shared.value
    var requests = asked.makeAsyncIterator()
    for _ in 0..<3 { _ = await requests.next() }
    release.finish()
    #expect(try await first == 2)
    #expect(try await second == 2)
  }

  /// A read that began too long ago may have missed a change.
  @Test func readsThatBeganTooLongAgoAreNotJoined() async throws {
    let (began, begin) = AsyncStream.makeStream(of: Void.self)
    let (released, release) = AsyncStream.makeStream(of: Void.self)
    let clock = TestClock()
    let reads = Mutex(0)
    let shared = ExpiringValue<Int>(maximumAge: .seconds(10), clock.clock) { _ in
      let number = reads.withLock {
        $0 += 1; return $0
      }
      if number == 1 {
        begin.yield()
        for await _ in released {}
      }
      return number
    }
    async let first = shared.value
    for await _ in began { break }
    clock.advance(by: .seconds(10))
    #expect(try await shared.value == 2)
    release.finish()
    #expect(try await first == 1)
    #expect(try await shared.value == 2)
  }

  /// The value is known before it expires, and the next one is read in the meantime.
  @Test func valuesAreRefreshedBeforeTheyExpire() async throws {
    let (began, begin) = AsyncStream.makeStream(of: Int.self)
    let clock = TestClock()
    let shared = ExpiringValue<Int>(maximumAge: .seconds(600), clock.clock) { known in
      begin.yield(known ?? 0)
      return (known ?? 0) + 1
    }
    #expect(try await shared.value == 1)
    clock.advance(by: .seconds(300))
    #expect(try await shared.value == 1)
    var reads = began.makeAsyncIterator()
    #expect(await reads.next() == 0)
    #expect(await reads.next() == 1)
  }

  @Test func expiredValuesAreReadAgain() async throws {
    let shared = ExpiringValue<Int>(maximumAge: .zero) { known in (known ?? 0) + 1 }
    #expect(try await shared.value == 1)
    #expect(try await shared.value == 2)
  }
}
#endif
