import FormDefinitions
import FormModels
import FormRecorder
import FormRecorderTestSupport
import FormTestSupport
import Foundation
import Testing

/// No call of FormDefinitions or FormRecorder stops the process, regardless of its arguments.
@Suite struct RecorderFuzzTests {
  @Test func randomDefinitionsDoNotTrap() {
    var bound = 0
    let failure = RandomRounds.run("definitions", 60) { random, _ in
      var odd = OddValues(random: random)
      let texts = [odd.document(), odd.document()]
      for text in texts {
        _ = try? ParsedDefinitions(yaml: text, file: odd.text())
        _ = try? DefinitionSet(yaml: text)
        _ = try? [RuleEntry](yaml: text)
        let first = try? ParsedDefinitions(yaml: texts[0])
        if let set = try? ParsedDefinitions(yaml: text) {
          for form in set.forms {
            _ = (form.yaml, DefinitionDiff(from: first?.forms.first ?? form, to: form).lines)
          }
          for rules in set.ruleSets {
            _ = (rules.yaml, DefinitionDiff(from: first?.ruleSets.first ?? rules, to: rules).lines)
          }
        }
        guard let set = try? ParsedDefinitions(yaml: text), let form = set.forms.first,
          let rules = set.ruleSets.first, let validator = try? FormValidator(form, rules)
        else { continue }
        bound += 1
        for _ in 0..<3 {
          var record: [String: any FormValue] = [:]
          for field in form.fields { record[field.name] = odd.value() }
          _ = validator.validate(record, in: odd.localization(), now: odd.now())
        }
      }
      return nil
    }
    #expect(failure == nil)
    #expect(bound > 0)
  }

  @Test func randomCallsOfRecordersDoNotTrap() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,ana@example.com\n200,Bo,x\n,,\n")
    let recorder = store.recorder
    let failure = RandomRounds.run("recorders", 5) { random, _ in
      var odd = OddValues(random: random)
      submit(recorder, &odd)
      read(recorder, &odd)
      change(recorder, &odd)
      importFile(store, &odd)
      return nil
    }
    #expect(failure == nil)
  }

  private func submit(_ recorder: Recorder, _ odd: inout OddValues) {
    var values: [String: any FormValue] = [:]
    for name in ["id", "name", odd.name()] { values[name] = odd.value() }
    for var request in [
      SubmissionRequest(values: values), SubmissionRequest(json: Array(odd.text().utf8)),
      SubmissionRequest(fields: [
        ("id", odd.text()), ("email", odd.text()), (odd.name(), odd.text()),
      ]),
    ] {
      if odd.chance(3) { request.form = odd.reference() }
      if odd.chance(3) { request.rules = odd.reference() }
      request.source = odd.chance(3) ? odd.text() : nil
      request.by = odd.chance(3) ? odd.text() : nil
      request.idempotencyKey = odd.chance(3) ? odd.text() : nil
      if odd.chance(6) { request.parameters = [odd.name(): odd.text()] }
      if odd.chance(6) { request.scenario = odd.text() }
      request.localization = odd.localization()
      _ = try? recorder.submit(request)
      if odd.chance(5) { _ = try? recorder.submit([request, request]) }
    }
    _ = try? recorder.submit([])
  }

  private func read(_ recorder: Recorder, _ odd: inout OddValues) {
    let selection = odd.selection()
    var details = AuditDetails()
    (details.samples, details.hasPairs, details.hasTrend) = (odd.integer(), true, true)
    _ = try? recorder.audit(selection, top: odd.integer(), in: odd.localization(), details: details)
    _ = try? recorder.submissions(
      odd.pick(SubmissionScope.allCases), selection, after: Int64(odd.integer()),
      limit: odd.integer())
    _ = try? recorder.submissionCount(.open, selection, after: Int64(odd.integer()))
    _ = try? recorder.history(of: Int64(odd.integer()), showsValues: true, in: odd.localization())
    _ = try? recorder.list(form: odd.chance(2) ? odd.name() : nil, limit: odd.integer())
    _ = try? recorder.run(Int64(odd.integer()))
    _ = try? recorder.importReport(Int64(odd.integer()))
    _ = try? recorder.submissions(ofFile: odd.text(), line: odd.integer())
    _ = try? recorder.find(RecordSearch([.init(field: odd.name(), value: odd.text())]))
    _ = try? recorder.find(RecordSearch(form: odd.name(), []))
    _ = try? recorder.diff(from: odd.text(), to: odd.text(), kind: odd.chance(2) ? .form : .ruleSet)
    if let reference = odd.reference() {
      _ = try? recorder.definitions(reference)
      _ = try? recorder.form(reference)
      _ = try? recorder.ruleSet(reference)
    }
    var filter = LogFilter()
    (filter.since, filter.through) = (odd.now(), odd.now())
    _ = try? recorder.forEachEvent(filter, after: Int64(odd.integer()), last: odd.integer()) { _ in
    }
    var request = ExportRequest()
    (request.scope, request.selection) = (odd.pick(SubmissionScope.allCases), selection)
    request.format = odd.pick([.csv, .json, .ndjson])
    request.delimiter = odd.chance(2) ? odd.text() : nil
    request.encoding = odd.chance(4) ? odd.text() : nil
    request.localization = odd.localization()
    _ = try? recorder.export(request, to: .stream { _ in })
  }

  private func change(_ recorder: Recorder, _ odd: inout OddValues) {
    _ = try? recorder.waive(odd.selection(), by: odd.text(), reason: odd.text())
    _ = try? recorder.reopen(odd.selection(), by: odd.text(), reason: odd.text())
    _ = try? recorder.discard(Int64(odd.integer()), by: odd.text())
    var purge = PurgeRequest(odd.selection(), by: odd.text(), reason: odd.text())
    purge.isDryRun = true
    _ = try? recorder.purge(purge)
    var replay = ReplayRequest()
    replay.form = odd.reference()
    replay.importID = odd.chance(2) ? Int64(odd.integer()) : nil
    (replay.now, replay.isDryRun) = (odd.now(), odd.chance(2))
    replay.parameters = odd.chance(3) ? [odd.name(): odd.text()] : nil
    _ = try? recorder.replay(replay)
    if let reference = odd.reference() { _ = try? recorder.makeCurrent(reference, by: odd.text()) }
    if let set = try? DefinitionSet(yaml: odd.document()) {
      _ = try? recorder.apply(set, isDryRun: true)
      _ = try? recorder.impact(of: set)
    }
    var late = recorder
    late.settings.lockTimeout = odd.number()
    _ = try? late.list(limit: 1)
  }

  private func importFile(_ store: TemporaryStore, _ odd: inout OddValues) {
    let path = store.path("odd.csv")
    let text = "id,name\(odd.chance(2) ? "," + odd.name() : "")\n1,\(odd.text())\n\(odd.text())"
    try? Data(text.utf8).write(to: URL(fileURLWithPath: path))
    var request = ImportRequest(path: odd.chance(8) ? "/" + odd.text() : path)
    request.form = VersionReference("people")
    request.allowsReimport = true
    request.chunk = odd.chance(3) ? odd.integer() : 1
    (request.source, request.batchLabel, request.now) = (odd.text(), odd.text(), odd.now())
    if odd.chance(3) { request.input.header = odd.integer() }
    if odd.chance(3) { request.input.delimiter = odd.text() }
    if odd.chance(3) { request.input.encoding = odd.text() }
    if odd.chance(3) { request.input.format = odd.pick(["csv", "json", "xlsx", odd.text()]) }
    if odd.chance(3) { request.input.maximumRecordBytes = odd.integer() }
    if odd.chance(3) { request.input.map = [(odd.name(), odd.name())] }
    if odd.chance(3) { request.maximumRejected = .count(odd.integer()) }
    _ = try? store.recorder.importFile(request)
  }
}

