import FormBytes
import GRDB

/// Verifies that superseded submissions are superseded by the next delivery of their record.
///
/// Whole deliveries mostly follow each other, so that none took effect between them. Only the keys
/// of the other submissions are compared.
struct SuccessionVerification {
  private let list: KeyList
  private let spans: SpanStates
  private let order: DeliveryOrder
  /// The submissions whose keys are compared, in ascending order.
  private var compared: [ClosedRange<Int64>] = []

  /// When a submission took effect: an event, and the id of a single submission, because several
  /// of these may share an event. The submissions of an import took effect together.
  private typealias Position = (event: Int64, single: Int64)

  init(_ db: Database, of list: KeyList, in spans: SpanStates) throws {
    self.list = list
    self.spans = spans
    order = try DeliveryOrder(db, formID: list.formID)
  }

  /// Adds a superseded submission. Call this for submissions in ascending order.
  mutating func add(_ submission: Int64, by superseder: Int64) {
    let (own, later) = (position(of: submission), position(of: superseder))
    if own.single == 0, later.single == 0,
      !order.hasDelivery(between: own.event, and: later.event)
    {
      return
    }
    if let last = compared.last, last.upperBound + 1 == submission {
      compared[compared.count - 1] = last.lowerBound...submission
    } else {
      compared.append(submission...submission)
    }
  }

  /// Returns a submission that an earlier delivery than the stored one supersedes, or nil.
  ///
  /// Purged deliveries have no key, and are not detected.
  func wrongSubmission(_ db: Database) throws -> Int64? {
    let (runs, former) = (KeyRuns(list), KeyRuns(list, isFormer: true))
    let (allRuns, allFormer) = (try runs.all(db), try former.all(db))
    var wrong: Int64?
    try KeyPages(list).forEachSortedBatch(db, compared) { batch in
      try batch.forEachSlice { slice in
        if wrong != nil { return }
        let entries =
          try runs.matches(db, slice, in: allRuns) + former.matches(db, slice, in: allFormer)
        let deliveries = Dictionary(grouping: entries, by: \.hash).mapValues { entries in
          entries.map(\.submission).filter(order.isDelivery).map(position(of:)).sorted { $0 < $1 }
        }
        let superseders = try SupersededTable.superseders(db, of: slice.map(\.submission))
        wrong =
          slice.first { entry in
            guard let superseder = superseders[entry.submission],
              let positions = deliveries[entry.hash]
            else { return false }
            let own = position(of: entry.submission)
            let next = positions.partitioningIndex { own < $0 }
            return next < positions.count && positions[next] < position(of: superseder)
          }?.submission
      }
    }
    return wrong
  }

  private func position(of submission: Int64) -> Position {
    let isSingle = spans.span(of: submission)?.isIntake == true
    return (order.effects.event(of: submission), isSingle ? submission : 0)
  }
}
