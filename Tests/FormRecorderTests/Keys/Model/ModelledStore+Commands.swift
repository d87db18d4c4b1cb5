import FormRecorder
import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Testing

/// The random commands.
extension ModelledStore {
  func advance(_ random: inout SeededGenerator) throws {
    step += 1
    switch Int.random(in: 0..<27, using: &random) {
    case 0...3:
      try deliver((0..<Int.random(in: 1...8, using: &random)).map { _ in content(&random) })
    case 4...5: try deliver(redelivery(&random))
    case 6...7: try interrupt(&random)
    case 8...9: try resume()
    case 10: try discard()
    case 11...13: try submit(&random)
    case 14...16: try correct(&random)
    case 17: try decide(&random)
    case 18: try changeRules(&random)
    case 19...21: try replay(&random)
    case 22: try purge(&random)
    case 23, 24: try retract(&random)
    case 25: try undoRetraction(&random)
    default: try deliver(redelivery(&random))
    }
  }

  private func note(_ text: String) { history.append("\(step): \(text)") }

  /// The current records, with some codes exchanged.
  private func redelivery(_ random: inout SeededGenerator) -> [Content] {
    var contents = ids.filter { isCurrent($0) && submissions[$0]!.content.key ?? 99 < 99 }
      .map { submissions[$0]!.content }
    if Bool.random(using: &random) { contents.shuffle(using: &random) }
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      guard let one = contents.indices.randomElement(using: &random),
        let other = contents.indices.randomElement(using: &random)
      else { break }
      let code = contents[one].code
      contents[one].code = contents[other].code
      contents[other].code = code
    }
    return contents.isEmpty ? [content(&random)] : contents
  }

  private func write(_ contents: [Content]) throws -> ImportRequest {
    let lines = ["id,age,code,name"] + contents.map(\.line)
    try store.write(lines.joined(separator: "\n") + "\n", to: "import-\(step).csv")
    var request = ImportRequest(path: store.path("import-\(step).csv"))
    request.allowsReimport = true
    request.carriesCorrections = false
    return request
  }

  private func deliver(_ contents: [Content]) throws {
    let report = try store.recorder.importFile(try write(contents))
    let importID = try #require(report.importID)
    takeEffect(try add(Int(importID), contents, rules), rules)
    note("import \(importID): \(contents.map(\.line))")
  }

  /// Imports a file, and stops after the first records.
  private func interrupt(_ random: inout SeededGenerator) throws {
    guard unfinished == nil else { return try resume() }
    let isLong = Int.random(in: 0..<5, using: &random) == 0
    let contents = (0..<(isLong ? 1_010 : 5)).map { place in
      place % 202 > 3
        ? Content(id: "\(1_000 + place)", age: "30", code: "", name: "") : content(&random)
    }
    var request = try write(contents)
    request.chunk = 1_000
    // The import is resumed with this version, even if a later one is current.
    request.rules = VersionReference("people@\(versions.count)")
    var isAtEnd = !isLong
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.importFile(
        request, ImportCallbacks(committed: { _ in isAtEnd = true }, shouldStop: { isAtEnd }))
    }
    #expect(error?.reason == .stopped)
    let importID = Int(try store.rows("SELECT max(id) FROM import")[0]) ?? 0
    unfinished = (importID, contents, rules, request)
    _ = try add(importID, contents, rules)
    note("import \(importID) is interrupted: \(contents.filter { $0.age != "30" }.map(\.line))")
  }

  private func resume() throws {
    guard let (importID, contents, rules, request) = unfinished else { return }
    _ = try store.recorder.importFile(request)
    _ = try add(importID, contents, rules)
    takeEffect(ids.filter { submissions[$0]!.importID == importID }, rules)
    unfinished = nil
    note("import \(importID) is finished")
  }

  private func discard() throws {
    guard let importID = unfinished?.importID else { return }
    _ = try store.recorder.discard(Int64(importID))
    discarded.insert(importID)
    unfinished = nil
    note("import \(importID) is discarded")
  }

  /// Adds the submissions of an import that are not yet known.
  private func add(_ importID: Int, _ contents: [Content], _ rules: Rules) throws -> [Int] {
    var added: [Int] = []
    for row in try store.rows(
      """
      SELECT first_submission, last_submission, first_record FROM span WHERE import = \(importID)
      """)
    {
      let numbers = row.split(separator: "|").compactMap { Int($0) }
      for id in numbers[0]...numbers[1] where submissions[id] == nil {
        submissions[id] = Submission(
          content: contents[numbers[2] + id - numbers[0] - 1], importID: importID,
          delivery: importID, rules: rules)
        added.append(id)
      }
    }
    return added
  }

  private func submit(_ random: inout SeededGenerator) throws {
    var content = content(&random)
    content.isMalformed = false
    let report = try store.recorder.submit(
      SubmissionRequest(
        fields: [
          ("id", content.id), ("age", content.age), ("code", content.code), ("name", content.name),
        ]))
    let id = Int(report.submissionID)
    let importID =
      Int(
        try store.rows(
          "SELECT import FROM span WHERE \(id) BETWEEN first_submission AND last_submission")[0])
      ?? 0
    singles.insert(importID)
    submissions[id] = Submission(
      content: content, importID: importID, delivery: -id, rules: rules)
    takeEffect([id], rules, isSingle: true)
    note("submit \(content.line): \(id)")
  }

  private func correct(_ random: inout SeededGenerator) throws {
    let open = ids.filter { id in
      let submission = submissions[id]!
      return submission.isRejected && !submission.content.isMalformed && isCurrent(id)
    }
    var lines = ["id,age,code,name,_submission"]
    var mended: [Int: Content] = [:]
    for id in open.shuffled(using: &random).prefix(3) {
      var content = submissions[id]!.content
      let other = self.content(&random)
      content.age = content.age == "40" ? "41" : "40"
      if Bool.random(using: &random) { content.code = other.code }
      if Bool.random(using: &random) { content.name = other.name }
      if Int.random(in: 0..<4, using: &random) == 0 { content.id = other.id }
      mended[id] = content
      lines.append(content.line + ",\(id)")
    }
    guard !mended.isEmpty else { return }
    try store.write(lines.joined(separator: "\n") + "\n", to: "back.csv")
    var request = CorrectionRequest(path: store.path("back.csv"))
    request.acceptedColumns = ["id", "age", "code", "name"]
    request.acceptsKeyChanges = true
    let counts = try #require(try store.recorder.importCorrections(request).corrections)
    #expect(counts.rows == mended.count, "\(counts.refused)")
    var groups: [Int: [Int]] = [:]
    for row in try store.rows(
      """
      SELECT x.submission, x.corrects, s.import FROM correction x
      JOIN span s ON x.submission BETWEEN s.first_submission AND s.last_submission
      WHERE x.submission > \(submissions.keys.max() ?? 0) ORDER BY 1
      """)
    {
      let numbers = row.split(separator: "|").compactMap { Int($0) }
      submissions[numbers[0]] = Submission(
        content: try #require(mended[numbers[1]]), importID: numbers[2], delivery: numbers[2],
        rules: rules, corrects: numbers[1])
      groups[numbers[2], default: []].append(numbers[0])
    }
    for (importID, ids) in groups.sorted(by: { $0.key < $1.key }) {
      files[importID] = groups.keys.min()
      takeEffect(corrections: ids)
    }
    note("corrections \(lines.dropFirst())")
  }

  private func decide(_ random: inout SeededGenerator) throws {
    let kind: DecisionKind = Bool.random(using: &random) ? .waive : .reopen
    let known = ids.filter { submissions[$0]!.effect != nil && !submissions[$0]!.isPurged }
    let chosen = Array(known.shuffled(using: &random).prefix(6))
    guard !chosen.isEmpty else { return }
    var selection = SubmissionSelection.submissions(chosen.map(Int64.init))
    if Bool.random(using: &random) {
      selection.rule = ["age.range", "code.unique"].randomElement(using: &random)
    }
    _ = try store.recorder.decide(kind, selection, by: "ana", reason: "because")
    for id in chosen {
      var rules = kind == .reopen ? submissions[id]!.waived : submissions[id]!.errors
      if let only = selection.rule { rules.formIntersection([only]) }
      if kind == .reopen {
        submissions[id]!.waived.subtract(rules)
      } else if isCurrent(id), state(id) != "waived" {
        submissions[id]!.waived.formUnion(rules)
      }
    }
    note("\(kind) \(selection.rule ?? "all") of \(chosen.sorted())")
  }

  private func changeRules(_ random: inout SeededGenerator) throws {
    var new = rules
    new.maximum = [40, 60, 80].randomElement(using: &random) ?? 60
    if new == rules { return }
    versions.append(new)
    try store.apply(Self.definitions(new))
    note("version \(versions.count) has the maximum \(new.maximum)")
  }

  private func replay(_ random: inout SeededGenerator) throws {
    let (request, replay) = randomReplay(&random)
    let expected = outcome(of: replay)
    let report = try store.recorder.replay(request)
    note("replay \(replay)")
    #expect(try difference(report, expected) == nil, "\(history.joined(separator: "\n"))")
    for (id, failures) in expected {
      submissions[id]!.failures = failures
      submissions[id]!.rules = replay.rules
      submissions[id]!.judged = step
    }
  }

  /// Withdraws an import, with the corrections of its records.
  private func retract(_ random: inout SeededGenerator) throws {
    let known = Set(submissions.values.filter { $0.effect != nil }.map(\.importID))
      .subtracting(singles)
    guard let importID = known.sorted().randomElement(using: &random) else { return }
    let file = files[importID] ?? importID
    let imports = dependents(ofFile: file)
    let withdrawn = Set(ids.filter { imports.contains(submissions[$0]!.importID) })
    // The successors of purged submissions are unknown.
    if withdrawn.contains(where: { submissions[$0]!.isPurged }) { return }
    // Other corrections of the same import keep their verdicts under `name.unique`, which may
    // depend on the withdrawn ones.
    let roots = Set(withdrawn.map { submissions[root(of: $0)]!.importID })
    let others = ids.filter {
      submissions[$0]!.corrects != nil && submissions[$0]!.effect != nil && !withdrawn.contains($0)
    }
    if others.contains(where: { roots.contains(submissions[root(of: $0)]!.importID) }) { return }
    var request = RetractionRequest(importID: Int64(importID), by: "ana", reason: "because")
    if imports.contains(where: { (files[$0] ?? $0) != file }) {
      #expect(throws: RecorderError.self) { try store.recorder.retract(request) }
      request.includesDependents = true
    }
    let report = try store.recorder.retract(request)
    retractions.append(
      (
        file, imports,
        Dictionary(uniqueKeysWithValues: withdrawn.map { ($0, submissions[$0]!.effect!) })
      ))
    retract(withdrawn)
    retracted.formUnion(imports)
    lastRetraction = step
    note("retract \(imports.sorted())")
    #expect(Set(report.imports.map(Int.init)) == imports)
  }

  /// Undoes a retraction.
  private func undoRetraction(_ random: inout SeededGenerator) throws {
    guard let file = retractions.randomElement(using: &random)?.file else { return }
    let undone = retractions.filter { $0.file == file }
    let imports = undone.reduce(into: Set()) { $0.formUnion($1.imports) }
    let effects = undone.reduce(into: [:]) { $0.merge($1.effects) { first, _ in first } }
    var request = RetractionRequest(importID: Int64(file), by: "ana", reason: "because")
    request.isUndo = true
    // The keys of purged submissions are unknown.
    if effects.keys.contains(where: { submissions[$0]!.isPurged }) {
      #expect(throws: RecorderError.self) { try store.recorder.retract(request) }
      return
    }
    let keys = Set(effects.keys.compactMap { submissions[$0]!.content.key })
    if submissions.values.contains(where: { $0.isPurged && keys.contains($0.content.key ?? 0) }) {
      return
    }
    guard reinstate(effects) else {
      #expect(throws: RecorderError.self) { try store.recorder.retract(request) }
      return
    }
    let report = try store.recorder.retract(request)
    retractions.removeAll { $0.file == file }
    retracted.subtract(imports)
    lastRetraction = step
    note("undo retract \(imports.sorted())")
    #expect(Set(report.imports.map(Int.init)) == imports)
  }

  private func purge(_ random: inout SeededGenerator) throws {
    let known = ids.filter {
      submissions[$0]!.importID != unfinished?.importID && !submissions[$0]!.isPurged
    }
    let chosen = known.shuffled(using: &random).prefix(2)
    guard !chosen.isEmpty else { return }
    var request = PurgeRequest(.submissions(chosen.map(Int64.init)), by: "ana", reason: "because")
    request.includesCorrections = true
    _ = try store.recorder.purge(request)
    for row in try store.rows("SELECT first_submission, last_submission FROM purged") {
      let ends = row.split(separator: "|").compactMap { Int($0) }
      for id in ends[0]...ends[1] { submissions[id]!.isPurged = true }
    }
    note("purge \(chosen)")
  }
}
