import FormRecorder
import FormRules
import FormTestSupport
import Foundation
import Testing

/// A store after random operations, and its expected state, which is computed from the operations
/// alone.
final class StateSequence {
  let store: TemporaryStore
  private(set) var history: [String] = []

  /// The content of a delivered record.
  private struct Content {
    var id: String
    var name: String
    var age: String
    var isMalformed = false

    var line: String { isMalformed ? "\(id),\(name)" : "\(id),\(name),\(age)" }

    func failures(_ maximum: Int) -> Set<String> {
      if isMalformed { return ["csv.tooFewFields"] }
      var failures: Set<String> = []
      if name.utf8.count > 5 { failures.insert("name.length") }
      if !age.isEmpty {
        guard let age = Int(age) else { return failures.union(["age.integer"]) }
        if age > maximum { failures.insert("age.range") }
      }
      return failures
    }
  }

  private struct Submission {
    var content: Content
    /// The number of the import. Each single submission has its own negative number.
    var delivery: Int
    var failures: Set<String>
    var corrects: Int?
    var waived: Set<String> = []
    /// The step in which the submission was purged.
    var purged: Int?
    var isRejected: Bool { !failures.isEmpty }
  }

  /// The submissions by number, starting with 1.
  private var submissions: [Int: Submission] = [:]
  /// The steps in which deliveries were finished. Missing deliveries are unfinished or discarded.
  private var finished: [Int: Int] = [:]
  private var discarded: Set<Int> = []
  /// The interrupted import, its rules and its request.
  private var unfinished: (delivery: Int, contents: [Content], maximum: Int, ImportRequest)?
  private var step = 0
  private var imports = 0
  private var maximum = 60

  init() throws {
    store = try TemporaryStore(Self.definitions(60))
  }

  private static func definitions(_ maximum: Int) -> String {
    """
    form: people
    key: [id]
    fields:
      - {name: id, type: integer}
      - {name: name, type: text}
      - {name: age, type: integer}
    ---
    rules: people
    form: people
    fields:
      name: [{length: {max: 5}}]
      age: [{range: {max: \(maximum)}}]
    """
  }

  // MARK: Operations

  func advance(_ random: inout SeededGenerator) throws {
    step += 1
    switch Int.random(in: 0..<20, using: &random) {
    case 0...3: try deliver(&random)
    case 4: try breakOff(&random)
    case 5: try resume()
    case 6: try discard()
    case 7...9: try submit(&random)
    case 10...13: try correct(&random)
    case 14: try decide(.waive, &random)
    case 15: try decide(.reopen, &random)
    case 16...17: try replay(&random)
    case 18: try purge(&random)
    default: try deliver(&random)
    }
  }

  private func content(_ random: inout SeededGenerator) -> Content {
    let ids = (1...8).map(String.init) + [""]
    return Content(
      id: ids.randomElement(using: &random) ?? "",
      name: ["Ana", "Bo", "Barbara"].randomElement(using: &random) ?? "",
      age: ["", "30", "50", "70", "x"].randomElement(using: &random) ?? "",
      isMalformed: Int.random(in: 0..<12, using: &random) == 0)
  }

  private func write(_ contents: [Content], _ name: String) throws -> ImportRequest {
    let lines = ["id,name,age"] + contents.map(\.line)
    try store.write(lines.joined(separator: "\n") + "\n", to: name)
    return ImportRequest(path: store.path(name))
  }

  private func deliver(_ random: inout SeededGenerator) throws {
    let contents = (0..<Int.random(in: 1...10, using: &random)).map { _ in content(&random) }
    var request = try write(contents, "import-\(step).csv")
    request.allowsReimport = true
    _ = try store.recorder.importFile(request)
    imports += 1
    try finish(imports, contents, maximum)
    history.append("\(step): import \(imports): \(contents.map(\.line))")
  }

