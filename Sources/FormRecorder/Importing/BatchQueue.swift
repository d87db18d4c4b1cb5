import Foundation

/// Hands things from one thread to another, a bounded number at a time: who is faster waits.
///
/// Safe because every access is under the condition's lock.
final class BatchQueue<Element>: @unchecked Sendable {
  private let condition = NSCondition()
  private var elements: [Element] = []
  private var isClosed = false
  private let capacity: Int
  private let takesLast: Bool

  /// - Parameters:
  ///   - capacity: at most so many elements.
  ///   - takesLast: whether the element that was put last is taken first. Memory that is used again is still in
  ///     the cache then, and of many buffers only as many grow as are on their way at a time.
  init(capacity: Int, takesLast: Bool = false) {
    self.capacity = capacity
    self.takesLast = takesLast
  }

  /// Appends when there is room; false when the queue has been closed.
  func put(_ element: sending Element) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while elements.count >= capacity, !isClosed { condition.wait() }
    guard !isClosed else { return false }
    elements.append(element)
    condition.broadcast()
    return true
  }

  /// The next element, when there is one; nil when the queue has been closed and is empty.
  func take() -> Element? {
    condition.lock()
    defer { condition.unlock() }
    while elements.isEmpty, !isClosed { condition.wait() }
    guard !elements.isEmpty else { return nil }
    condition.broadcast()
    return takesLast ? elements.removeLast() : elements.removeFirst()
  }

  /// Nothing more comes, or is wanted.
  func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    condition.unlock()
  }
}
