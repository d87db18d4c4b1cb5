import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormQueries
@testable import FormRecorder

/// Exports of several imports whose headers name the same fields differently.
@Suite struct MergedExportTests {
  private static let fields = ["a", "b", "c"]
  private static let formats: [ExportFormat] = [.csv, .ndjson, .json, .xlsx]

  private static func definitions(
    _ fields: [String], aliases: [[String]], byPosition: Bool, drops: Bool
  ) -> String {
    """
    form: f
    columns: \(drops ? "drop" : "keep")
    file: {match: \(byPosition ? "position" : "name")}
    fields:
      - {name: id, type: text}
    \(zip(fields, aliases).map { "  - {name: \($0), type: text, aliases: \($1)}\n" }.joined())---
    rules: f
    form: f
    fields:
    \(fields.map { "  \($0): [{in: [ok, '']}]\n" }.joined())
    """
  }

  /// A file whose columns have a random order, random headers, and sometimes one that is no field.
  private static func addImport(
    _ number: Int, to store: TemporaryStore, _ names: [String], byPosition: Bool,
    _ random: inout SeededGenerator
  ) throws -> String {
    var request = ImportRequest(path: store.path("\(number).csv"))
    var headers = (names + ["X", "Y", "Z", "E"]).shuffled(using: &random)
    var columns: [(header: String, field: String?)] = names.map { (headers.removeLast(), $0) }
    if !byPosition {
      columns.shuffle(using: &random)
      for (header, field) in columns where header != field {
        request.input.map.append((header, field!))
      }
    }
    if Bool.random(using: &random) { columns.append((headers.removeLast(), nil)) }
    let rows = (0..<Int.random(in: 1...3, using: &random)).map { row in
      let cells = columns.indices.map { column in
        Bool.random(using: &random) ? "bad\(number)r\(row)c\(column)" : ""
      }
      let end = ["", "", ",", ",,", ",x", #",x"y"#, "§"].randomElement(using: &random)!
      return "\(number)-\(row),\(cells.joined(separator: ","))\(end)\n"
    }
    let text = "id,\(columns.map(\.header).joined(separator: ","))\n\(rows.joined())"
    // A byte that is not UTF-8.
    let bytes = text.utf8.split(separator: "§".utf8, omittingEmptySubsequences: false)
      .map(Array.init).joined(separator: [0xFF])
    try Data(bytes).write(to: URL(fileURLWithPath: request.path))
    request.input.encoding = "utf-8"
    let report = try store.recorder.importFile(request)
    return "\(request.input.map) \(report.rejected)\n\(text)"
  }

  @Test func mergedExportsReturnToTheirColumns() throws {
    let wrong = try RandomRounds.run("merged exports", 40, long: 2_000) { random, show in
      let (byPosition, drops) = (Bool.random(using: &random), Bool.random(using: &random))
      var names = Self.fields
      var aliases: [[String]] = names.map { _ in [] }
      let store = try TemporaryStore(
        Self.definitions(names, aliases: aliases, byPosition: byPosition, drops: drops))
      var shown = "by position \(byPosition), drops \(drops)\n"
      for number in 1...Int.random(in: 1...3, using: &random) {
        shown += try Self.addImport(number, to: store, names, byPosition: byPosition, &random)
        guard Bool.random(using: &random) else { continue }
        let field = Int.random(in: 0..<3, using: &random)
        aliases[field].append(names[field])
        names[field] = "n\(number)"
        try store.apply(
          Self.definitions(names, aliases: aliases, byPosition: byPosition, drops: drops))
        shown += "renamed: \(names)\n"
      }
      let format = Self.formats.randomElement(using: &random)!
      shown += "\(format)\n"
      var request = ExportRequest()
      (request.format, request.writesCheck) = (format, true)
      let path = store.path("back.\(format.rawValue)")
      _ = try store.recorder.export(request, to: .file(path, replacing: true))
      shown += try format == .xlsx ? "" : String(contentsOfFile: path, encoding: .utf8)
      show(shown)
      var correction = CorrectionRequest(path: path)
      correction.listsChanges = true
      let unchanged = try #require(try store.recorder.importCorrections(correction).corrections)
      guard unchanged.rows == 0, unchanged.refused.isEmpty, unchanged.protectedChanges.isEmpty
      else { return "\(unchanged)" }
      if format == .xlsx { return nil }
      return try Self.correctOneCell(path, in: store, &random)
    }
    #expect(wrong == nil)
  }

  /// Corrects one cell in the file. Returns a description if another cell of the store changes.
  private static func correctOneCell(
    _ path: String, in store: TemporaryStore, _ random: inout SeededGenerator
  ) throws -> String? {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let errors = try store.rows(
      """
      SELECT DISTINCT e.submission || ' ' || json_extract(s.cells, '$[' || c.position || ']')
      FROM error_view e JOIN submission s ON s.id = e.submission
      JOIN submission_view v ON v.submission = s.id
      JOIN import_column c ON c.import = v.import AND c.field = e.field
      """)
    guard let error = errors.sorted().randomElement(using: &random) else { return nil }
    let parts = error.split(separator: " ")
    try text.replacing(parts[1], with: "ok").write(toFile: path, atomically: true, encoding: .utf8)
    let report = try store.recorder.importCorrections(CorrectionRequest(path: path))
    guard report.corrections?.rows == 1, report.corrections?.cells == 1 else {
      return "\(error): \(report)"
    }
    let before = try store.rows("SELECT cells FROM submission WHERE id = \(parts[0])")[0]
    let after = try store.rows("SELECT cells FROM submission ORDER BY id DESC LIMIT 1")[0]
    return after == before.replacing(parts[1], with: "ok") ? nil : "\(before) \(after)"
  }
}
