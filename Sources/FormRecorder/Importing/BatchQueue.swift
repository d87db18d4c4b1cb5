import Foundation

/// Hands things from one thread to another, a bounded number at a time: who is faster waits.
///
/// Safe because every access is under the condition's lock.
final class BatchQueue<Element>: @unchecked Sendable {
  private let condition = NSCondition()
  private var elements: [Element] = []
  private var isClosed = false
  private let capacity: Int

  /// - Parameter capacity: at most so many elements.
  init(capacity: Int) { self.capacity = capacity }

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
    return elements.removeFirst()
  }

  /// Nothing more comes, or is wanted.
  func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    condition.unlock()
  }
}
