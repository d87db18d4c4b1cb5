import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Testing

@testable import FormRecorder

/// Corrections under versions of the form that rename fields, or make fields of columns.
@Suite struct RemappedColumnTests {
  private static let width = 4

  /// The names that the field of each column has had. A column without names has no field.
  private struct Version {
    var names: [[String]] = Array(repeating: [], count: width)

    var columns: [Int] { names.indices.filter { !names[$0].isEmpty } }

    /// Each column may become a field, and each field may get another name.
    mutating func change(_ number: Int, _ random: inout SeededGenerator) {
      for column in names.indices where Bool.random(using: &random) {
        names[column].append(names[column].isEmpty ? "c\(column)" : "v\(number)c\(column)")
      }
    }

    var definitions: String {
      let fields = columns.map { column in
        "  - {name: \(names[column].last!), type: text, aliases: \(names[column].dropLast())}\n"
      }
      let rules = columns.map { "  \(names[$0].last!): [{in: [ok]}]\n" }
      return """
        form: f
        key: [id]
        columns: keep
        fields:
          - {name: id, type: text}
        \(fields.joined())---
        rules: f
        form: f
        fields:\(rules.isEmpty ? " {}" : "\n" + rules.joined())
        """
    }
  }

  private enum Way: CaseIterable { case csv, ndjson, entries, patches }

  /// Corrects the wrong cells of the columns that had fields when the records were judged.
  private func correct(
    _ store: TemporaryStore, _ columns: [Int], by way: Way
  ) throws -> ImportReport {
    switch way {
    case .csv, .ndjson:
      var text = try store.export(.open, way == .csv ? .csv : .ndjson)
      for column in columns { text = text.replacing("bad\(column)", with: "ok") }
      let path = store.path("back.\(way)")
      try store.write(text, to: "back.\(way)")
      return try store.recorder.importCorrections(CorrectionRequest(path: path))
    case .entries, .patches:
      let rows = try rows(store)
      return try store.recorder.importCorrections(
        CorrectionRequest(
          rows.map { row in
            SubmissionPatch(
              row.submissionID,
              Dictionary(uniqueKeysWithValues: (row.openFields ?? []).map { ($0, "ok") }))
          }, origin: way == .entries ? .entry : .patch))
    }
  }

  private func rows(_ store: TemporaryStore) throws -> [FailureRow] {
    let list = try store.recorder.failures(FailureListRequest(form: "f"))
    return try store.recorder.failureRows(
      list.rows.map(\.submission), ofForm: "f", showsSensitive: false, in: .english)
  }

  @Test func failingCellsAreOpenInTheirColumns() throws {
    let wrong = try RandomRounds.run("remapped columns", 25, long: 1_000) { random, show in
      var version = Version()
      version.change(0, &random)
      let store = try TemporaryStore(version.definitions)
      let cells = (0..<6).map { _ in
        (0..<Self.width).map { Bool.random(using: &random) ? "ok" : "bad\($0)" }
      }
      let records =
        "id,c0,c1,c2,c3\n"
        + cells.enumerated().map { "r\($0),\($1.joined(separator: ","))\n" }.joined()
      try store.add(records)
      var judged = version.columns
      for number in 1...Int.random(in: 1...3, using: &random) {
        version.change(number, &random)
        try store.apply(version.definitions)
        if Bool.random(using: &random) {
          _ = try store.recorder.replay(ReplayRequest())
          judged = version.columns
        }
      }
      let way = Way.allCases.randomElement(using: &random)!
      show("\(way), judged \(judged)\n\(version.definitions)\n\(records)")
      let failing = cells.indices.filter { row in
        judged.contains { cells[row][$0] != "ok" }
      }
      for (row, record) in zip(try rows(store), failing) {
        let open = judged.filter { cells[record][$0] != "ok" }
        guard row.openFields == Set(open.map { version.names[$0].last! }),
          open.allSatisfy({ column in
            row.cells.contains { $0 == (version.names[column].last!, "bad\(column)") }
          })
        else { return "record \(record): \(row.openFields ?? []), \(row.cells)" }
      }
      let report = try correct(store, judged, by: way)
      if failing.isEmpty { return nil }
      guard !report.isRefused, report.corrections?.rows == failing.count else {
        return "\(report)"
      }
      // Nothing else has changed.
      let corrected = try store.rows(
        "SELECT cells FROM submission_view WHERE corrects IS NOT NULL ORDER BY corrects")
      let expected = failing.map { record in
        let texts = cells[record].indices.map {
          judged.contains($0) ? "ok" : cells[record][$0]
        }
        return "[" + (["r\(record)"] + texts).map { "\"\($0)\"" }.joined(separator: ",") + "]"
      }
      guard corrected == expected else { return "\(corrected)" }
      let replay = try store.recorder.replay(ReplayRequest())
      let isOpen = version.columns != judged
      guard isOpen || replay.newlyAccepted == 0 && replay.newlyRejected == 0
      else { return "\(replay)" }
      // A repeated delivery under the new names keeps the corrections.
      let again = try store.add(records, as: "again.csv").deliveries
      let isCarried = isOpen || again?.carried == failing.count
      return isCarried && again?.replaced == 0 ? nil : "\(again as Any)"
    }
    #expect(wrong == nil)
  }

  /// Cells without a failure stay protected, also those of columns that became fields.
  @Test func otherCellsAreProtected() throws {
    var version = Version()
    let store = try TemporaryStore(version.definitions)
    try store.add("id,c0,c1\n1,bad,ok\n")
    version.names = [["c0", "a"], ["c1", "b"], [], []]
    try store.apply(version.definitions)
    _ = try store.recorder.replay(ReplayRequest())
    let text = try store.export(.open)
    let report = try store.correct(text.replacing("bad,ok", with: "ok,other"))
    #expect(report.isRefused)
    #expect(report.corrections?.protectedChanges.map(\.column) == ["c1"])
    // The history shows the change of the field, although its name has changed.
    #expect(try store.correct(text.replacing("bad", with: "ok")).corrections?.closed == 1)
    let patch = try store.recorder.history(of: 2).patch
    #expect(patch.map(\.before) == ["bad"] && patch.map(\.after) == ["ok"])
    let error = try store.recorder.history(of: 1, showsValues: true).verdicts.last?.errors.first
    #expect(error?.field == "a" && error?.value == "bad")
    try store.recorder.expectValid()
  }

  /// Keys of JSON that are the same field have a column each, of which the first one has the
  /// values.
  @Test func columnsWithTheSameNameAreCorrected() throws {
    var version = Version()
    version.names[0] = ["c0"]
    let store = try TemporaryStore(version.definitions)
    try store.add(
      #"{"id":"1","c0":"bad"}"# + "\n" + #"{"id":"2","C0":"bad"}"# + "\n", as: "a.ndjson")
    let text = try store.export(.open).replacing("bad", with: "ok")
    #expect(try store.correct(text).corrections?.closed == 2)
  }
}
