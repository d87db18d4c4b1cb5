import FormRules
import FormStore

/// Stores submissions and logged reads over one connection.
///
/// Only one thread uses it at a time.
final class SubmissionWriter {
  let store: WritableStore
  /// The events that the last transaction sealed.
  private let sealed = SealedEvents()
  let plans: SubmissionPlans

  /// - Throws: `RecorderError` if there is no store.
  init(_ recorder: Recorder) throws(RecorderError) {
    try recorder.requireDatabase()
    store = try recorder.storeForWriting(sealed: sealed.append)
    plans = SubmissionPlans(in: store)
  }

  /// Whether the path of the store still refers to the open file.
  var isUsable: Bool { store.isSameFile }

  /// Makes writes in one transaction: of each one all records, or none.
  func store(
    _ writes: [QueuedWrite], _ recorder: Recorder
  ) throws(RecorderError) -> [QueuedWrite.Result] {
    defer { recorder.announce(sealed.removeAll()) }
    store.lock.letOthersPass()
    return try mappingErrors {
      try store.transaction {
        try plans.discardOutdated()
        let alone = writes.indices.filter { writes[$0].requests.count == 1 }
        let stored = try storeTogether(alone.map { writes[$0].requests[0] }, recorder)
        let reports = Dictionary(uniqueKeysWithValues: zip(alone, stored))
        return try writes.enumerated().map { position, write in
          if let report = reports[position] ?? nil { return .success([report]) }
          let result = QueuedWrite.Result { () throws(RecorderError) in
            try submit(write, recorder)
          }
          if case .failure(let error) = result { try store.requireTransaction(error) }
          return result
        }
      }
    }
  }

  /// Stores the read of a write, or all of its records or none of them: in groups if possible,
  /// otherwise one by one.
  ///
  /// - Returns: The reports, or nil if the write has open requests to services.
  private func submit(
    _ write: QueuedWrite, _ recorder: Recorder
  ) throws(RecorderError) -> [SubmissionReport]? {
    if let read = write.read {
      _ = try mappingErrors {
        try store.record(
          .read, detail: read.detail, at: recorder.settings.now().description, read.attribution)
      }
      return []
    }
    var answers: [ServiceAnswers?] = []
    let count = write.requests.count
    let reports = try mappingErrors {
      if count > 1 {
        let reports = try store.transaction(committingIf: { $0.count == count }) {
          try storeInOrder(write.requests, recorder)
        }
        if reports.count == count { return reports }
      }
      return try store.transaction(committingIf: { $0.count == count }) {
        try zip(write.requests, write.answers).compactMap {
          let (bound, layout) = try plans.plan(for: $0, recorder)
          let group = SubmissionGroup(try SubmittedRecord($0, layout))
          let writer = try GroupWriter(recorder, group, answers: $1, bound: bound, in: store)
          answers.append(writer.answers)
          return try writer.submit()
        }
      }
    }
    if reports.count == count { return reports }
    write.answers = answers
    return nil
  }
}

/// Collects events until they can be announced.
private final class SealedEvents {
  private var events: [SealedEvent] = []

  func append(_ new: [SealedEvent]) { events += new }

  func removeAll() -> [SealedEvent] {
    defer { events = [] }
    return events
  }
}
