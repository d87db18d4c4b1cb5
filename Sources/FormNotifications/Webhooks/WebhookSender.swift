import FormHashing
public import FormRecorder
public import FormRules
package import FormStore
import Foundation

/// Sends events to webhooks, in order and at least once each.
///
/// A request has the headers of Standard Webhooks: an id, which stays the same when an event is
/// sent again, the time, and a signature. A rejected event is sent again, with increasing pauses,
/// before later events. What was sent is recorded, so that another process can continue after this
/// one stops.
public final class WebhookSender: NotificationSender {
  /// Sends a POST request and returns the status. May block.
  public typealias Post =
    (_ request: ServiceRequest, _ headers: [(String, String)]) throws(ServiceError) -> Int

  private let recorder: Recorder
  private let attribution: Attribution
  private let post: Post
  /// The only webhook to which events are sent, or nil for all.
  private let webhook: Int64?
  private let observed: ObservedStore
  /// The clock of the pauses.
  private let now: () -> ContinuousClock.Instant
  private static let batch = 100
  /// The number of skipped events from which the position is recorded, so that another process does
  /// not read them again.
  private static let maximumSkipped = 1_000

  private struct Progress {
    var pause = RetryPause()
    /// The number of the last event that no longer needs to be sent.
    var through: Int64
    /// The number of events that were sent, but are not recorded yet.
    var unrecorded = 0
    /// The number of events that were skipped since the position was recorded.
    var skipped = 0
    /// See `Webhook.lastNotification`.
    var lastNotification: Int64?

    init(_ webhook: Webhook) {
      (through, lastNotification) = (webhook.sentThrough, webhook.lastNotification)
    }
  }

  private var progress: [Int64: Progress] = [:]

  /// Creates a sender. It keeps failure counts and retry times in memory.
  ///
  /// - Parameters:
  ///   - by: The operator for the log, if known.
  ///   - reason: The reason for the log.
  ///   - post: Sends the requests.
  public convenience init(
    _ recorder: Recorder, by: String? = nil, reason: String? = nil, post: @escaping Post
  ) {
    self.init(recorder, webhook: nil, Attribution(by: by, reason: reason), post: post)
  }

  /// Creates a sender for one webhook, or for all.
  package init(
    _ recorder: Recorder, webhook: Int64?, _ attribution: Attribution = .none,
    now: @escaping () -> ContinuousClock.Instant = { .now }, post: @escaping Post
  ) {
    self.recorder = recorder
    self.attribution = attribution
    self.post = post
    self.webhook = webhook
    self.now = now
    observed = ObservedStore(recorder)
  }

  /// Whether something may be due: the store has changed since the last call, or the pause after
  /// a failure has ended. Takes microseconds.
  public var isDue: Bool {
    get throws(RecorderError) {
      let now = now()
      if progress.values.contains(where: {
        $0.pause.isAfterFailure && !$0.pause.isActive(at: now)
      }) {
        return true
      }
      return try observed.hasChanged
    }
  }

  /// Sends all due events.
  ///
  /// - Parameter shouldStop: Called between requests.
  /// - Throws: `RecorderError` if the store cannot be read or written. Errors of webhooks are
  ///   recorded instead.
  /// - Returns: Whether every webhook has received all events.
  @discardableResult
  public func sendDueEvents(shouldStop: () -> Bool = { false }) throws(RecorderError) -> Bool {
    try observed.process { store, isOther throws(RecorderError) in
      if isOther { progress = [:] }
      return try sendDueEvents(store, shouldStop)
    }
  }

  /// Returns whether every webhook has received all events, or nil if it was stopped.
  private func sendDueEvents(
    _ store: Store, _ shouldStop: () -> Bool
  ) throws(RecorderError) -> Bool? {
    var isComplete = true
    let ids = try webhooks(in: store).map(\.id)
    progress = progress.filter { id, _ in ids.contains(id) }
    for id in ids {
      // Another process can remove the webhook, or change its position (`Recorder.resendEvents`).
      while let webhook = try webhooks(in: store).first(where: { $0.id == id }) {
        var state = progress[id] ?? Progress(webhook)
        if state.lastNotification != webhook.lastNotification { state = Progress(webhook) }
        defer { progress[id] = state }
        guard !state.pause.isActive(at: now()) else { break }
        guard
          let mayHaveMore = try sendBatch(webhook, &state, in: store, shouldStop: shouldStop)
        else { return nil }
        if !mayHaveMore { break }
      }
      if let state = progress[id], state.pause.isAfterFailure { isComplete = false }
    }
    return isComplete
  }

