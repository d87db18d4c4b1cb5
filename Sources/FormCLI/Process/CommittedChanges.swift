import FormRecorder
import FormRules
import Synchronization

/// The changes that a command has committed, which are reported if its output or a receipt cannot
/// be written.
final class CommittedChanges: Sendable {
  private struct State {
    var recorder: Recorder?
    var file: ReceiptFile?
    /// The numbers of the events. Consecutive numbers take constant space, because a server commits
    /// indefinitely.
    var events = RangeSet<Int64>()
    var lastReceipt: Receipt?
    var error: RecorderError?
    var notes: [RecorderNote] = []
  }

  private let state = Mutex(State())

  /// Tracks the changes of a recorder.
  ///
  /// - Parameter file: The file to which the receipts of its commits are appended.
  func follow(_ recorder: inout Recorder, appendingTo file: ReceiptFile?) {
    recorder.settings.onSeal = { self.add($0) }
    recorder.settings.onNote = { self.add($0) }
    state.withLock { [recorder] state in (state.recorder, state.file) = (recorder, file) }
  }

  private func add(_ receipts: [Receipt]) {
    state.withLock { state in
      for receipt in receipts { state.events.insert(contentsOf: receipt.event..<receipt.event + 1) }
      guard let last = receipts.last else { return }
      state.lastReceipt = last
      // The last receipt of a commit covers the others.
      guard let file = state.file else { return }
      do {
        try file.append(last)
      } catch {
        state.error = state.error ?? RecorderError(error)
      }
    }
  }

  /// Whether nothing was committed.
  var isEmpty: Bool { state.withLock { $0.events.isEmpty } }

  /// The error of the first receipt that could not be appended, or nil.
  var receiptError: RecorderError? { state.withLock { $0.error } }

  /// Calls the body with each committed event, except for those of the kinds `store` and `plan`,
  /// which are irrelevant to a user who wants to know what is stored.
  ///
  /// - Throws: `RecorderError` if the log cannot be read, after the events that can be read.
  func forEachEvent(_ body: (LoggedEvent) -> Void) throws(RecorderError) {
    let (recorder, numbers) = state.withLock { ($0.recorder, $0.events) }
    guard let recorder, let first = numbers.ranges.first else { return }
    do {
      try recorder.forEachEvent(after: first.lowerBound - 1) { event in
        guard numbers.contains(event.number), event.kind != .store, event.kind != .plan else {
          return
        }
        body(event)
      }
    } catch {
      throw RecorderError(error)
    }
  }

  /// Adds a remark of the recorder or of its services, which may make them on any thread. A console
  /// belongs to one thread, which shows them.
  func add(_ note: RecorderNote) { state.withLock { $0.notes.append(note) } }

  /// Returns the remarks since the last call.
  func takeNotes() -> [RecorderNote] {
    state.withLock { state in
      defer { state.notes = [] }
      return state.notes
    }
  }

  /// The receipt of the last event.
  var lastReceipt: Receipt? { state.withLock { $0.lastReceipt } }
}
