import FormRecorder
import FormRecorderTestSupport
import FormRules
import FormTestSupport

/// The laws, and the comparison of the store with its expected state.
extension ModelledStore {
  /// The first violation, or nil.
  func violation(_ random: inout SeededGenerator) throws -> String? {
    try difference() ?? sharedCode() ?? repeatedReplay(&random)
      ?? store.recorder.verify().problemDescription
  }

  /// A key under `unique: ever` is held by at most one current accepted submission.
  private func sharedCode() throws -> String? {
    // A rule that needs another one may accept a code repeatedly.
    if rules.variant == .needed || lastRetraction != nil { return nil }
    let shared = try store.rows(
      "SELECT code FROM form_people_current WHERE code <> '' GROUP BY 1 HAVING count(*) > 1")
    return shared.isEmpty ? nil : "current submissions share \(shared)"
  }

  /// Replays change nothing by equal rules, whole or in part, and what the model says by others.
  private func repeatedReplay(_ random: inout SeededGenerator) throws -> String? {
    for isPart in [false, true] {
      var (request, replay) = randomReplay(&random)
      if !isPart { (request.importID, request.onlyRejected) = (nil, false) }
      if !isPart { (replay.importID, replay.onlyRejected) = (nil, false) }
      request.isDryRun = true
      let report = try store.recorder.replay(request)
      if let wrong = try difference(report, outcome(of: replay)) {
        return "\(replay)\(request.isFull ? " in full" : ""): \(wrong)"
      }
    }
    return nil
  }

  func randomReplay(_ random: inout SeededGenerator) -> (ReplayRequest, Replay) {
    var replay = Replay(rules: rules)
    var request = ReplayRequest()
    // After a retraction, a replay evaluates `unique: ever` again, and other rules only in full.
    // The model evaluates all.
    let isFull = Bool.random(using: &random)
    request.isFull = isFull || lastRetraction != nil
    if Int.random(in: 0..<4, using: &random) == 0 {
      let version = Int.random(in: 1...versions.count, using: &random)
      replay.rules = versions[version - 1]
      request.rules = VersionReference("people@\(version)")
    }
    replay.onlyRejected = Bool.random(using: &random)
    let imports = Set(submissions.values.filter { $0.effect != nil }.map(\.importID)).sorted()
    if Bool.random(using: &random) { replay.importID = imports.randomElement(using: &random) }
    request.onlyRejected = replay.onlyRejected
    request.importID = replay.importID.map(Int64.init)
    return (request, replay)
  }

  /// The first difference between the report of a replay and the outcome, or nil.
  func difference(_ report: ReplayReport, _ outcome: [Int: Set<String>]) throws -> String? {
    var (accepted, rejected): ([Int], [Int]) = ([], [])
    var counts: [String: (before: Int, after: Int)] = [:]
    for (id, failures) in outcome {
      let isRejected = !failures.subtracting(["name.length"]).isEmpty
      if submissions[id]!.isRejected, !isRejected { accepted.append(id) }
      if !submissions[id]!.isRejected, isRejected { rejected.append(id) }
      for rule in submissions[id]!.failures { counts[rule, default: (0, 0)].before += 1 }
      for rule in failures { counts[rule, default: (0, 0)].after += 1 }
    }
    let found = report.byRule.map { "\($0.rule) \($0.before) → \($0.after)" }.sorted()
    let expected = counts.map { "\($0.key) \($0.value.before) → \($0.value.after)" }.sorted()
    if report.submissions != outcome.count {
      return "\(report.submissions) submissions instead of \(outcome.count)"
    }
    if report.newlyAccepted != accepted.count || report.newlyRejected != rejected.count {
      return """
        newly accepted \(report.newlyAcceptedSample) instead of \(accepted.sorted()), newly rejected \
        \(report.newlyRejectedSample) instead of \(rejected.sorted())
        """
    }
    return found == expected ? nil : "\(found) instead of \(expected)"
  }

  /// The first difference between the store and the expected state, or nil.
  private func difference() throws -> String? {
    var (states, current, errors): ([String], [String], [String]) = ([], [], [])
    for id in ids {
      let (submission, state) = (submissions[id]!, state(id))
      let hasVerdict = submission.effect != nil
      let verdict = hasVerdict ? submission.isRejected ? "rejected" : "accepted" : "NULL"
      states.append("\(id)|\(verdict)|\(state)")
      if hasVerdict { errors += submission.failures.sorted().map { "\(id)|\($0)" } }
      if state == "current", verdict == "accepted" {
        let content = submission.content
        current.append(
          "\(id)|"
            + [content.id, content.age, content.code, content.name].map {
              $0.isEmpty ? "NULL" : $0
            }.joined(separator: "|"))
      }
    }
    return try difference(
      "form_people", states,
      store.rows("SELECT _submission, _verdict, _state FROM form_people ORDER BY 1"))
      ?? difference(
        "form_people_current", current,
        store.rows(
          """
          SELECT _submission, id, age, nullif(code, ''), nullif(name, '') FROM form_people_current
          ORDER BY 1
          """))
      ?? difference(
        "submission_view", states,
        store.rows("SELECT submission, verdict, state FROM submission_view ORDER BY 1"))
      ?? difference(
        "error_view", errors,
        store.rows("SELECT submission, rule FROM error_view ORDER BY 1, 2"))
      ?? auditDifference()
  }

  /// The first difference between the audit and the expected counts, or nil.
  private func auditDifference() throws -> String? {
    var records = AuditReport.Records()
    var rejected = 0
    for (id, submission) in submissions {
      switch state(id) {
      case "discarded": records.discarded += 1
      case "retracted": records.retracted += 1
      case "unfinished": records.unfinished += 1
      case "corrected": records.corrected += 1
      case "superseded": records.superseded += 1
      case "purged": records.purged += 1
      case "waived": records.waived += 1
      default: if submission.isRejected { records.open += 1 } else { records.valid += 1 }
      }
      if submission.effect != nil, submission.isRejected { rejected += 1 }
    }
    records.delivered = records.valid + records.open + records.waived + records.purged
    let audit = try store.recorder.audit(.all)
    if audit.records != records { return "audit: \(audit.records as Any) instead of \(records)" }
    return audit.total.rejected == rejected
      ? nil : "audit: \(audit.total.rejected) rejected instead of \(rejected)"
  }

  private func difference(_ name: String, _ expected: [String], _ found: [String]) -> String? {
    if expected == found { return nil }
    let missing = Set(expected).subtracting(found).sorted().prefix(5)
    let surplus = Set(found).subtracting(expected).sorted().prefix(5)
    return "\(name): \(surplus) instead of \(missing)"
  }
}
