import FormRecorder
import FormRules
import FormStore

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

  /// Whether late deliveries have recipients and were not looked for recently. After the clock was
  /// set back, the time of the last search is unknown.
  var isDue: Bool {
    hasRecipients && searchedAt.map { !($0..<$0 + Self.pause).contains(now) } ?? true
  }

  /// Records the deliveries that are due and have not arrived. Each is recorded once, by whichever
  /// process finds it first.
  mutating func run(_ attribution: Attribution) throws(RecorderError) {
    try recordAll(attribution)
    searchedAt = now
  }

  private func recordAll(_ attribution: Attribution) throws(RecorderError) {
    let late = try recorder.lateDeliveries().map { RecordedLateDelivery($0) }
    let isKnown = try recorder.withStore { store in
      try late.allSatisfy(store.recordedLateDeliveries().contains)
    }
    if isKnown { return }
    let store = try recorder.storeForWriting(attribution)
    let time = try recorder.settings.now().description
    try mappingErrors {
      try store.transaction {
        let known = try store.recordedLateDeliveries()
        for delivery in late where !known.contains(delivery) {
          _ = try store.record(
            .lateDelivery, detail: delivery.json.text, at: time, attribution)
        }
      }
    }
  }
}

extension Store {
  fileprivate func recordedLateDeliveries() throws(StoreError) -> Set<RecordedLateDelivery> {
    Set(
      try activities([.lateDelivery]).compactMap {
        JSONReader.decode(RecordedLateDelivery.self, from: $0.detail)
      })
  }
}
