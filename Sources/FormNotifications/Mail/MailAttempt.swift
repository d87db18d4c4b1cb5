import FormRecorder
import FormRules
import FormStore

/// A message that is due.
struct DueMail {
  let event: StoredEvent
  let recipient: String
  /// The recipients of the event if its messages are not in the queue yet.
  var added: [String] = []
}

/// An attempt to send a message. The queue records it.
struct MailAttempt {
  private let mail: DueMail
  private let recorder: Recorder
  private let attribution: Attribution
  /// The message, for the log.
  private var what = "the message"
  private var isReserved = false
  private var grant: AccessGrant?
  private(set) var outcome = MailOutcome.cancelled

  init(_ mail: DueMail, of recorder: Recorder, by attribution: Attribution) {
    self.mail = mail
    self.recorder = recorder
    self.attribution = attribution
  }

  private var now: Int64 { recorder.settings.clock().seconds }

  /// Records that the message no longer has a recipient.
  func cancel() throws(RecorderError) {
    try change(from: .due, action: "no longer has a recipient for the message") { _ in nil }
  }

  /// Sends the message. `finish` records the outcome.
  ///
  /// - Returns: The error of the store because of which the message was not sent.
  mutating func send(
    _ message: MailMessage, _ link: OfferedLink?, by send: @escaping MailSender.Send
  ) -> RecorderError? {
    if message.attachment != nil { what = "the message with a workbook" }
    var cause: RecorderError?
    let sent = send(message) {
      do throws(RecorderError) {
        // The message is reserved last: nothing can prevent its content from being sent then.
        grant = try link?.grant(by: recorder, attribution)
        isReserved = try change(from: .due, action: "sends \(what)") {
          $0.changed(to: .sending, at: now)
        }
      } catch {
        cause = error
      }
      return isReserved
    }
    outcome = sent
    if let cause {
      // A busy store is tried again.
      outcome = if case .busy = cause.reason { .cancelled } else { .failed(cause.description) }
    }
    return cause
  }

  /// Records the outcome. If the store is busy, this can be repeated.
  func finish() throws(RecorderError) {
    try record()
    switch outcome {
    case .accepted, .unknown: break
    case .refused, .failed, .unavailable, .cancelled:
      // Nobody has received the link.
      if let grant { try recorder.revokeAccess(grant.id, by: attribution.by) }
    }
  }

  private func record() throws(RecorderError) {
    let state: QueuedMail.State = isReserved ? .sending : .due
    switch outcome {
    case .cancelled: return
    case .accepted: try change(from: state, action: "sent \(what)") { _ in nil }
    case .unknown(let reason):
      try change(
        from: state, action: "does not know whether the server accepted \(what), \(reason),"
      ) { $0.changed(to: .unknown, at: now) }
    case .refused(let step, let status):
      try change(
        from: state, action: "could not send \(what), \(step) failed with \(status),"
      ) { status >= 500 ? refused($0) : postponed($0) }
    case .failed(let reason):
      try change(from: state, action: "could not send \(what), \(reason),") { postponed($0) }
    case .unavailable(let reason):
      try change(from: state, action: "could not send \(what), \(reason),") {
        // A connection that ended within the message may be due to the message.
        isReserved ? postponed($0) : $0
      }
    }
  }

  /// A message that is due again after a pause, or refused after the last one.
  private func postponed(_ message: MailQueue.Message) -> MailQueue.Message {
    if message.failures + 1 >= RetryPause.count { return refused(message) }
    let time = now + RetryPause.seconds(after: message.failures)
    return message.changed(to: .due, at: time, hasFailed: true)
  }

  /// A message that is not sent again.
  private func refused(_ message: MailQueue.Message) -> MailQueue.Message {
    message.changed(to: .refused, at: now, hasFailed: true)
  }

  /// Records a change of the message in the queue, after it has added the messages about the event.
  /// Returns false if the message is in another state.
  ///
  /// - Parameters:
  ///   - action: What happened, for the log.
  ///   - change: Returns the changed message, or nil to remove it.
  @discardableResult
  private func change(
    from state: QueuedMail.State, action: String,
    change: (MailQueue.Message) -> MailQueue.Message?
  ) throws(RecorderError) -> Bool {
    try recorder.changeMail(attribution) { queue in
      queue.add(mail.event.number, to: mail.added)
      guard queue.change(mail.event.number, to: mail.recipient, from: state, change) else {
        return nil
      }
      return "\(action) about event \(mail.event.number) to \(mail.recipient)"
    }
  }
}
