package import Dispatch
package import FormRecorder

/// Sends events to webhooks, and mail about events, while a program runs. Each webhook and the mail
/// have a thread of their own, so that a receiver that does not answer delays no other.
package final class EventNotifier {
  private let recorder: Recorder
  private let pause: DispatchTimeInterval
  private let makeSender: @Sendable (_ webhook: Int64) -> WebhookSender
  private let report: @Sendable (RecorderError) -> Void
  private var threads: [Int64: NotificationThread] = [:]
  private let mail: NotificationThread
  /// Finds out whether webhooks may have been added or removed.
  private let observed: ObservedStore

  /// - Parameters:
  ///   - pause: The time after which a thread looks for retries, and tries again after an error.
  ///   - makeSender: Creates the sender of a webhook.
  ///   - makeMailSender: Creates the sender of mail, or returns nil if none is sent.
  ///   - report: Called with errors, on any thread.
  package init(
    _ recorder: Recorder, pause: DispatchTimeInterval = .seconds(1),
    makeSender: @escaping @Sendable (_ webhook: Int64) -> WebhookSender,
    makeMailSender: @escaping @Sendable () -> MailSender? = { nil },
    report: @escaping @Sendable (RecorderError) -> Void
  ) {
    self.recorder = recorder
    self.pause = pause
    self.makeSender = makeSender
    self.report = report
    observed = ObservedStore(recorder)
    mail = NotificationThread(pause: pause, report, makeMailSender)
  }

  deinit {
    for thread in threads.values { thread.end() }
    mail.end()
  }

  /// Makes the threads send what is due. Call it after each commit of this process, and repeatedly,
  /// because other processes may commit too.
  package func update() {
    do throws(RecorderError) {
      guard try observed.hasChanged else { return }
      _ = try observed.process { store, _ throws(RecorderError) in
        try wakeThreads(webhooks: Set(recorder.webhooks(in: store).map(\.id)))
        return true
      }
    } catch {
      // The next call tries a busy store again.
      if case .busy = error.reason { return }
      report(error)
    }
  }

  private func wakeThreads(webhooks: Set<Int64>) {
    for (id, thread) in threads where !webhooks.contains(id) {
      thread.end()
      threads[id] = nil
    }
    for id in webhooks where threads[id] == nil {
      threads[id] = NotificationThread(pause: pause, report) { [makeSender] in makeSender(id) }
    }
    for thread in threads.values { thread.wake() }
    mail.wake()
  }
}
