#if Server
import HTTPTypes
import Synchronization

/// A limit on concurrent work. Work beyond the limit is rejected immediately instead of waiting.
final class PendingLimit: Sendable {
  private let maximum: Int
  private let count = Atomic(0)

  init(_ maximum: Int) { self.maximum = maximum }

  /// The amount of current work.
  var current: Int { count.load(ordering: .relaxed) }

  /// Performs work that counts `weight` units.
  ///
  /// - Throws: A problem with status 503 if the limit is reached, and any error of the work.
  func perform<Result>(
    weight: Int = 1, _ work: () async throws -> Result
  ) async throws -> Result {
    defer { count.subtract(weight, ordering: .relaxed) }
    guard count.add(weight, ordering: .relaxed).oldValue < maximum else {
      throw Problem.unavailable("too many submissions are waiting; try again")
    }
    return try await work()
  }
}

/// A limit on requests per client and minute, as a token bucket.
final class RateLimit: Sendable {
  private struct Bucket {
    var tokens: Double
    var filledAt: ContinuousClock.Instant
  }

  private let perMinute: Double
  private let buckets = Mutex<[String: Bucket]>([:])
  /// The maximum number of clients to remember.
  private static let maximumClients = 10_000

  init(perMinute: Int) { self.perMinute = Double(perMinute) }

  /// Counts a request.
  ///
  /// - Throws: A problem with status 429 if the client has sent too many requests.
  func count(_ client: String) throws(Problem) {
    let now = ContinuousClock.now
    let wait: Double? = buckets.withLock { buckets in
      if buckets.count >= Self.maximumClients {
        // Full buckets can be removed. If none is full, all are reset.
        buckets = buckets.filter { refilled($0.value, now).tokens < perMinute }
        if buckets.count >= Self.maximumClients { buckets = [:] }
      }
      var bucket = refilled(buckets[client] ?? Bucket(tokens: perMinute, filledAt: now), now)
      defer { buckets[client] = bucket }
      guard bucket.tokens >= 1 else { return (1 - bucket.tokens) / perMinute * 60 }
      bucket.tokens -= 1
      return nil
    }
    if let wait {
      var problem = Problem(.tooManyRequests, "too many requests; try again later")
      problem.headers[.retryAfter] = String(Int(wait.rounded(.up)))
      throw problem
    }
  }

  private func refilled(_ bucket: Bucket, _ now: ContinuousClock.Instant) -> Bucket {
    let seconds = (now - bucket.filledAt) / .seconds(1)
    return Bucket(
      tokens: min(perMinute, bucket.tokens + seconds * perMinute / 60), filledAt: now)
  }
}
#endif
