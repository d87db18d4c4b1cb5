#if Server
import FormTestSupport
import Testing

@testable import FormServer

@Suite(.timeLimit(.minutes(1))) struct RateLimitTests {
  /// A charge delays later requests. At most ten times the rate counts, so that the bucket gets a
  /// token after nine minutes.
  @Test func chargesAreLimited() {
    let clock = TestClock()
    let limit = RateLimit(perMinute: 5, maximumClients: 10, clock.clock)
    limit.charge("a", 20)
    #expect(limit.status("a") == 429)
    clock.advance(by: .seconds(4 * 60))
    #expect(limit.status("a") == 200)
    limit.charge("b", 1_000_000)
    limit.charge("c", 50)
    for _ in 0..<2 { limit.charge("d", 30) }
    clock.advance(by: .seconds(9 * 60 + 11))
    #expect(["b", "c", "d"].map { limit.status($0) } == [429, 429, 429])
    clock.advance(by: .seconds(1))
    #expect(["b", "c", "d"].map { limit.status($0) } == [200, 200, 200])
  }

  /// An additional client inherits what the fullest bucket lacks.
  @Test func chargesRespectTheMaximumOfClients() {
    let limit = RateLimit(perMinute: 5, maximumClients: 2, TestClock().clock)
    limit.charge("a", 5)
    limit.charge("b", 3)
    limit.charge("c", 1)
    #expect(["c", "c", "a", "b"].map { limit.status($0) } == [200, 429, 429, 429])
  }

  /// New clients find room among clients that are not limited, and cost no search of all clients.
  @Test func aFloodResetsNoLimitedClient() {
    let (clock, maximum) = (TestClock(), 20_000)
    let limit = RateLimit(perMinute: 2, maximumClients: maximum, clock.clock)
    for _ in 0..<2 { limit.charge("limited", 1) }
    // Each of the other buckets serves two new clients.
    #expect((1..<2 * maximum - 1).allSatisfy { limit.status("\($0)") == 200 })
    #expect(limit.status("limited") == 429)
    #expect(limit.status("new") == 429)
    clock.advance(by: .seconds(30))
    #expect(["limited", "limited", "new"].map { limit.status($0) } == [200, 429, 200])
  }

  /// A limit that knows few clients permits no more than one that knows all.
  @Test func replacedClientsGainNothing() {
    var random = SeededGenerator(seed: 1)
    let clock = TestClock()
    let limit = RateLimit(perMinute: 5, maximumClients: 4, clock.clock)
    let reference = RateLimit(perMinute: 5, maximumClients: 100, clock.clock)
    var count = 0
    for _ in 0..<10_000 {
      clock.advance(by: .milliseconds(Int.random(in: 0..<2000, using: &random)))
      let client = "\(Int.random(in: 0..<8, using: &random))"
      let amount = Int.random(in: 1...3, using: &random)
      guard limit.status(client, amount) == 200 else { continue }
      #expect(reference.status(client, amount) == 200)
      count += 1
    }
    #expect(count > 1000)
  }
}
#endif
