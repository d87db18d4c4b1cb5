import FormRecorder
import FormRules
import FormStore

/// A late delivery, as the log has it.
struct RecordedLateDelivery: Hashable {
  let source: String
  let form: String
  /// The time at which it was due.
  let due: String

  init(_ delivery: LateDelivery) {
    (source, form, due) = (delivery.source, delivery.form, delivery.due.description)
  }

  /// Returns nil if the detail is not that of a late delivery.
  init?(_ detail: ActivityDetail) {
    guard let source = detail.name, let form = detail.form, let due = detail.until else {
      return nil
    }
    (self.source, self.form, self.due) = (source, form, due)
  }

  /// Returns nil if the event is about something else.
  init?(_ event: StoredEvent) {
    guard event.activity == .late else { return nil }
    self.init(ActivityDetail(event.detail ?? ""))
  }

  fileprivate var detail: ActivityDetail {
    var detail = ActivityDetail()
    (detail.name, detail.form, detail.until) = (source, form, due)
    return detail
  }
}

/// The search for late deliveries, at most once a minute.
struct LateDeliverySearch {
  private let recorder: Recorder
  /// Whether late deliveries have recipients.
  private let hasRecipients: Bool
  /// The time of the last search, in seconds since 1970.
  private var searchedAt: Int64?
  /// The pause between two searches, in seconds.
  private static let pause: Int64 = 60

  init(_ recorder: Recorder, _ settings: MailSettings) {
    self.recorder = recorder
    hasRecipients =
      settings.contacts != nil || settings.operators.contains(where: \.receivesLateDeliveries)
  }

  private var now: Int64 { recorder.settings.clock().seconds }

  /// Whether late deliveries have recipients and were not looked for recently.
  var isDue: Bool { hasRecipients && searchedAt.map { now - $0 >= Self.pause } ?? true }

  /// Records the deliveries that are due and have not arrived. Each is recorded once, by whichever
  /// process finds it first.
  mutating func run(_ attribution: Attribution) throws(RecorderError) {
    try recordAll(attribution)
    searchedAt = now
  }

  private func recordAll(_ attribution: Attribution) throws(RecorderError) {
    let late = try recorder.lateDeliveries().map { RecordedLateDelivery($0) }
    let isKnown = try recorder.reading { store in
      try late.allSatisfy(store.recordedLateDeliveries().contains)
    }
    if isKnown { return }
    let store = try recorder.storeForWriting(attribution)
    let now = try recorder.settings.now().description
    try mappingErrors {
      try store.transaction {
        let known = try store.recordedLateDeliveries()
        for delivery in late where !known.contains(delivery) {
          _ = try store.record(.late, detail: delivery.detail.json.text, at: now, attribution)
        }
      }
    }
  }
}

extension Store {
  fileprivate func recordedLateDeliveries() throws(StoreError) -> Set<RecordedLateDelivery> {
    Set(try activities([.late]).compactMap { RecordedLateDelivery(ActivityDetail($0.detail)) })
  }
}
