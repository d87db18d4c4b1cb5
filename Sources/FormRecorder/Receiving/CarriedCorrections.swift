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
  private let form: String
  /// The submissions with patches that are accepted.
  private let accepted: Set<Int64>

  /// - Parameters:
  ///   - importID: The import of the new delivery.
  ///   - plan: The plan that judges it.
  init(to importID: Int64, under plan: Plan, in store: Store) throws {
    try self.init(to: store.uncorrectedDeliveries(ofImport: importID), under: plan, in: store)
  }

  /// - Parameter deliveries: The submissions of the new delivery with the corrections of earlier
  ///   ones.
  init(to deliveries: [UncorrectedDelivery], under plan: Plan, in store: Store) throws {
    form = plan.form.name
    let submissions = Set(deliveries.map(\.submission))
    let accepted = try submissions.subtracting(store.openSubmissions(among: submissions))
    self.accepted = accepted
    var taken: Set<Int64> = []
    for delivery in deliveries where taken.insert(delivery.submission).inserted {
      let (submission, correction) = (delivery.submission, delivery.correction)
      // What a correction changed is not known if the submission that it corrects was purged.
      guard let root = try store.correctionChain(correction)?.root,
        try store.purge(of: root) == nil,
        let before = try store.cellTexts(of: root, plan.form),
        let after = try store.cellTexts(of: correction, plan.form),
        let now = try store.cellTexts(of: submission, plan.form)
      else { continue }
      var changed = after.filter { before[$0.key] != $0.value && now[$0.key] != $0.value }
      // A delivery in between that has another text has counted the change.
      for id in delivery.between {
        if changed.isEmpty { break }
        let other = try store.cellTexts(of: id, plan.form)
        changed = changed.filter { other?[$0.key] == before[$0.key] }
      }
      // A valid card number is not the one that was corrected, although the masks may be equal.
      let valid = accepted.contains(submission) ? plan.maskedFields(in: now) : []
      var patch = SubmissionPatch(submission, [:])
      patch.source = correction
      for (field, text) in changed {
        if now[field] == before[field], !valid.contains(field) {
          patch.fields[field] = String(decoding: text, as: UTF8.self)
        } else {
          replaced += 1
        }
      }
      if !patch.fields.isEmpty { patches.append(patch) }
    }
  }

  /// Stores the corrections. An accepted record remains as it is if its correction would be
  /// rejected.
  ///
  /// - Parameter request: The request to import the delivery.
  /// - Returns: The corrections that were refused.
  func store(
    _ recorder: Recorder, after request: ImportRequest
  ) throws(RecorderError) -> [CorrectionCounts.Refused] {
    var refused: [CorrectionCounts.Refused] = []
    let open = patches.filter { !accepted.contains($0.submissionID) }
    if !open.isEmpty {
      let report = try recorder.importCorrections(correction(by: open, after: request))
      refused += report.corrections?.refused ?? []
    }
    var others = patches.filter { accepted.contains($0.submissionID) }
    while !others.isEmpty {
      var correction = self.correction(by: others, after: request)
      (correction.correctsAccepted, correction.listsVerdicts) = (true, true)
      let report = try recorder.importCorrections(correction)
      let counts = report.corrections ?? CorrectionCounts()
      let rejected = Set(
        counts.verdicts.filter { $0.errors.contains { $0.severity.rejects } }.map(\.submissionID))
      let rest = others.filter { !rejected.contains($0.submissionID) }
      guard report.isRefused, rest.count < others.count else { return refused + counts.refused }
      others = rest
    }
    return refused
  }

  private func correction(
    by patches: [SubmissionPatch], after request: ImportRequest
  ) -> CorrectionRequest {
    CorrectionRequest(
      patches, origin: .earlierDeliveries, after: request, ofForm: form,
      reason: "carried from corrections of earlier deliveries")
  }
}

extension Plan {
  /// The names of the fields whose texts are masked numbers of payment cards.
  fileprivate func maskedFields(in texts: [String: [UInt8]]) -> [String] {
    cardFields.map { form.fields[$0].name }.filter { name in
      texts[name].map { MaskedCard.isMasked($0.span) } == true
    }
  }
}

extension Store {
  /// The texts of a submission's cells by field, as bytes, because corrections may change only how
  /// a text is normalized. Nil if it does not exist.
  func cellTexts(of id: Int64, _ form: Form) throws -> [String: [UInt8]]? {
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
