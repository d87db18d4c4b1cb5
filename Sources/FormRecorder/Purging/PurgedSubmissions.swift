import FormRules
import FormStore

/// The submissions to purge.
struct PurgedSubmissions {
  /// The submissions that still have cells, in order.
  private(set) var ids: [ClosedRange<Int64>]
  /// The number of other selected submissions whose cells are already purged.
  private(set) var purgedBefore: Int
  /// The reason why each submission was found, or nil if a selection chose them by anything other
  /// than number.
  private(set) var reasons: [Int64: FoundSubmission.Reason]?
  /// The number of submissions that are not selected but share a chain of corrections with a
  /// selected one.
  var correctionsLeft: Int { left.count }

  /// The submissions counted by `correctionsLeft`.
  private var left: [RelatedSubmission] = []
  /// The selected submissions that belong to unfinished imports.
  private var unfinished: [ClosedRange<Int64>] = []

  init(_ request: PurgeRequest, _ recorder: Recorder, in store: Store) throws {
    switch request.target {
    case .selection(let selection, let before):
      try self.init(selection, before: before?.roundedUp.description, store)
      try addCorrections(store, includes: request.includesCorrections)
    case .record(let search):
      let reasons = try RecordFinder(recorder, store).find(search)
      try self.init(of: reasons, store)
    }
  }

  private init(_ selection: SubmissionSelection, before: String?, _ store: Store) throws {
    let filter = try selection.filter(in: store)
    ids = try store.purgeable(filter, before: before)
    let purged = try store.purgedRanges(filter, before: before)
    unfinished = try store.unfinishedRanges(filter, before: before)
    purgedBefore = purged.reduce(0) { $0 + $1.count }
    // A dry run by a selection does not list them.
    try requireFinished()
    let missing = (filter.ids ?? []).subtracting(ids).subtracting(purged)
    if let id = missing.first?.lowerBound {
      throw RecorderError(
        .missing(.submission(id)), "submission \(id) is not selected or does not exist")
    }
    guard filter.ids != nil else { return }
    reasons = Dictionary(uniqueKeysWithValues: ids.joined().map { ($0, .number) })
  }

  private init(of reasons: [Int64: FoundSubmission.Reason], _ store: Store) throws {
    let found = SubmissionFilter(ids: reasons.keys.joinedRanges)
    ids = try store.purgeable(found, before: nil)
    let purged = try store.purgedRanges(found, before: nil)
    purgedBefore = purged.reduce(0) { $0 + $1.count }
    unfinished = try store.unfinishedRanges(found, before: nil)
    self.reasons = reasons.filter { !purged.overlap($0.key...$0.key) }
  }

  /// Includes the chains of corrections of the selected submissions, or records their submissions
  /// that are not selected.
  private mutating func addCorrections(_ store: Store, includes: Bool) throws {
    let chained = try store.corrections(inChainsOf: ids)
    let others = chained.map(\.submission).joinedRanges
    let outside = others.subtracting(ids)
    let withCells = try store.purgeable(SubmissionFilter(ids: outside), before: nil)
    guard includes else {
      left = chained.filter { withCells.overlap($0.submission...$0.submission) }
      return
    }
    ids = (ids + withCells).sorted { $0.lowerBound < $1.lowerBound }.joined()
    let purged = try store.purgedRanges(SubmissionFilter(ids: outside), before: nil)
    purgedBefore += purged.reduce(0) { $0 + $1.count }
    for related in chained {
      let id = related.submission
      guard reasons != nil, reasons?[id] == nil, withCells.overlap(id...id) else { continue }
      reasons?[id] = .correction(of: related.of)
    }
  }

  /// - Throws: `RecorderError` if a part of the selection would remain: the rest of a chain of
  ///   corrections that was selected by number, or submissions of an import in progress.
  func requireWhole() throws(RecorderError) {
    if reasons != nil, let id = left.first?.of {
      let others = Set(left.filter { $0.of == id }.map(\.submission)).sorted().map(String.init)
      throw RecorderError(
        .refused,
        "submission \(id) is connected by corrections to \(others.joined(separator: ", ")), "
          + "which contain the same record; nothing was purged: specify these too, or include "
          + "corrections")
    }
    try requireFinished()
  }

  private func requireFinished() throws(RecorderError) {
    if let first = unfinished.first?.lowerBound {
      let count = unfinished.reduce(0) { $0 + $1.count }
      throw RecorderError(
        .refused,
        "submission \(first)\(count > 1 ? " and \(count - 1) more" : "") belongs to an import that is "
          + "unfinished; nothing was purged: finish or discard it first")
    }
  }
}
