public import FormRecorder
import FormRules
import FormStore

extension Recorder {
  /// The messages that the mail server is not known to have accepted, in the order of their
  /// events.
  ///
  /// - Throws: `RecorderError` if there is no store, or if it cannot be read.
  public func queuedMail() throws(RecorderError) -> [QueuedMail] {
    try mailQueue(in: try storeForReading())?.messages.map {
      QueuedMail(event: $0.event, to: $0.to, state: $0.state)
    } ?? []
  }

  /// Has the messages about an event sent again that the server refused, or may have accepted
  /// without an answer. Their recipients may then receive them twice, with the same identifier.
  ///
  /// - Throws: `RecorderError` if there is no such message.
  public func resendMail(
    about event: Int64, by: String? = nil, reason: String? = nil
  ) throws(RecorderError) {
    try requireDatabase()
    let now = settings.clock().seconds
    let isFound = try changeMail(Attribution(by: by, reason: reason)) { queue in
      queue.requeue(event, at: now) == 0
        ? nil : "marked the messages about event \(event) to send again"
    }
    guard isFound else {
      throw RecorderError(
        .missing(.other), "there is no message about event \(event) to send again")
    }
  }

  func mailQueue(in store: Store) throws(RecorderError) -> MailQueue? {
    try mappingErrors { try store.mailChange()?.mail }
  }

  /// Records a change of the queue, in one transaction with reading it. A queue that does not exist
  /// yet begins after the last event.
  ///
  /// - Parameter change: Changes the queue and returns what happened for the log, or nil to record
  ///   nothing.
  /// - Returns: False if nothing was recorded because the change returned nil.
  @discardableResult
  func changeMail(
    _ attribution: Attribution, _ change: (inout MailQueue) -> String?
  ) throws(RecorderError) -> Bool {
    let store = try storeForWriting(attribution)
    let now = try settings.now().description
    return try mappingErrors {
      try store.transaction {
        let last = try store.mailChange()
        var queue = try last?.mail ?? MailQueue(through: store.lastEvent())
        guard let outcome = change(&queue) else { return false }
        let new = MailChange(mail: queue, outcome: outcome)
        // A server that is unavailable is recorded once.
        if new != last { _ = try store.record(.mail, detail: new.json.text, at: now, attribution) }
        return true
      }
    }
  }
}

extension Store {
  /// The last change of the queue.
  fileprivate func mailChange() throws -> MailChange? {
    guard let last = try activities([.mail], latest: true).last else { return nil }
    guard let change = JSONReader.decode(MailChange.self, from: last.detail) else {
      throw RecorderError.damaged("activity \(last.id) has no queue")
    }
    return change
  }
}