  /// Imports a file and stops after its first 1,000 records.
  private func breakOff(_ random: inout SeededGenerator) throws {
    guard unfinished == nil else { return try resume() }
    let contents = (0..<1_020).map { place in
      place % 90 == 0
        ? content(&random) : Content(id: "\(1_000 + place % 600)", name: "Ana", age: "30")
    }
    var request = try write(contents, "import-\(step).csv")
    request.chunk = 1_000
    // The import is resumed with this version, even if a later one is current.
    let version = try store.rows(
      "SELECT max(v.number) FROM version v JOIN definition d ON d.id = v.definition "
        + "WHERE d.kind = 'rules'")
    request.rules = VersionReference("people@\(version[0])")
    store.breakOff(request)
    imports += 1
    unfinished = (imports, contents, maximum, request)
    try add(imports, contents, maximum)
    history.append("\(step): import \(imports) is interrupted")
  }

  private func resume() throws {
    guard let (delivery, contents, maximum, request) = unfinished else { return }
    _ = try store.recorder.importFile(request)
    try finish(delivery, contents, maximum)
    unfinished = nil
    history.append("\(step): import \(delivery) is finished")
  }

  private func discard() throws {
    guard let delivery = unfinished?.delivery else { return }
    _ = try store.recorder.discard(Int64(delivery))
    discarded.insert(delivery)
    unfinished = nil
    history.append("\(step): import \(delivery) is discarded")
  }

  private func submit(_ random: inout SeededGenerator) throws {
    var content = content(&random)
    content.isMalformed = false
    let report = try store.recorder.submit(
      SubmitRequest(fields: [("id", content.id), ("name", content.name), ("age", content.age)]))
    // The first single submission creates an import for the whole day.
    imports = max(imports, Int(try store.rows("SELECT max(id) FROM import")[0]) ?? 0)
    submissions[Int(report.submissionID)] = Submission(
      content: content, delivery: -step, failures: content.failures(maximum))
    finished[-step] = step
    history.append("\(step): submit \(content.line): \(report.submissionID)")
  }

  private func correct(_ random: inout SeededGenerator) throws {
    let open = submissions.filter { id, submission in
      submission.isRejected && !submission.content.isMalformed && state(id) != "purged"
        && isCurrent(id)
    }.keys.sorted()
    var lines = ["id,name,age,_submission"]
    var mended: [Int: Content] = [:]
    for id in open.shuffled(using: &random).prefix(3) {
      var content = submissions[id]!.content
      content.age = content.age == "40" ? "41" : "40"
      if Bool.random(using: &random) { content.name = content.name == "Eva" ? "Ida" : "Eva" }
      mended[id] = content
      lines.append(content.line + ",\(id)")
    }
    guard !mended.isEmpty else { return }
    try store.write(lines.joined(separator: "\n") + "\n", to: "back.csv")
    var request = CorrectionRequest(path: store.path("back.csv"))
    request.acceptedColumns = ["id", "name", "age"]
    request.acceptsKeyChanges = true
    let report = try store.recorder.importCorrections(request)
    let counts = try #require(report.corrections)
    #expect(counts.rows == mended.count, "\(counts.refused)")
    for row in try store.rows(
      """
      SELECT x.submission, x.corrects, s.import FROM correction x
      JOIN span s ON x.submission BETWEEN s.first_submission AND s.last_submission
      WHERE x.submission > \(submissions.keys.max() ?? 0)
      """)
    {
      let numbers = row.split(separator: "|").compactMap { Int($0) }
      let content = try #require(mended[numbers[1]])
      submissions[numbers[0]] = Submission(
        content: content, delivery: numbers[2], failures: content.failures(maximum),
        corrects: numbers[1])
      finished[numbers[2]] = step
      imports = max(imports, numbers[2])
    }
    history.append("\(step): corrections \(lines.dropFirst())")
  }

