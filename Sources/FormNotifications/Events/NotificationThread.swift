import FormRecorder
import Foundation
import Synchronization

/// A thread that sends the notifications of a webhook, or mail.
final class NotificationThread: Sendable {
  private let isEnded = Atomic(false)
  private let changes = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - pause: The time after which it looks for retries, and tries again after an error.
  ///   - report: Called with errors, on the thread; once for an error that lasts.
  ///   - makeSender: Creates the sender, on the thread. If it returns nil, the thread ends.
  init(
    pause: DispatchTimeInterval, _ report: @escaping @Sendable (RecorderError) -> Void,
    _ makeSender: @escaping @Sendable () -> (any NotificationSender)?
  ) {
    Thread.detachNewThread { [self] in
      guard let sender = makeSender() else { return }
      var reported: RecorderError?
      while !isEnded.load(ordering: .relaxed) {
        do throws(RecorderError) {
          if try sender.isDue {
            try sender.sendDueEvents(shouldStop: { isEnded.load(ordering: .relaxed) })
          }
          reported = nil
        } catch {
          // A busy store is tried again.
          if case .busy = error.reason {
          } else if error.description != reported?.description {
            report(error)
            reported = error
          }
        }
        _ = changes.wait(timeout: .now() + pause)
      }
    }
  }

  func wake() { changes.signal() }

  func end() {
    isEnded.store(true, ordering: .relaxed)
    wake()
  }
}
