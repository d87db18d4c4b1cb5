#if Server
import HTTPTypes
import Synchronization

/// A limit on requests, records or bytes per client and minute, as a token bucket.
final class RateLimit: Sendable {
  private struct Bucket {
    var tokens: Double
    var filledAt: ContinuousClock.Instant
  }

  private let perMinute: Double
  /// What is counted, for messages.
  private let unit: String
  private let buckets = Mutex<[String: Bucket]>([:])
  private let maximumClients: Int
  private let clock: ServerClock

  /// - Parameter maximumClients: The maximum number of clients to remember.
  init(
    perMinute: Int, of unit: String = "requests", maximumClients: Int,
    _ clock: ServerClock = ServerClock()
  ) {
    self.perMinute = Double(perMinute)
    self.unit = unit
    self.maximumClients = maximumClients
    self.clock = clock
  }

  /// Counts what a client sends.
  ///
  /// - Throws: A problem with status 429 if the client has sent too much, and 413 if it sends more
  ///   at once than in a minute.
  func count(_ client: String, _ amount: Int = 1) throws(Problem) {
    let amount = Double(amount)
    guard amount <= perMinute else {
      throw Problem(
        .contentTooLarge, "a client without a token may send \(Int(perMinute)) \(unit) per minute")
    }
    let wait: Double? = withBucket(of: client) { bucket in
      guard bucket.tokens >= amount else { return (amount - bucket.tokens) / perMinute * 60 }
      bucket.tokens -= amount
      return nil
    }
    if let wait {
      var problem = Problem(.tooManyRequests, "too many \(unit); try again later")
      problem.headers[.retryAfter] = String(Int(wait.rounded(.up)))
      throw problem
    }
  }

  /// Counts what a client has already sent, at most ten times as much as it may send per minute.
  func charge(_ client: String, _ amount: Int) {
    withBucket(of: client) { $0.tokens = max($0.tokens - Double(amount), -10 * perMinute) }
  }

  /// Changes the bucket of a client, which has been refilled.
  private func withBucket<Result>(of client: String, _ body: (inout Bucket) -> Result) -> Result {
    let now = clock.now()
    return buckets.withLock { buckets in
      if buckets[client] == nil, buckets.count >= maximumClients {
        // Full buckets can be removed. If none is full, all are reset.
        buckets = buckets.filter { refilled($0.value, now).tokens < perMinute }
        if buckets.count >= maximumClients { buckets = [:] }
      }
      var bucket = refilled(buckets[client] ?? Bucket(tokens: perMinute, filledAt: now), now)
      defer { buckets[client] = bucket }
      return body(&bucket)
    }
  }

  private func refilled(_ bucket: Bucket, _ now: ContinuousClock.Instant) -> Bucket {
    let seconds = (now - bucket.filledAt) / .seconds(1)
    return Bucket(
      tokens: min(perMinute, bucket.tokens + seconds * perMinute / 60), filledAt: now)
  }
}
#endif
