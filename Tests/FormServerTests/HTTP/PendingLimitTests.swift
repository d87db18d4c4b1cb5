#if Server
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
}
#endif
