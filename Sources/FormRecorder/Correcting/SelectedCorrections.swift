import FormRules
import FormStore

/// The corrections of a file: the changed records that can be corrected, in groups that are judged
/// together.
struct SelectedCorrections {
  let correction: Correction
  /// The report on the file, before a record is judged.
  let report: ImportReport
  /// Whether a changed record names an accepted submission.
  let correctsAccepted: Bool
  private(set) var groups: CorrectionGroups
  private(set) var counts: CorrectionCounts

  private var request: CorrectionRequest { correction.request }
  private var file: CorrectionFile { correction.file }

  init(from records: ChangedRecords) throws {
    (correction, report, counts) = (records.correction, records.report, records.counts)
    correctsAccepted = records.candidates.contains { $0.chain.isRejected == false }
    groups = CorrectionGroups(correction.bound.plan, correction.store)
    try correction.store.snapshot { try selectCandidates(of: records) }
  }

  /// Accepts the changed records that can be corrected, and refuses the others.
  private mutating func selectCandidates(of records: ChangedRecords) throws {
    let candidates = records.candidates
    var known: Set<Int64> = []
    let repeated = Set(candidates.map(\.chain.latest).filter { !known.insert($0).inserted })
    let competing = Dictionary(
      grouping: candidates.filter {
        // A record whose changes are all kept corrects nothing.
        repeated.contains($0.chain.latest) && ($0.hasCorrection || $0.returned.isFaulty)
      }, by: \.chain.latest)
    var taken: Set<Int64> = []
    for candidate in candidates {
      let others = (competing[candidate.chain.latest] ?? []).filter {
        $0.patch != candidate.patch
      }
      if let reason = try records.refusal(of: candidate, others: others) {
        counts.refused.append(.init(line: candidate.row.line, reason: reason))
      } else if candidate.hasCorrection, taken.insert(candidate.chain.latest).inserted {
        try accept(candidate)
      } else {
        // Nothing is changed, or the file contains the same record twice.
        counts.unchanged += 1
      }
    }
    counts.refused.sort { $0.line < $1.line }
  }

  private mutating func accept(_ candidate: CorrectionCandidate) throws {
    counts.rows += 1
    counts.cells += candidate.patch.count
    for column in candidate.patch.keys {
      let name = candidate.origin.field(ofColumn: column) ?? file.header[column]
      counts.cellsByField[name, default: 0] += 1
    }
    if request.listsChanges { counts.patches.append(patch(candidate)) }
    try groups.add(candidate, of: file, readsArrays: request.isPatch)
  }

  private func patch(_ candidate: CorrectionCandidate) -> CorrectionPatch {
    func shown(_ text: [UInt8], _ column: Int) -> String {
      candidate.isMasked(column) && !text.isEmpty
        ? DisplayColumns.mask : String(decoding: text, as: UTF8.self)
    }
    return CorrectionPatch(
      line: candidate.row.line, submissionID: candidate.id,
      changes: candidate.patch.sorted { $0.key < $1.key }.map { column, text in
        .init(
          field: candidate.origin.field(ofColumn: column) ?? file.header[column],
          before: shown(candidate.before(column), column), after: shown(text, column))
      })
  }
}
