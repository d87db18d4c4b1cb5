import Foundation

/// Bounds the bytes that are on their way between two threads: whoever makes more waits until what
/// was made is done with. A record longer than the limit goes its way alone.
///
/// Safe because every access is under the condition's lock.
final class WeightLimit: @unchecked Sendable {
  private let condition = NSCondition()
  private let limit: Int
  private var weight = 0
  private var isClosed = false

  /// - Parameter limit: nothing more is made while so many bytes are on their way.
  init(_ limit: Int) { self.limit = limit }

  /// Waits until something may be made; false when nobody wants it any more.
  func waitForRoom() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while weight >= limit, !isClosed { condition.wait() }
    return !isClosed
  }

  /// Something was made, and is on its way from now on.
  func add(_ bytes: Int) {
    condition.lock()
    weight += bytes
    condition.unlock()
  }

  /// Something is done with, and its memory is free.
  func remove(_ bytes: Int) {
    condition.lock()
    weight -= bytes
    condition.broadcast()
    condition.unlock()
  }

  /// Nothing more is wanted.
  func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    condition.unlock()
  }
}