  private func decide(_ kind: DecisionKind, _ random: inout SeededGenerator) throws {
    let known = submissions.keys.filter { hasVerdict($0) && submissions[$0]?.purged == nil }
      .sorted()
    let chosen = Array(known.shuffled(using: &random).prefix(6))
    guard !chosen.isEmpty else { return }
    var request = DecisionRequest(
      kind, of: .submissions(chosen.map(Int64.init)), reason: "because", by: "ana")
    let rule = ["age.range", "name.length"].randomElement(using: &random)
    if Bool.random(using: &random) { request.selection.rule = rule }
    _ = try store.recorder.decide(request)
    for id in chosen {
      var rules = submissions[id]!.failures
      if kind == .reopen { rules = submissions[id]!.waived }
      if let only = request.selection.rule { rules.formIntersection([only]) }
      if kind == .reopen {
        submissions[id]!.waived.subtract(rules)
      } else if isCurrent(id), state(id) != "waived" {
        submissions[id]!.waived.formUnion(rules)
      }
    }
    history.append("\(step): \(kind) \(request.selection.rule ?? "all") of \(chosen.sorted())")
  }

  private func replay(_ random: inout SeededGenerator) throws {
    if Bool.random(using: &random) {
      maximum = [40, 60, 80].randomElement(using: &random) ?? 60
      try store.apply(Self.definitions(maximum))
    }
    var request = ReplayRequest()
    request.onlyRejected = Bool.random(using: &random)
    let deliveries = finished.keys.filter { $0 > 0 }.sorted()
    if Bool.random(using: &random), let one = deliveries.randomElement(using: &random) {
      request.importID = Int64(one)
    }
    _ = try store.recorder.replay(request)
    for (id, submission) in submissions where hasVerdict(id) && submission.purged == nil {
      if request.onlyRejected, !submission.isRejected { continue }
      if let only = request.importID, submission.delivery != only { continue }
      submissions[id]!.failures = submission.content.failures(maximum)
    }
    history.append(
      "\(step): replay, maximum \(maximum)\(request.onlyRejected ? ", rejected ones" : "")"
        + (request.importID.map { ", import \($0)" } ?? ""))
  }

  private func purge(_ random: inout SeededGenerator) throws {
    let known = submissions.keys.filter { id in
      submissions[id]!.delivery != unfinished?.delivery && submissions[id]!.purged == nil
    }
    let chosen = known.sorted().shuffled(using: &random).prefix(2)
    guard !chosen.isEmpty else { return }
    var request = PurgeRequest(.submissions(chosen.map(Int64.init)), reason: "because", by: "ana")
    request.includesCorrections = true
    _ = try store.recorder.purge(request)
    for row in try store.rows("SELECT first_submission, last_submission FROM purged") {
      let ends = row.split(separator: "|").compactMap { Int($0) }
      for id in ends[0]...ends[1] where submissions[id]!.purged == nil {
        submissions[id]!.purged = step
      }
    }
    history.append("\(step): purge \(chosen)")
  }

  private func finish(_ delivery: Int, _ contents: [Content], _ maximum: Int) throws {
    finished[delivery] = step
    try add(delivery, contents, maximum)
  }

  /// Adds the submissions of an import that are not yet known.
  private func add(_ delivery: Int, _ contents: [Content], _ maximum: Int) throws {
    for row in try store.rows(
      """
      SELECT first_submission, last_submission, first_record FROM span WHERE import = \(delivery)
      """)
    {
      let numbers = row.split(separator: "|").compactMap { Int($0) }
      for id in numbers[0]...numbers[1] where submissions[id] == nil {
        let content = contents[numbers[2] + id - numbers[0] - 1]
        submissions[id] = Submission(
          content: content, delivery: delivery, failures: content.failures(maximum))
      }
    }
  }

  // MARK: The expected state

  private func hasVerdict(_ id: Int) -> Bool { finished[submissions[id]!.delivery] != nil }

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

  private func isCurrent(_ id: Int) -> Bool { ["current", "waived"].contains(state(id)) }

  private func state(_ id: Int) -> String {
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
