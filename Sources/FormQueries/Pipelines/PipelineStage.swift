import FormStore
import Foundation

/// Work on a separate thread, which a bounded queue connects with the owner of the stage.
///
/// A producer fills buffers for its owner; a consumer takes the owner's buffers. The work must end
/// when the queue is closed, which happens when the stage is deallocated.
package final class PipelineStage<Buffer: ReusableBuffer, Failure: Error>: Sendable {
  package let queue: BufferQueue<Buffer, Failure>

  /// - Parameters:
  ///   - buffers: The number of buffers, including the one that the consumer uses.
  ///   - maximumWeight: The number of bytes in the queue at which the producer waits.
  package init(
    buffers: Int, maximumWeight: Int,
    _ work: @escaping @Sendable (BufferQueue<Buffer, Failure>) throws(Failure) -> Void
  ) {
    let queue = BufferQueue<Buffer, Failure>(buffers: buffers, maximumWeight: maximumWeight)
    self.queue = queue
    let thread = Thread {
      do throws(Failure) {
        try work(queue)
        queue.end(nil)
      } catch {
        queue.end(error)
      }
    }
    thread.stackSize = 8 << 20
    thread.start()
  }

  deinit { queue.close() }
}

extension PipelineStage where Failure == RecorderError {
  /// Reads a store with a separate connection.
  convenience init(
    reading store: Store,
    _ work: @escaping @Sendable (Store, BufferQueue<Buffer, Failure>) throws -> Void
  ) {
    let open = store.openAnotherReader
    self.init(buffers: 4, maximumWeight: 4 << 20) { queue throws(RecorderError) in
      try mappingErrors { try work(open(), queue) }
    }
  }
}
