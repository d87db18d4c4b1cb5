import FormDefinitions
import FormRecorderTestSupport
import FormRules
import FormRulesTestSupport
import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// A generated case in a store of its own: the store's verdicts in every mode are compared with
/// those of the reference judge.
final class CombinedStore {
  private let store: TemporaryStore
  /// The case; its claims are those of the submissions so far.
  private var differential: DifferentialCase
  private var importID: Int64 = 0

  /// The formats of files, in which a record has the same verdict.
  enum Format: String, CaseIterable { case csv, tsv, ndjson, json }

  init(_ differential: DifferentialCase) throws {
    self.differential = differential
    store = try TemporaryStore(
      """
      form: codes
      fields: [{name: code, type: text}]
      ---
      rules: codes
      form: codes
      """)
    let now = differential.run.clock.instant
    store.recorder.settings.clock = { now }
    store.recorder.settings.services = Services(
      ServiceClient { request in
        let isRefused = String(decoding: request.body, as: UTF8.self).contains("invalid")
        return .response(status: 200, body: Array((isRefused ? "false" : "true").utf8))
      })
    try store.add("code\n" + CaseGenerator.storedCodes.map { $0 + "\n" }.joined())
    store.recorder.settings.clock = { now }
    try apply()
  }

  private func apply() throws {
    _ = try store.recorder.apply(try definitions)
  }

  /// The definitions, as they are read from a file: a generated entry names its main parameter.
  private var definitions: DefinitionSet {
    get throws {
      let text = Definition.ruleSet(differential.ruleSet).canonicalJSON()
      let read = try DefinitionFile.parse(text, file: "r", knownRules: RuleRegistry.names)
      guard case .ruleSet(let ruleSet) = read.first else { return try DefinitionSet() }
      return try DefinitionSet(forms: [differential.form], ruleSets: [ruleSet])
    }
  }

  /// The case as in the store, where other forms can be looked up.
  private var stored: DifferentialCase {
    var stored = differential
    stored.references = Set(
      CaseGenerator.storedCodes.compactMap { FormRulesTestSupport.ReferenceValues.key(.text, $0) })
    return stored
  }

  // MARK: Modes

  func check(_ format: Format) throws -> String? {
    var check = try FileCheck(
      definitions, form: "f", rules: "r", now: differential.run.clock.instant)
    check.source = differential.run.source
    check.parameters = differential.run.parameters
    check.scenario = differential.run.scenario
    check.services = store.recorder.settings.services
    var found: [String] = []
    _ = try check.check(try write(format), note: { _ in }) { record in
      found += record.errors.map {
        "\(record.record) \($0.rule) \($0.code) \($0.severity.rawValue)"
      }
    }
    var reference = try ReferenceJudge(differential)
    return difference(found, Self.lines(reference.judge().errors))
  }

  /// Imports the records after a dry run, which must give the same result.
  func importRecords(_ format: Format) throws -> String? {
    let request = try request(format)
    let dry = try store.recorder.importFile(request.dryRun)
    let report = try store.recorder.importFile(request)
    importID = report.importID ?? 0
    var reference = try ReferenceJudge(stored)
    let judgement = reference.judge()
    differential.claims = reference.claims
    if dry.byRule != report.byRule || dry.counts != report.counts {
      return "dry run: \(dry.byRule) instead of \(report.byRule)"
    }
    let rejected = Set(judgement.errors.filter { $0.severity == .error }.map(\.record)).count
    if report.rejected != rejected { return "\(report.rejected) rejected instead of \(rejected)" }
    let exceeds = !differential.ruleSet.limits.isEmpty && rejected > 1
    if report.exceededLimits.isEmpty == exceeds { return "limits: \(report.exceededLimits)" }
    return try difference(
      errors(ofRun: report.runID ?? 0, import: importID), Self.lines(judgement.errors))
  }

  /// Replays the store, whose verdicts must not change.
  func replay(isFull: Bool, onlyRejected: Bool = false, keepsVerdicts: Bool = true) throws
    -> String?
  {
    var request = ReplayRequest()
    request.form = VersionReference("f")
    request.isFull = isFull
    request.onlyRejected = onlyRejected
    let report = try store.recorder.replay(request)
    if keepsVerdicts, report.newlyAccepted + report.newlyRejected > 0 {
      return "\(report.newlyAcceptedSample) accepted, \(report.newlyRejectedSample) rejected"
    }
    if onlyRejected { return nil }
    // The keys of a replay are those of the records themselves.
    var imported = stored
    imported.claims = [:]
    var reference = try ReferenceJudge(imported)
    return try difference(
      errors(ofRun: report.runID ?? 0, import: importID),
      Self.lines(reference.judge().errors))
  }

