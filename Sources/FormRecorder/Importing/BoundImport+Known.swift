import FormBytes
import FormRules
import FormStore

/// The earlier imports of a file that is imported again.
extension BoundImport {
  /// The report of an earlier import of the same file, or nil if there is none.
  func knownReport(sha256: String) throws(RecorderError) -> ImportReport? {
    guard let store else { return nil }
    return try mappingErrors {
      let all = try store.finishedImports(sha256: sha256, form: plan.form.name)
      let parameters = request.parameters.sortedJSON.utf8Bytes
      guard let known = all.first(where: { $0.parameters.utf8Bytes == parameters }) ?? all.first
      else { return nil }
      guard request.describesEarlierImports else {
        var report = ImportReport(
          file: request.path, sha256: sha256, form: (plan.form.name, versions?.form.number),
          rules: (plan.ruleSet.name, versions?.rules.number))
        (report.importID, report.isAlreadyImported) = (known.importID, true)
        return report
      }
      let differences = try otherReading(than: known.importID, in: store)
      for note in notes(about: known) { callbacks.note(note) }
      for difference in differences { callbacks.note(RecorderNote(difference, .allowReimport)) }
      var report = try recorder.report(of: known, file: request.path, in: store)
      report.wasReadOtherwise = !differences.isEmpty
      report.addViolation(of: request.maximumRejected)
      return report
    }
  }

  /// Notes that an import is already stored, and how its configuration differs from the request.
  private func notes(about known: ImportSummary) -> [RecorderNote] {
    var notes = [
      RecorderNote(
        "\(request.path): was already imported, as import \(known.importID) on \(known.startedAt); "
          + "no record was stored")
    ]
    func add(_ description: String, _ remedy: Remedy) {
      notes.append(RecorderNote(description, remedy))
    }
    if request.input.sheet != nil || request.input.entry != nil {
      add("other sheets and entries of a file count as the same file", .allowReimport)
    }
    if known.parameters.utf8Bytes != request.parameters.sortedJSON.utf8Bytes,
      !request.parameters.isEmpty
    {
      add(
        "its run parameters were different",
        .replay(importID: known.importID, form: known.form, parameters: request.parameters))
    }
    if request.now != nil || request.zone != nil, let earlier = RunClock(text: known.now),
      case let now = request.clock(plan.form, at: earlier.instant).description,
      now != known.now
    {
      add(
        "its clock was \(known.now)",
        .replay(importID: known.importID, form: known.form, now: now))
    }
    if known.scenario?.utf8Bytes != request.scenario?.utf8Bytes {
      let scenario = known.scenario.map { "under the scenario '\($0.displayText)'" }
      add("it was validated \(scenario ?? "without a scenario")", .allowReimport)
    }
    for (what, before, now) in [
      ("source", known.source, request.source), ("batch", known.batchLabel, request.batchLabel),
    ] where before?.utf8Bytes != now?.utf8Bytes {
      add(
        before.map { "its \(what) was '\($0.displayText)'" } ?? "it had no \(what)", .allowReimport)
    }
    let name = plan.ruleSet.name
    if let version = versions?.rules.number, known.rulesVersion != version || known.rules != name {
      let (before, now) = ("\(known.rules)@\(known.rulesVersion)", "\(name)@\(version)")
      add(
        "the rules have changed since then, from \(before) to \(now)",
        .replay(importID: known.importID, form: known.form, rules: now))
    }
    return notes
  }
}
