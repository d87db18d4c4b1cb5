import FormRules
import FormStore

/// The submissions that a purge is about.
struct PurgedSubmissions {
  /// Those that have cells, in order.
  private(set) var ids: [ClosedRange<Int64>]
  /// How many more have none any more.
  private(set) var purgedBefore: Int
  /// Why each is meant; nil where a selection chose them otherwise than by number.
  private(set) var reasons: [Int64: FoundSubmission.Reason]?
  /// How many submissions that are not meant stand in a chain of corrections with one that is.
  var correctionsLeft: Int { left.count }

  /// These, each with the one that is meant.
  private var left: [(submission: Int64, of: Int64)] = []
  /// Those that are meant, and came with unfinished imports.
  private var unfinished: [ClosedRange<Int64>] = []

  init(_ request: PurgeRequest, _ recorder: Recorder, _ store: Store) throws {
    switch request.target {
    case .selection(let selection, let before):
      try self.init(selection, before: before?.description, store)
      try takeCorrections(store, includes: request.includesCorrections)
    case .record(let search):
      let reasons = try RecordFinder(recorder, store).find(search)
      try self.init(of: reasons, store)
    }
  }

  private init(_ selection: SubmissionSelection, before: String?, _ store: Store) throws {
    let filter = try selection.filter(in: store)
    ids = try store.purgeable(filter, before: before)
    let purged = try store.purgedRanges(filter, before: before)
    let missing = (filter.ids ?? []).subtracting(ids).subtracting(purged)
    if let id = missing.first?.lowerBound {
      throw RecorderError(
        .failed, reason: .missing,
        "there is no submission \(id) among those that are meant, or its import is unfinished")
    }
    purgedBefore = purged.reduce(0) { $0 + $1.count }
    guard filter.ids != nil else { return }
    reasons = Dictionary(uniqueKeysWithValues: ids.joined().map { ($0, .number) })
  }

  private init(of reasons: [Int64: FoundSubmission.Reason], _ store: Store) throws {
    let found = SubmissionFilter(ids: reasons.keys.sorted().map { $0...$0 }.joined())
    ids = try store.purgeable(found, before: nil)
    let purged = try store.purgedRanges(found, before: nil)
    purgedBefore = purged.reduce(0) { $0 + $1.count }
    unfinished = (found.ids ?? []).subtracting(ids).subtracting(purged)
    self.reasons = reasons.filter { !purged.overlap($0.key...$0.key) }
  }

  /// Takes the chains of corrections in that those which are meant stand in, or notes what is left of them.
  private mutating func takeCorrections(_ store: Store, includes: Bool) throws {
    let chained = try store.corrections(inChainsOf: ids)
    let others = Set(chained.map(\.submission)).sorted().map { $0...$0 }.joined()
    let outside = others.subtracting(ids)
    let withCells = try store.purgeable(SubmissionFilter(ids: outside), before: nil)
    guard includes else {
      left = chained.filter { withCells.overlap($0.submission...$0.submission) }
      return
    }
    ids = (ids + withCells).sorted { $0.lowerBound < $1.lowerBound }.joined()
    let purged = try store.purgedRanges(SubmissionFilter(ids: outside), before: nil)
    purgedBefore += purged.reduce(0) { $0 + $1.count }
    for (id, other) in chained
    where reasons != nil && reasons?[id] == nil && withCells.overlap(id...id) {
      reasons?[id] = .correction(of: other)
    }
  }

  /// - Throws: when something of what is meant would stay: the rest of a chain of corrections that was named
  ///   by a number, or what an import holds that is on its way.
  func requireWhole() throws(RecorderError) {
    if reasons != nil, let id = left.first?.of {
      let others = Set(left.filter { $0.of == id }.map(\.submission)).sorted().map(String.init)
      throw RecorderError(
        .failed, reason: .refused,
        "submission \(id) is in a chain of corrections with \(others.joined(separator: ", ")), "
          + "which hold the same record; nothing was purged: name these as well, or include "
          + "corrections")
    }
    if let first = unfinished.first?.lowerBound {
      let count = unfinished.reduce(0) { $0 + $1.count }
      throw RecorderError(
        .failed, reason: .refused,
        "submission \(first)\(count > 1 ? " and \(count - 1) more" : "") came with an import that is "
          + "unfinished; nothing was purged: finish or discard it first")
    }
  }
}