  /// Submits records one by one.
  func submit(_ count: Int) throws -> String? {
    for record in differential.records.prefix(count) {
      var request = SubmissionRequest(
        fields: zip(differential.form.fields, record).map { ($0.name, $1.text) })
      request.form = VersionReference("f")
      request.source = differential.run.source
      request.parameters = differential.run.parameters
      request.scenario = differential.run.scenario
      let report = try store.recorder.submit(request)
      var single = stored
      single.records = [record]
      (single.isCounted, single.isAlone) = (false, true)
      var reference = try ReferenceJudge(single)
      let judgement = reference.judge()
      differential.claims = reference.claims
      let found = report.errors.map { "1 \($0.rule) \($0.code) \($0.severity.rawValue)" }
      if let difference = difference(found, Self.lines(judgement.errors)) {
        return "\(record.map(\.text)): \(difference)"
      }
    }
    return nil
  }

  /// Changes the rules, and replays the store under them, before and after they are applied.
  func replayChangedRules(using random: inout SeededGenerator) throws -> String? {
    differential.changeRules(using: &random)
    guard (try? definitions.bind(form: "f", rules: "r")) != nil else { return nil }
    let impact = try store.recorder.impact(of: definitions)
    try apply()
    if let difference = try replay(isFull: false, keepsVerdicts: false) {
      return "reusing verdicts: \(difference)"
    }
    if let difference = try replay(isFull: true) { return "full: \(difference)" }
    return impact.count == 1 ? nil : "\(impact.count) reports of the impact"
  }

  /// Imports a file in two parts, into a store of its own. The result is that of a whole import.
  func resume() throws -> String? {
    var long = differential
    let count = 1_100 / max(1, differential.records.count) + 1
    long.records = Array(repeating: differential.records, count: count).flatMap { $0 }
    let (parts, whole) = (try CombinedStore(long), try CombinedStore(long))
    var request = try parts.request(.csv)
    request.chunk = 1_000
    parts.store.breakOff(request)
    let report = try parts.store.recorder.importFile(request)
    let expected = try whole.store.recorder.importFile(try whole.request(.csv))
    if report.byRule != expected.byRule {
      return "\(report.byRule) instead of \(expected.byRule)"
    }
    return try difference(
      parts.errors(ofRun: report.runID ?? 0, import: report.importID ?? 0),
      whole.errors(ofRun: expected.runID ?? 0, import: expected.importID ?? 0))
      ?? parts.verify()
  }

  func verify() throws -> String? { try store.recorder.verify().problemDescription }

  // MARK: Results

  private func request(_ format: Format) throws -> ImportRequest {
    var request = ImportRequest(path: try write(format))
    request.form = VersionReference("f")
    request.source = differential.run.source
    request.parameters = differential.run.parameters
    request.scenario = differential.run.scenario
    request.now = differential.run.clock.instant
    return request
  }

  private func write(_ format: Format) throws -> String {
    let names = differential.form.fields.map(\.name)
    let rows = differential.records.map { $0.map(\.text) }
    let text: String
    switch format {
    case .csv, .tsv:
      text = ([names] + rows).map { row in
        row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }
          .joined(separator: format == .csv ? "," : "\t") + "\n"
      }.joined()
    case .ndjson, .json:
      let records = rows.map { row in
        JSON.object(zip(names, row).map { .init($0, .string($1)) }).text
      }
      text =
        format == .json
        ? "[\(records.joined(separator: ",\n"))]\n" : records.joined(separator: "\n") + "\n"
    }
    try store.write(text, to: "records.\(format)")
    return store.path("records.\(format)")
  }

  /// The errors of the records of an import in a run.
  private func errors(ofRun run: Int64, import importID: Int64) throws -> [String] {
    try store.rows(
      "SELECT record || ' ' || rule || ' ' || code || ' ' || severity FROM error_history_view "
        + "WHERE run = \(run) AND import = \(importID)")
  }

  private static func lines(_ errors: [FoundError]) -> [String] {
    errors.map { "\($0.record + 1) \($0.rule) \($0.code) \($0.severity.rawValue)" }
  }

  private func difference(_ found: [String], _ expected: [String]) -> String? {
    let (found, expected) = (found.sorted(), expected.sorted())
    if found == expected { return nil }
    let more = found.filter { !expected.contains($0) }
    let fewer = expected.filter { !found.contains($0) }
    return "\(more.prefix(3)) instead of \(fewer.prefix(3))"
  }
}
