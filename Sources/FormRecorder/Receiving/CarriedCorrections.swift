import FormBytes
import FormInput
import FormRules
import FormStore

/// The corrections of earlier deliveries that apply to records which were delivered again without
/// them: the patched cells still have the text of the submission that was corrected.
struct CarriedCorrections {
  /// The patches of submissions of the new delivery.
  private(set) var patches: [SubmissionPatch] = []
  /// The number of corrected cells that the sender has changed.
  private(set) var replaced = 0

  /// - Parameter importID: The import of the new delivery.
  init(to importID: Int64, in store: Store) throws {
    var taken: Set<Int64> = []
    for (submission, correction) in try store.uncorrectedDeliveries(ofImport: importID)
    where taken.insert(submission).inserted {
      guard let root = try store.correctionChain(correction)?.root else { continue }
      let (before, after) = (try store.cellTexts(of: root), try store.cellTexts(of: correction))
      let now = try store.cellTexts(of: submission)
      var patch: [String: String] = [:]
      // Corrections may change only how a text is normalized.
      let (old, current) = (before.mapValues { Array($0.utf8) }, now.mapValues { Array($0.utf8) })
      for (field, text) in after where ![old[field], current[field]].contains(Array(text.utf8)) {
        if current[field] == old[field] { patch[field] = text } else { replaced += 1 }
      }
      if patch.isEmpty { continue }
      patches.append(SubmissionPatch(submission, patch))
    }
  }
}

extension Store {
  /// The texts of a submission's cells by field.
  func cellTexts(of id: Int64) throws -> [String: String] {
    guard let stored = try cells(of: id) else { return [:] }
    let columns = try columns(ofImport: stored.importID)
    let cells = try SubmissionCells(id, stored.json)
    return Dictionary(
      zip(columns, cells.cells).compactMap { column, cell in
        column.field.map { ($0, cells.batch.text(of: cell)) }
      }, uniquingKeysWith: { first, _ in first })
  }
}

extension Recorder {
  /// Applies the corrections of earlier deliveries to an import that has finished, and counts them
  /// in its report. If the process is killed before that, repeating the import does it.
  func carryCorrections(
    to report: inout ImportReport, _ request: ImportRequest, in store: Store
  ) throws(RecorderError) {
    guard let importID = report.importID, report.deliveries != nil else { return }
    let carried = try mappingErrors { try CarriedCorrections(to: importID, in: store) }
    report.deliveries?.replaced = carried.replaced
    if carried.patches.isEmpty { return }
    let correction = CorrectionRequest(
      carried.patches, origin: .earlierDeliveries, after: request, ofForm: report.form,
      reason: "carried from corrections of earlier deliveries")
    let counts = try importCorrections(correction).corrections
    report.deliveries?.carried = counts?.rows ?? 0
    report.deliveries?.reopened -= counts?.closed ?? 0
  }
}
