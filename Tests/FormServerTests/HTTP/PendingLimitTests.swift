#if Server
import Foundation
import Synchronization
import Testing

@testable import FormServer

@Suite struct PendingLimitTests {
  @Test func onlySingleWorkExceedsTheLimit() throws {
    let limit = PendingLimit(3)
    try limit.begin(weight: 5)
    #expect(throws: Problem.self) { try limit.begin() }
    limit.end(weight: 5)
    try limit.begin(weight: 2)
    #expect(throws: Problem.self) { try limit.begin(weight: 2) }
    try limit.begin()
    #expect(limit.current == 3)
  }

  /// A client has a quarter of the limit. Refused work counts neither for it nor for all.
  @Test func aClientHasAShare() throws {
    let limit = PendingLimit(8)
    for _ in 0..<2 { try limit.begin(for: "a") }
    #expect(throws: Problem.self) { try limit.begin(for: "a") }
    #expect(limit.current == 2)
    limit.end(for: "a")
    for client in ["a", "b"] { try limit.begin(for: client) }
    for _ in 0..<5 { try limit.begin() }
    #expect(throws: Problem.self) { try limit.begin(for: "c") }
    #expect(limit.current == 8)
    for _ in 0..<2 { limit.end() }
    for _ in 0..<2 { try limit.begin(for: "c") }
  }

  /// The share counts units. A request that alone exceeds it begins if the client has no other.
  @Test func aShareCountsWeights() throws {
    let limit = PendingLimit(16)
    try limit.begin(weight: 3, for: "a")
    #expect(throws: Problem.self) { try limit.begin(weight: 2, for: "a") }
    try limit.begin(weight: 1, for: "a")
    limit.end(weight: 3, for: "a")
    #expect(throws: Problem.self) { try limit.begin(weight: 5, for: "a") }
    limit.end(weight: 1, for: "a")
    try limit.begin(weight: 5, for: "a")
    #expect(throws: Problem.self) { try limit.begin(for: "a") }
    try limit.begin(weight: 4, for: "b")
    #expect(limit.current == 9)
  }

  /// Addresses are forgotten, so that memory does not grow with the number of clients.
  @Test func onlyCurrentAddressesAreKnown() throws {
    let limit = PendingLimit(.max, share: 1)
    for client in ["a", "b"] { try limit.begin(for: client) }
    #expect(!limit.beginIfPossible(for: "a"))
    #expect(limit.clientCount == 2)
    limit.end(for: "b")
    #expect(limit.clientCount == 1)
    limit.end(for: "a")
    #expect(limit.clientCount == 0)
  }

  /// Work that is refused does not count, not even for a moment.
  @Test func refusedWorkDoesNotRefuseOther() throws {
    let limit = PendingLimit(3)
    try limit.begin()
    var refused = 0
    let isDone = Atomic(false)
    Thread.detachNewThread {
      for _ in 0..<100_000 { try? limit.begin(weight: 3) }
      isDone.store(true, ordering: .releasing)
    }
    while !isDone.load(ordering: .acquiring) {
      do {
        try limit.begin()
        limit.end()
      } catch {
        refused += 1
      }
    }
    #expect(refused == 0)
    #expect(limit.current == 1)
  }
}
#endif
