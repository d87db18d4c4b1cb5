import FormRecorder
import FormRules

/// The expected state, and its comparison with the store.
extension StateSequence {
  func hasVerdict(_ id: Int) -> Bool { finished[submissions[id]!.delivery] != nil }

  /// Whether a later delivery of the key is finished. An earlier purge removes the key.
  private func isSuperseded(_ id: Int) -> Bool {
    let earlier = submissions[id]!
    guard !earlier.content.id.isEmpty, !earlier.content.isMalformed else { return false }
    return submissions.contains { other, later in
      other > id && later.content.id == earlier.content.id && !later.content.isMalformed
        && later.delivery != earlier.delivery
        && finished[later.delivery].map { earlier.purged ?? .max > $0 } == true
    }
  }

  func isCurrent(_ id: Int) -> Bool { ["current", "waived"].contains(state(id)) }

  func state(_ id: Int) -> String {
    let submission = submissions[id]!
    if discarded.contains(submission.delivery) { return "discarded" }
    if !hasVerdict(id) { return "unfinished" }
    if submissions.values.contains(where: { $0.corrects == id }) { return "corrected" }
    if isSuperseded(id) { return "superseded" }
    if submission.purged != nil { return "purged" }
    let isWaived = submission.isRejected && submission.failures.isSubset(of: submission.waived)
    return isWaived ? "waived" : "current"
  }

  /// The first difference between the store and the expected state, or nil.
  func difference() throws -> String? {
    var states: [String] = []
    var current: [String] = []
    for id in submissions.keys.sorted() {
      let (submission, state) = (submissions[id]!, state(id))
      let verdict = hasVerdict(id) ? submission.isRejected ? "rejected" : "accepted" : "NULL"
      states.append("\(id)|\(verdict)|\(state)")
      if state == "current", verdict == "accepted" {
        let values = [submission.content.id, submission.content.name, submission.content.age]
        current.append(
          ([String(id)] + [
            values[0].isEmpty ? "NULL" : values[0], values[1],
            values[2].isEmpty ? "NULL" : values[2],
          ]).joined(separator: "|"))
      }
    }
    return try difference(
      "form_people_current", current,
      store.rows("SELECT _submission, id, name, age FROM form_people_current ORDER BY 1"))
      ?? difference(
        "form_people", states,
        store.rows("SELECT _submission, _verdict, _state FROM form_people ORDER BY 1"))
      ?? difference(
        "submission_view", states,
        store.rows("SELECT submission, verdict, state FROM submission_view ORDER BY 1"))
      ?? auditDifference()
  }

  /// The first difference between the audit and the expected counts, or nil.
  private func auditDifference() throws -> String? {
    var records = AuditReport.Records()
    var rejected = 0
    var failures: [String: Int] = [:]
    for (id, submission) in submissions {
      switch state(id) {
      case "discarded": records.discarded += 1
      case "unfinished": records.unfinished += 1
      case "corrected": records.corrected += 1
      case "superseded": records.superseded += 1
      case "purged": records.purged += 1
      case "waived": records.waived += 1
      default: if submission.isRejected { records.open += 1 } else { records.valid += 1 }
      }
      guard hasVerdict(id) else { continue }
      if submission.isRejected { rejected += 1 }
      for rule in submission.failures { failures[rule, default: 0] += 1 }
    }
    records.delivered = records.valid + records.open + records.waived + records.purged
    let audit = try store.recorder.audit(.all)
    let found = Dictionary(uniqueKeysWithValues: audit.byRule.map { ($0.rule, $0.count) })
    if audit.records != records { return "audit: \(audit.records as Any) instead of \(records)" }
    if audit.total.rejected != rejected {
      return "audit: \(audit.total.rejected) rejected instead of \(rejected)"
    }
    if found != failures { return "audit: \(found) instead of \(failures)" }
    for delivery in audit.byImport {
      let parts = submissions.filter { hasVerdict($0) && $1.delivery == delivery.importID }
      guard !parts.isEmpty else { continue }
      if delivery.counts.submissions != parts.count
        || delivery.counts.rejected != parts.values.count(where: \.isRejected)
      {
        return "audit: import \(delivery.importID) has \(delivery.counts)"
      }
    }
    return nil
  }

  private func difference(_ name: String, _ expected: [String], _ found: [String]) -> String? {
    if expected == found { return nil }
    let missing = Set(expected).subtracting(found).sorted().prefix(5)
    let surplus = Set(found).subtracting(expected).sorted().prefix(5)
    return "\(name): \(surplus) instead of \(missing)"
  }
}