  private func webhooks(in store: Store) throws(RecorderError) -> [Webhook] {
    try recorder.webhooks(in: store).filter { webhook == nil || $0.id == webhook }
  }

  /// Sends a batch of events. Returns whether there may be more to send now, or nil if it was
  /// stopped before the end of the batch.
  private func sendBatch(
    _ webhook: Webhook, _ state: inout Progress, in store: Store, shouldStop: () -> Bool
  ) throws(RecorderError) -> Bool? {
    let filter = StoredEvent.Filter(kinds: Set(webhook.events.map(\.eventKind)), form: webhook.form)
    let through = state.through
    let events = try mappingErrors {
      try store.events(filter, after: through, through: try store.lastEvent(), limit: Self.batch)
    }
    var (sent, failure, isStopped): (Int, String?, Bool) = (0, nil, false)
    for event in events {
      isStopped = shouldStop()
      if isStopped { break }
      if let kind = event.webhookEvent, webhook.events.contains(kind) {
        failure = send(event, kind, to: webhook)
        if failure != nil { break }
        sent += 1
      } else {
        state.skipped += 1
      }
      state.through = event.number
    }
    if sent > 0 { state.pause.reset() }
    if failure != nil { state.pause.begin(at: now()) }
    // If this throws, the next batch records it.
    state.unrecorded += sent
    if state.unrecorded > 0 || failure != nil || state.skipped >= Self.maximumSkipped {
      // If the position was changed meanwhile, sending continues there.
      guard try record(webhook, &state, sent: state.unrecorded, failure: failure) else {
        return true
      }
      (state.unrecorded, state.skipped) = (0, 0)
    }
    if isStopped { return nil }
    return failure == nil && events.count == Self.batch
  }

  /// Sends an event. Returns the reason if the webhook does not accept it.
  private func send(
    _ event: StoredEvent, _ kind: NotificationEvent, to webhook: Webhook
  ) -> String? {
    let members = LoggedEvent(event).members.filter { !["by", "reason"].contains($0.key) }
    var body: [UInt8] = []
    JSON.object([
      "type": .string(kind.rawValue), "timestamp": .string(event.at), "data": .object(members),
    ]).write(to: &body)
    let id = "event_\(event.number)"
    let time = String(recorder.settings.clock().seconds)
    let signature = HMACSHA256(key: webhook.secret)
      .code(of: Array("\(id).\(time).".utf8) + body)
    do throws(ServiceError) {
      let status = try post(
        ServiceRequest(url: webhook.url, body: body, timeout: .seconds(15)),
        [
          ("webhook-id", id), ("webhook-timestamp", time),
          ("webhook-signature", "v1," + Data(signature).base64EncodedString()),
        ])
      return (200..<300).contains(status) ? nil : "status \(status)"
    } catch {
      return error.description
    }
  }

  /// Records the position, unless it was changed since the webhook was read. Returns whether it was
  /// recorded.
  private func record(
    _ webhook: Webhook, _ state: inout Progress, sent: Int, failure: String?
  ) throws(RecorderError) -> Bool {
    let detail = ActivityDetail.WebhookNotification(
      webhook.url, through: state.through, isDelivered: failure == nil,
      outcome: failure ?? "\(sent) sent")
    let notification = try recorder.record(
      .webhookNotification(detail), subject: webhook.id, attribution: attribution
    ) { store in
      try recorder.webhooks(in: store).contains {
        $0.id == webhook.id && $0.lastNotification == webhook.lastNotification
      }
    }
    if let notification { state.lastNotification = notification }
    return notification != nil
  }
}

extension StoredEvent {
  /// The event as webhooks receive it, or nil if they do not.
  var webhookEvent: NotificationEvent? {
    switch content {
    case .submission: counts.rejected == 0 ? .submissionAccepted : .submissionRejected
    case .replay: .runFinished
    case .importRun: self.import?.kind == .correction ? .submissionCorrected : .importFinished
    case .retraction: .importRetracted
    case .reinstatement: .importReinstated
    case .store, .definition, .plan, .import, .decision, .purge, .discard, .activity, .comment,
      .assignment:
      nil
    }
  }
}

extension NotificationEvent {
  /// The kind of the events that webhooks receive as this one.
  fileprivate var eventKind: EventKind {
    switch self {
    case .submissionAccepted, .submissionRejected: .submission
    case .submissionCorrected, .importFinished, .runFinished: .run
    case .importRetracted: .retraction
    case .importReinstated: .reinstatement
    }
  }
}
