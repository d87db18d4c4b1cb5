import FormStore
import Foundation

/// What is read ahead, and used again and again.
protocol ReadAheadPage: Sendable {
  init()
  /// About as many bytes as it holds.
  var weight: Int { get }
  /// Empties it; what long records took of memory is free then.
  mutating func removeAll()
}

/// Reads pages of a store ahead, on a thread and connection of its own, while others are used.
final class ReadAhead<Page: ReadAheadPage> {
  /// What the thread takes pages from and puts them into.
  struct Queue: Sendable {
    fileprivate let filled = BatchQueue<Page>(capacity: 4)
    fileprivate let empty = BatchQueue<Page>(capacity: 8, takesLast: true)
    fileprivate let limit = WeightLimit(4 << 20)

    /// A page to be filled, when there is room; nil when nobody wants more.
    func take() -> Page? { limit.waitForRoom() ? empty.take() : nil }

    /// Gives back a page that was taken and has nothing.
    func giveBack(_ page: Page) { _ = empty.put(page) }

    /// Hands a page over; false when nobody wants more.
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

  /// Safe because it is looked at only when the queue has been closed.
  private final class Outcome: @unchecked Sendable {
    var error: RecorderError?
  }

  /// - Parameters:
  ///   - path: the database.
  ///   - read: called once, on the thread.
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

  /// Exchanges a page that is done with for the next one; false at the end.
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
