import FormRules
import FormStore

/// A delivery that was due and had not arrived when it was noted, as the log has it.
struct MissedDelivery: Hashable {
  let source: String
  let form: String
  /// The time at which it was due.
  let due: String

  init(_ delivery: LateDelivery) {
    (source, form, due) = (delivery.source, delivery.form, delivery.due.description)
  }

  /// Returns nil if the detail is not that of a missed delivery.
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

extension Recorder {
  /// Records the deliveries that are due and have not arrived. Each is recorded once, by whichever
  /// process notes it first.
  func noteMissedDeliveries(_ attribution: Attribution) throws(RecorderError) {
    let late = try lateDeliveries().map { MissedDelivery($0) }
    let isKnown = try reading { store in
      try late.allSatisfy(store.missedDeliveries().contains)
    }
    if isKnown { return }
    let store = try storeForWriting(attribution)
    let now = try settings.now().description
    try mappingErrors {
      try store.transaction {
        let known = try store.missedDeliveries()
        for delivery in late where !known.contains(delivery) {
          _ = try store.record(.late, detail: delivery.detail.json.text, at: now, attribution)
        }
      }
    }
  }
}

extension Store {
  fileprivate func missedDeliveries() throws(StoreError) -> Set<MissedDelivery> {
    Set(try activities([.late]).compactMap { MissedDelivery(ActivityDetail($0.detail)) })
  }
}
