#if Server
import HTTPTypes
import Synchronization

/// A limit on requests, records or bytes per client and minute, as a token bucket.
final class RateLimit: Sendable {
  private let perMinute: Int
  /// What is counted, for messages.
  private let unit: String
  /// The time in which a bucket gets a token.
  private let interval: Duration
  /// When the buckets of clients will be full.
  private let fullAt: Mutex<ClientTimes>
  private let clock: ServerClock

  /// - Parameter maximumClients: The maximum number of clients to remember. An additional one gets
  ///   the fullest bucket.
  init(
    perMinute: Int, of unit: String = "requests", maximumClients: Int,
    _ clock: ServerClock = ServerClock()
  ) {
    self.perMinute = perMinute
    self.unit = unit
    interval = .seconds(60) / perMinute
    fullAt = Mutex(ClientTimes(maximum: maximumClients))
    self.clock = clock
  }

  /// Counts what a client sends.
  ///
  /// - Throws: A problem with status 429 if the client has sent too much, and 413 if it sends more
  ///   at once than in a minute.
  func count(_ client: String, _ amount: Int = 1) throws(Problem) {
    guard amount <= perMinute else {
      throw Problem(
        .contentTooLarge, "a client without a token may send \(perMinute) \(unit) per minute")
    }
    let now = clock.now()
    let wait = fullAt.withLock { fullAt -> Duration in
      let time = max(fullAt[client] ?? now, now) + interval * amount
      let wait = time - now - .seconds(60)
      if wait <= .zero { fullAt.set(time, of: client) }
      return wait
    }
    if wait > .zero {
      var problem = Problem(.tooManyRequests, "too many \(unit); try again later")
      problem.headers[.retryAfter] = String(Int((wait / .seconds(1)).rounded(.up)))
      throw problem
    }
  }

  /// Counts what a client has already sent. All that counts for it is at most ten times as much as
  /// it may send per minute.
  func charge(_ client: String, _ amount: Int) {
    let now = clock.now()
    fullAt.withLock { fullAt in
      let time = max(fullAt[client] ?? now, now) + interval * min(amount, 10 * perMinute)
      fullAt.set(min(time, now + .seconds(10 * 60)), of: client)
    }
  }
}
#endif
