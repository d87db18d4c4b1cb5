import FormRecorderTestSupport
import FormRules
import Synchronization
import Testing

@testable import FormRecorder

extension RejectedPeople {
  /// The store, with two records corrected to accepted ones.
  static func corrected() throws -> TemporaryStore {
    let store = try store()
    let text = try store.export(.open).replacing(",1007,", with: ",50,")
      .replacing(",1014,", with: ",60,")
    #expect(try store.correct(text).corrections?.closed == 2)
    return store
  }
}

extension TemporaryStore {
  /// Imports a file, even if it was already imported.
  func redeliver(
    _ text: String, _ change: (inout ImportRequest) -> Void = { _ in }
  ) throws -> DeliveryCounts {
    try write(text, to: "again.csv")
    var request = ImportRequest(path: path("again.csv"))
    request.by = "ana"
    request.allowsReimport = true
    change(&request)
    return try #require(try recorder.importFile(request).deliveries)
  }

  /// The ids and amounts of the accepted people.
  func amounts() throws -> [String] {
    try rows("SELECT id, CAST(amount AS INTEGER) FROM form_people_current ORDER BY 1")
  }
}

extension Recorder {
  /// A copy whose clock has no valid time after the first commit, so that no other change is made.
  var failingAfterItsFirstCommit: Recorder {
    var recorder = self
    let isCommitted = Mutex(false)
    recorder.settings.onSeal = { _ in isCommitted.withLock { $0 = true } }
    recorder.settings.clock = { [clock = settings.clock] in
      // The year 10000.
      isCommitted.withLock(\.self) ? Instant(seconds: 253_402_300_800) : clock()
    }
    return recorder
  }
}
