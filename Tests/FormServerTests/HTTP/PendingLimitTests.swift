#if Server
import Dispatch
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

  /// Work that is refused does not count, not even for a moment.
  @Test func refusedWorkDoesNotRefuseOther() throws {
    let limit = PendingLimit(3)
    try limit.begin()
    let refused = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      let weight = index == 0 ? 1 : 3
      for _ in 0..<100_000 {
        do {
          try limit.begin(weight: weight)
          limit.end(weight: weight)
        } catch {
          if weight == 1 { refused.add(1, ordering: .relaxed) }
        }
      }
    }
    #expect(refused.load(ordering: .relaxed) == 0)
    #expect(limit.current == 1)
  }
}
#endif
