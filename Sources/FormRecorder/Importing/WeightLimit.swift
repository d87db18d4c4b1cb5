import Foundation

/// Bounds the number of bytes in flight between two threads. The producer waits until the consumer
/// has released enough of them. A record longer than the limit passes alone.
///
/// Safe because every access is under the condition's lock.
final class WeightLimit: @unchecked Sendable {
  private let condition = NSCondition()
  private let limit: Int
  private var weight = 0
  private var isClosed = false

  /// - Parameter limit: The number of bytes in flight at which the producer waits.
  init(_ limit: Int) { self.limit = limit }

  /// Waits until there is room. Returns false if the limit is closed.
  func waitForRoom() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while weight >= limit, !isClosed { condition.wait() }
    return !isClosed
  }

  /// Adds bytes in flight.
  func add(_ bytes: Int) {
    condition.lock()
    weight += bytes
    condition.unlock()
  }

  /// Removes bytes that the consumer has released.
  func remove(_ bytes: Int) {
    condition.lock()
    weight -= bytes
    condition.broadcast()
    condition.unlock()
  }

  /// Releases all waiting threads.
  func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    condition.unlock()
  }
}
