import Foundation

/// A reusable buffer that one thread fills and another one consumes.
package protocol ReusableBuffer: Sendable {
  init()
  /// The approximate size of the content in bytes.
  var weight: Int { get }
  /// Removes the content, and frees memory that long records needed.
  mutating func removeAll()
}

/// A bounded queue of reused buffers from a producing thread to a consuming one. The faster thread
/// waits for the slower one.
///
/// Safe because every access is under the condition's lock.
package final class BufferQueue<Buffer: ReusableBuffer, Failure: Error>: @unchecked Sendable {
  private let condition = NSCondition()
  private let maximumWeight: Int
  private var filled: [Buffer] = []
  /// The most recent one is reused first: its memory is still in the cache, and only as many
  /// buffers grow as are used simultaneously.
  private var empty: [Buffer] = []
  /// The number of buffers that have not been created yet.
  private var unused: Int
  /// The weight of the buffers in `filled` and of the one that the consumer uses.
  private var weight = 0
  private var usedWeight = 0
  private var isClosed = false
  private var hasEnded = false
  private var error: Failure?

  /// - Parameters:
  ///   - buffers: The number of buffers, including the one that the consumer uses.
  ///   - maximumWeight: The weight at which the producer waits. A single buffer may be heavier.
  init(buffers: Int, maximumWeight: Int) {
    unused = buffers - 1
    self.maximumWeight = maximumWeight
  }

  /// Waits for room and returns a buffer to fill; nil if the queue is closed.
  package func emptyBuffer() -> Buffer? {
    condition.lock()
    defer { condition.unlock() }
    while !isClosed, weight >= maximumWeight || empty.isEmpty && unused == 0 { condition.wait() }
    if isClosed { return nil }
    if let buffer = empty.popLast() { return buffer }
    unused -= 1
    return Buffer()
  }

  /// Appends a filled buffer. Returns false if the queue is closed.
  package func append(_ buffer: Buffer) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    if isClosed { return false }
    weight += buffer.weight
    filled.append(buffer)
    condition.broadcast()
    return true
  }

  /// Takes back a buffer instead of appending it.
  package func recycle(_ buffer: Buffer) {
    condition.lock()
    empty.append(buffer)
    condition.unlock()
  }

  /// Replaces the buffer that the consumer has used with the next one. Returns false if the queue
  /// is closed and empty.
  ///
  /// - Throws: The error that ended the work of the stage.
  package func next(_ buffer: inout Buffer) throws(Failure) -> Bool {
    // Emptied now instead of when it is refilled, so that the memory of a long record does not stay
    // in the queue.
    buffer.removeAll()
    condition.lock()
    defer { condition.unlock() }
    weight -= usedWeight
    usedWeight = 0
    condition.broadcast()
    while filled.isEmpty, !isClosed { condition.wait() }
    guard !filled.isEmpty else {
      if let error { throw error }
      return false
    }
    empty.append(buffer)
    buffer = filled.removeFirst()
    usedWeight = buffer.weight
    return true
  }

  /// Closes the queue for the producer. The consumer still receives the buffers in the queue.
  func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    condition.unlock()
  }

  /// Closes the queue at the end of the stage's work.
  func end(_ error: Failure?) {
    condition.lock()
    (isClosed, hasEnded, self.error) = (true, true, error)
    condition.broadcast()
    condition.unlock()
  }

  /// Waits for the end of the stage's work, and returns its error.
  func waitForEnd() -> Failure? {
    condition.lock()
    defer { condition.unlock() }
    while !hasEnded { condition.wait() }
    return error
  }
}
