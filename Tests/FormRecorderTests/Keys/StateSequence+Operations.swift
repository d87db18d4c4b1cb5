import FormRecorder
import FormRules
import FormTestSupport
import Testing

/// The random operations.
extension StateSequence {
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
}
