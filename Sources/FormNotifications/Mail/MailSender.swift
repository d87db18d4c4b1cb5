public import FormRecorder
import FormRules
import FormStore

/// Sends messages about events: to operators, to the contacts of sources, and to the people who
/// sent a record.
///
/// The messages are queued in the store. The queue records each attempt just before the content of
/// the message is sent, and its outcome afterwards, so that no message is sent twice. If the
/// process ends in between, or the server does not answer, it is unknown whether the message was
/// accepted, and only a person can have it sent again (`Recorder.resendMail`).
public final class MailSender: NotificationSender {
  /// Sends a message. Calls `willSubmit` before the first byte of its content and, if that returns
  /// false, sends nothing. May block.
  package typealias Send =
    (_ message: MailMessage, _ willSubmit: () -> Bool) -> MailOutcome

  let recorder: Recorder
  let settings: MailSettings
  private let attribution: Attribution
  private let send: Send
  private let observed: ObservedStore
  /// The clock of the pauses after failures of the server.
  private let pauseClock: () -> ContinuousClock.Instant
  private var pause = RetryPause()
  private var isPaused: Bool { pause.isActive(at: pauseClock()) }
  /// The reason why the server accepted no message in the last attempt, or nil.
  public private(set) var failure: String?
  /// The time at which the next deferred message is due, in seconds since 1970.
  private var nextDue: Int64?
  /// The number of the last event that needs no message. Not less than `through` of the queue.
  private var through: Int64 = 0
  private(set) var recipients: MailRecipients
  /// The attempt whose outcome is not recorded yet, because the store was busy.
  private var unfinished: MailAttempt?
  private var lateDeliveries: LateDeliverySearch
  private static let batch = 100

  /// Creates a sender.
  ///
  /// - Parameters:
  ///   - by: The operator who sends, for the log, if known.
  ///   - reason: The reason for the log.
  ///   - send: Sends a message.
  package convenience init(
    _ recorder: Recorder, _ settings: MailSettings, by: String?, reason: String?,
    send: @escaping Send
  ) {
    self.init(recorder, settings, attribution: Attribution(by: by, reason: reason), send: send)
  }

  /// Creates a sender with a clock for the pauses.
  init(
    _ recorder: Recorder, _ settings: MailSettings, attribution: Attribution = .none,
    pauseClock: @escaping () -> ContinuousClock.Instant = { .now }, send: @escaping Send
  ) {
    self.recorder = recorder
    self.settings = settings
    self.attribution = attribution
    self.pauseClock = pauseClock
    self.send = send
    observed = ObservedStore(recorder)
    recipients = MailRecipients(recorder, settings)
    lateDeliveries = LateDeliverySearch(recorder, settings)
  }

  /// Whether something may be due: the store has changed since the last call, or a pause has ended.
  /// Takes microseconds.
  public var isDue: Bool {
    get throws(RecorderError) {
      if isPaused { return false }
      if pause.isAfterFailure || lateDeliveries.isDue { return true }
      if let nextDue, nextDue <= now { return true }
      return try observed.hasChanged
    }
  }

  private var now: Int64 { recorder.settings.clock().seconds }

  /// Sends all due messages. Without a queue in the store, it begins after the last event.
  ///
  /// - Parameter shouldStop: Called between messages.
  /// - Throws: `RecorderError` if the store cannot be read or written. Errors of the server are
  ///   recorded instead.
  /// - Returns: Whether no message failed and none is waiting. Messages that no longer have a
  ///   recipient do not count.
  @discardableResult
  public func sendDueEvents(shouldStop: () -> Bool = { false }) throws(RecorderError) -> Bool {
    if isPaused { return false }
    return try observed.process { store, isOther throws(RecorderError) in
      if isOther {
        (through, unfinished) = (0, nil)
        recipients = MailRecipients(recorder, settings)
        lateDeliveries = LateDeliverySearch(recorder, settings)
      }
      return try sendDueMessages(store, shouldStop)
    }
  }

  /// Returns whether no message failed and none is waiting, or nil if it was stopped.
  private func sendDueMessages(
    _ store: Store, _ shouldStop: () -> Bool
  ) throws(RecorderError) -> Bool? {
    try unfinished?.finish()
    unfinished = nil
    if lateDeliveries.isDue { try lateDeliveries.run(attribution) }
    if try recorder.mailQueue(in: store) == nil {
      try recorder.changeMail(attribution) { _ in "began to send mail about later events" }
    }
    var isComplete = true
    failure = nil
    while let mail = try nextMail(store) {
      if shouldStop() { return nil }
      switch try sendMail(mail, store) {
      case .accepted, .cancelled: pause.reset()
      case .refused, .failed, .unknown:
        pause.reset()
        isComplete = false
      case .unavailable(let reason):
        failure = reason
        pause.begin(at: pauseClock())
        return false
      }
    }
    let queue = try recorder.mailQueue(in: store)
    nextDue = queue?.messages.filter { $0.state == .due }.map(\.at).min()
    return isComplete && nextDue == nil
  }

  /// Returns the next message that is due: one in the queue, or the first one of the next event
  /// that has any.
  private func nextMail(_ store: Store) throws(RecorderError) -> DueMail? {
    guard let queue = try recorder.mailQueue(in: store) else { return nil }
    let waiting = queue.messages.filter { $0.state == .due }
    if let due = waiting.first(where: { $0.at <= now }) {
      let found = try events(store, after: due.event - 1, limit: 1)
      guard let event = found.first, event.number == due.event else {
        throw RecorderError.damaged("event \(due.event) of the mail queue is missing")
      }
      return DueMail(event: event, recipient: due.to)
    }
    guard waiting.count < MailQueue.maximumWaiting else { return nil }
    through = max(through, queue.through)
    while true {
      let events = try events(store, after: through, limit: Self.batch)
      for event in events {
        let recipients = try self.recipients.all(of: event, store)
        if let first = recipients.first {
          return DueMail(event: event, recipient: first, added: recipients)
        }
        through = event.number
      }
      if events.count < Self.batch { return nil }
    }
  }

  private func events(
    _ store: Store, after number: Int64, limit: Int
  ) throws(RecorderError) -> [StoredEvent] {
    try mappingErrors {
      try store.events(
        StoredEvent.Filter(kinds: [.run, .submission, .activity]), after: number,
        through: try store.lastEvent(), limit: limit)
    }
  }

  /// Sends a message and records the outcome, now or, if the store is busy, in the next call.
  private func sendMail(_ mail: DueMail, _ store: Store) throws(RecorderError) -> MailOutcome {
    var attempt = MailAttempt(mail, of: recorder, by: attribution)
    guard let form = try recipients.form(of: mail.event, store),
      let (message, link) = try message(about: mail.event, form, to: mail.recipient, store)
    else {
      try attempt.cancel()
      return .cancelled
    }
    let storeError = attempt.send(message, link, by: send)
    unfinished = attempt
    try attempt.finish()
    unfinished = nil
    if let storeError, attempt.outcome == .cancelled { throw storeError }
    return attempt.outcome
  }
}
