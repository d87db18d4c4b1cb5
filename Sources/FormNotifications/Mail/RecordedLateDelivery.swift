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

  /// Returns nil if the detail does not describe a late delivery.
  init?(_ detail: ActivityDetail) {
    guard let source = detail.name, let form = detail.form, let due = detail.until else {
      return nil
    }
    (self.source, self.form, self.due) = (source, form, due)
  }

  /// Returns nil if the event is about something else.
  init?(_ event: StoredEvent) {
    guard event.activity == .lateDelivery else { return nil }
    self.init(ActivityDetail(event.detail ?? ""))
  }

  var detail: ActivityDetail {
    var detail = ActivityDetail()
    (detail.name, detail.form, detail.until) = (source, form, due)
    return detail
  }
}
