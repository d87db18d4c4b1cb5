import FormStore
import Foundation

/// A page that is read ahead and reused.
protocol ReadAheadPage: Sendable {
  init()
  /// The approximate size of the content in bytes.
  var weight: Int { get }
  /// Removes the content, and frees memory that long records needed.
  mutating func removeAll()
}

/// Reads pages of a store ahead, on a separate thread and connection.
final class ReadAhead<Page: ReadAheadPage> {
  /// The queues from which the thread takes empty pages and to which it adds filled ones.
  struct Queue: Sendable {
    fileprivate let filled = BatchQueue<Page>(capacity: 4)
    fileprivate let empty = BatchQueue<Page>(capacity: 8, takesLast: true)
    fileprivate let limit = WeightLimit(4 << 20)

    /// Waits for room and returns a page to fill; nil if reading has been stopped.
    func take() -> Page? { limit.waitForRoom() ? empty.take() : nil }

    /// Returns a page that was taken and has no content.
    func giveBack(_ page: Page) { _ = empty.put(page) }

    /// Delivers a filled page. Returns false if reading has been stopped.
    func put(_ page: Page) -> Bool {
      limit.add(page.weight)
      return filled.put(page)
    }

    fileprivate func close() {
      filled.close()
      empty.close()
      limit.close()
    }
  }

  private let queue = Queue()
  private let outcome = Outcome()

  /// Safe because it is read only after the queue has been closed.
  private final class Outcome: @unchecked Sendable {
    var error: RecorderError?
  }

  /// - Parameters:
  ///   - path: The database.
  ///   - read: Called once, on the thread.
  init(_ path: String, _ read: @escaping @Sendable (Store, Queue) throws -> Void) {
    for _ in 0..<3 { _ = queue.empty.put(Page()) }
    let (queue, outcome) = (queue, outcome)
    Thread {
      defer { queue.filled.close() }
      do {
        try read(Store(readingAt: path), queue)
      } catch {
        outcome.error = RecorderError(error)
      }
    }.start()
  }

  deinit { queue.close() }

  /// Replaces a used page with the next one. Returns false at the end.
  func next(_ page: inout Page) throws(RecorderError) -> Bool {
    queue.limit.remove(page.weight)
    page.removeAll()
    _ = queue.empty.put(page)
    page = Page()
    if let next = queue.filled.take() {
      page = next
      return true
    }
    if let error = outcome.error { throw error }
    return false
  }
}
