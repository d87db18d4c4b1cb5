import Foundation

/// A bounded queue between two threads. The faster thread waits for the slower one.
///
/// Safe because every access is under the condition's lock.
final class BatchQueue<Element>: @unchecked Sendable {
  private let condition = NSCondition()
  private var elements: [Element] = []
  private var isClosed = false
  private let capacity: Int
  private let takesLast: Bool

  /// - Parameters:
  ///   - capacity: The maximum number of elements.
  ///   - takesLast: Whether `take` returns the most recent element. Memory that is reused quickly
  ///     is still in the cache, and only as many buffers grow as are in use at the same time.
  init(capacity: Int, takesLast: Bool = false) {
    self.capacity = capacity
    self.takesLast = takesLast
  }

  /// Appends an element, and waits while the queue is full. Returns false if the queue is closed.
  func put(_ element: sending Element) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while elements.count >= capacity, !isClosed { condition.wait() }
    guard !isClosed else { return false }
    elements.append(element)
    condition.broadcast()
    return true
  }

  /// Removes and returns the next element, and waits while the queue is empty. Returns nil if the
  /// queue is closed and empty.
  func take() -> Element? {
    condition.lock()
    defer { condition.unlock() }
    while elements.isEmpty, !isClosed { condition.wait() }
    guard !elements.isEmpty else { return nil }
    condition.broadcast()
    return takesLast ? elements.removeLast() : elements.removeFirst()
  }

  /// Closes the queue for both threads.
  func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    condition.unlock()
  }
}
