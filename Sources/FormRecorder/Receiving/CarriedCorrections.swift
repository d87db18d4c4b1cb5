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

  /// - Parameters:
  ///   - importID: The import of the new delivery.
  ///   - form: The version of the form that judges it.
  init(to importID: Int64, _ form: Form, in store: Store) throws {
    try self.init(
      to: store.uncorrectedDeliveries(ofImport: importID).map { ($0, $1, []) }, form, in: store)
  }

  /// - Parameter deliveries: The submissions of the new delivery, each with the correction of an
  ///   earlier one, and the submissions of the deliveries in between.
  init(
    to deliveries: [(submission: Int64, correction: Int64, between: [Int64])], _ form: Form,
    in store: Store
  ) throws {
    var taken: Set<Int64> = []
    for (submission, correction, between) in deliveries where taken.insert(submission).inserted {
      // What a correction changed is not known if the submission that it corrects was purged.
      guard let root = try store.correctionChain(correction)?.root,
        try store.purge(of: root) == nil,
        let before = try store.cellTexts(of: root, form),
        let after = try store.cellTexts(of: correction, form),
        let now = try store.cellTexts(of: submission, form)
      else { continue }
      let others = try between.map { try store.cellTexts(of: $0, form) }
      var patch: [String: String] = [:]
      for (field, text) in after where before[field] != text && now[field] != text {
        if now[field] == before[field], others.allSatisfy({ $0?[field] == before[field] }) {
          patch[field] = String(decoding: text, as: UTF8.self)
        } else {
          replaced += 1
        }
      }
      if patch.isEmpty { continue }
      patches.append(SubmissionPatch(submission, patch))
    }
  }

  /// Stores the corrections.
  ///
  /// - Parameter request: The request to import the delivery.
  func store(
    _ recorder: Recorder, after request: ImportRequest, ofForm form: String
  ) throws(RecorderError) -> CorrectionCounts? {
    try recorder.importCorrections(
      CorrectionRequest(
        patches, origin: .earlierDeliveries, after: request, ofForm: form,
        reason: "carried from corrections of earlier deliveries")
    ).corrections
  }
}

extension Store {
  /// The texts of a submission's cells by field, as bytes, because corrections may change only how
  /// a text is normalized. Nil if it does not exist.
  fileprivate func cellTexts(of id: Int64, _ form: Form) throws -> [String: [UInt8]]? {
    guard let stored = try cells(of: id) else { return nil }
    let columns = try columns(ofImport: stored.importID)
    let cells = try SubmissionCells(id, stored.json)
    var texts: [String: [UInt8]] = [:]
    for (field, column) in zip(form.fields, form.columnOfField(columns)) {
      guard let column, column < cells.cells.count else { continue }
      texts[field.name] = Array(cells.batch.bytes[cells.cells[column].range])
    }
    return texts
  }
}