extension OddValues {
  mutating func reference() -> VersionReference? {
    var reference = VersionReference(pick(["people", "people@1", "people@2", text()]))
    if chance(3) { reference?.number = integer() }
    return reference
  }

  mutating func selection() -> SubmissionSelection {
    var selection = SubmissionSelection.all
    if chance(3) { selection = .submissions(chance(2) ? [] : [Int64(integer()), 1]) }
    if chance(4) { selection.form = name() }
    if chance(4) { selection.importID = Int64(integer()) }
    if chance(6) { selection.source = text() }
    if chance(6) { selection.batchLabel = text() }
    if chance(4) { selection.since = now() }
    if chance(6) { selection.rule = chance(2) ? "id.range" : text() }
    if chance(6) { selection.runID = Int64(integer()) }
    return selection
  }

  /// A valid or nearly valid definition file, or fragments of one.
  mutating func document() -> String {
    if chance(5) { return text() }
    let fragments = [
      "form: people", "rules: people", "fields:", "  - {name: id, type: integer}",
      "  id: [required]",
      "  - {name: email, type: text}", "  email: [email, {length: {max: 3}}]", "record:",
      "  - must: ",
      "---", "- ", "  ", "title: ", "key: [id]", "limits:", "  - {rejected: {max: 5%}}", "lists:",
      "presets:", "parameters:", "  p: integer", "examples:", "  - accept: {id: 1}", "*a", "&a",
      "!!int 1",
      "? x", "{", "}", "[", "]", "|", ">", "\"", "'", "\t",
    ]
    var lines = chance(2) ? TemporaryStore.definitions.split(separator: "\n").map(String.init) : []
    for _ in 0..<pick([0, 0, 1, 2, 4, 7]) {
      let line = chance(3) ? pick(fragments) + text() : pick(fragments)
      lines.insert(line, at: Int.random(in: 0...lines.count, using: &random))
    }
    if chance(2) {
      let rule = pick(RuleRegistry.names)
      lines.append("      - \(rule): \(chance(2) ? String(integer()) : text())")
    }
    return lines.joined(separator: "\n")
  }
}
