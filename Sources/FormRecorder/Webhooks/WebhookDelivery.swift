import Foundation
import Synchronization

/// Sends events to webhooks while a program runs. Each webhook has a thread of its own, so that a
/// receiver that does not answer delays no other.
package final class WebhookDelivery {
  private let recorder: Recorder
  private let makeSender: @Sendable (_ webhook: Int64) -> WebhookSender
  private let report: @Sendable (RecorderError) -> Void
  private var threads: [Int64: WebhookThread] = [:]
  /// Finds out whether webhooks may have been added or removed.
  private let changes: WebhookSender

  /// - Parameters:
  ///   - makeSender: Creates the sender of a webhook.
  ///   - report: Called with errors, on any thread.
  package init(
    _ recorder: Recorder, makeSender: @escaping @Sendable (_ webhook: Int64) -> WebhookSender,
    report: @escaping @Sendable (RecorderError) -> Void
  ) {
    self.recorder = recorder
    self.makeSender = makeSender
    self.report = report
    changes = WebhookSender(recorder) { (_, _) in 0 }
  }

  deinit { for thread in threads.values { thread.end() } }

  /// Makes the threads send what is due. Call it after each commit of this process, and repeatedly,
  /// because other processes may commit too.
  package func update() {
    do throws(RecorderError) {
      guard try changes.noticesChange() else { return }
      let webhooks = Set(try recorder.webhooks().map(\.id))
      for (id, thread) in threads where !webhooks.contains(id) {
        thread.end()
        threads[id] = nil
      }
      for id in webhooks where threads[id] == nil {
        threads[id] = WebhookThread(id, makeSender, report)
      }
      for thread in threads.values { thread.wake() }
    } catch {
      report(error)
    }
  }
}

/// The thread of a webhook.
private final class WebhookThread: Sendable {
  private let isEnded = Atomic(false)
  private let changes = DispatchSemaphore(value: 0)

  init(
    _ webhook: Int64, _ makeSender: @escaping @Sendable (Int64) -> WebhookSender,
    _ report: @escaping @Sendable (RecorderError) -> Void
  ) {
    Thread.detachNewThread { [self] in
      let sender = makeSender(webhook)
      while !isEnded.load(ordering: .relaxed) {
        do throws(RecorderError) {
          if try sender.isDue {
            try sender.sendDueEvents(shouldStop: { isEnded.load(ordering: .relaxed) })
          }
        } catch {
          // A busy store is tried again.
          if case .busy = error.reason {} else { report(error) }
        }
        // Wakes up by itself for retries, and after an error.
        _ = changes.wait(timeout: .now() + .seconds(1))
      }
    }
  }

  func wake() { changes.signal() }

  func end() {
    isEnded.store(true, ordering: .relaxed)
    wake()
  }
}
