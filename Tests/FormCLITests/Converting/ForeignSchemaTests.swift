import FormConversion
import FormRecorder
import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormCLI

/// Published schemas and records, with the verdicts of their own tools.
@Suite(.enabled(if: Repository.hasShared)) struct ForeignSchemaTests {
  /// Converts a schema to a definition file.
  private struct Converted {
    let definitions: String
    let notes: [ConversionNote]
    private let folder: TemporaryFolder

    init(_ schema: String, _ format: DefinitionConversion.Format) throws {
      folder = try TemporaryFolder()
      let path = try folder.write(schema, to: "t.json")
      let result = try DefinitionConversion(path, from: format, name: "t").converted(to: .yaml)
      definitions = try folder.write(try #require(result.text), to: "t.yaml")
      notes = result.notes
    }

    /// The numbers of the rejected records of a file, with the fields of their errors.
    func rejected(_ content: String, _ name: String) throws -> [Int: [String]] {
      try rejected(path: folder.write(content, to: name))
    }

    func rejected(path: String) throws -> [Int: [String]] {
      let check = try FileCheck(
        DefinitionSet(files: [definitions]), form: nil, rules: nil, now: Instant(seconds: 0))
      var found: [Int: [String]] = [:]
      _ = try check.check(path, note: { _ in }) { record in
        if !record.errors.isEmpty { found[record.record] = record.errors.map { $0.field ?? "" } }
      }
      return found
    }
  }

  @Test func publishedSchemaIsConverted() throws {
    let schema = try text("real/adur_public_toilets.schema.json")
    let found = try Converted(schema, .schema(.jsonSchema))
      .rejected(path: Repository.shared("real/adur_public_toilets.csv").path)
    let wanted = try text("real/adur_public_toilets.expected-errors.tsv")
      .split(separator: "\n").dropFirst().map {
        $0.split(separator: "\t").prefix(2).joined(separator: "\t")
      }
    #expect(
      Set(found.flatMap { record in record.value.map { "\(record.key)\t\($0)" } }) == Set(wanted))
  }

  /// Differences without a note, of the JSON Schema test suite, by file and data.
  private static let differences: [String: String] = [
    #"optional/format/uri.json "http:\/\/087.10.0.1\/""#: "rule url: no address is 087.10.0.1",
    #"optional/format/uri.json "http:\/\/999.999.999.999\/""#: "rule url: nor is 999.999.999.999",
    #"optional/format/iri.json "http:\/\/-.~_!$&'()*+,;=:%40:80%2f::::::@example.com""#:
      "rule url: a colon stands once in user:password",
    "optional/format/iri.json \"http:\\/\\/ƒøø.ßår\\/?q=\u{F0000}\"":
      "rule url: private characters are no part of a URL",
  ]

  /// Every flat case of the test suite of JSON Schema 2020-12: a value as the only field of a
  /// record, and records. The verdict is that of the suite, unless a note states the difference.
  @Test func jsonSchemaTestSuiteAgrees() throws {
    var groups: [String: [(data: Any, isValid: Bool)]] = [:]
    for line in try text("jsonschema/draft2020-12.jsonl").split(separator: "\n") {
      let entry = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard entry["flat"] as? Bool == true, let schema = entry["schema"], let data = entry["data"],
        let isValid = entry["valid"] as? Bool, let file = entry["file"] as? String
      else { continue }
      // The JSON reader of this test does not keep the notation: 1.0 becomes 1.
      let isRecord = data is [String: Any]
      let whole: Any =
        isRecord
        ? (schema is [String: Any] ? schema : ["allOf": [schema]])
        : ["type": "object", "properties": ["value": schema]]
      let json = try json(whole)
      groups["\(file)\u{0}\(json)", default: []].append(
        (isRecord ? data : ["value": data], isValid))
    }
    var counts = (same: 0, noted: 0, refused: 0)
    for (key, cases) in groups {
      let parts = key.split(separator: "\u{0}").map(String.init)
      guard let converted = try? Converted(parts[1], .schema(.jsonSchema)) else {
        counts.refused += cases.count
        continue
      }
      let records = try cases.map { try json($0.data) + "\n" }.joined()
      let rejected = try converted.rejected(records, "t.ndjson")
      for (index, item) in cases.enumerated() {
        let record = try #require(item.data as? [String: Any])
        if (rejected[index + 1] == nil) == item.isValid {
          counts.same += 1
        } else if converted.notes.contains(where: { explains($0, record) }) {
          counts.noted += 1
        } else {
          let place = try "\(parts[0]) \(json(record["value"] ?? record))"
          #expect(Self.differences[place] != nil, "\(place): \(item.isValid) \(parts[1])")
        }
      }
    }
    // A schema is rejected if no value of it fits into a cell.
    #expect(counts.same >= 500 && counts.noted <= 110 && counts.refused <= 90, "\(counts)")
  }

  /// Whether a note concerns a record: a loss, or a value of one of its fields.
  private func explains(_ note: ConversionNote, _ record: [String: Any]) -> Bool {
    if note.kind == .loss { return true }
    return record.contains { name, value in
      guard note.fields.contains(name) else { return false }
      switch note.text {
      case "null counts as missing": return value is NSNull
      case "an empty text counts as missing": return value as? String == ""
      case "an empty array counts as missing": return (value as? [Any])?.isEmpty == true
      // A text may equal the notation of another value.
      case "JSON types are not compared": return true
      default: return value is NSNumber
      }
    }
  }

  private func json(_ value: Any) throws -> String {
    String(
      decoding: try JSONSerialization.data(
        withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys]), as: UTF8.self)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.shared(path), encoding: .utf8)
  }

  /// The schemas of csvlint's own tests, in Table Schema and CSV on the Web.
  @Test func csvlintSchemasAgree() throws {
    var tried = 0
    for line in try text("csv/csvlint_features.jsonl").split(separator: "\n") {
      let entry = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard let schema = entry["schema"] as? String, let csv = entry["csv"] as? String,
        let scenario = entry["scenario"] as? String, let then = entry["then"] as? [String],
        // formrec rejects a file as a whole if its header lacks columns.
        scenario != "CSV with incorrect header"
      else { continue }
      let isCSVW = schema.contains("csvw")
      if scenario == "Invalid schema" {
        #expect(throws: RecorderError.self) { try Converted(schema, .schema(.tableSchema)) }
        continue
      }
      let converted = try Converted(schema, .schema(isCSVW ? .csvw : .tableSchema))
      tried += 1
      let isBadPattern = scenario.hasSuffix("invalid regex")
      #expect(converted.notes.contains { $0.text.contains("'pattern'") } == isBadPattern)
      // The feature files indent some lines. For Table Schema, csvlint only warns of a header that
      // is different or missing.
      var lines = csv.split(separator: "\n").map { $0.drop { $0 == " " } }
      if !isCSVW, scenario.contains("regex") { lines.removeFirst() }
      let records = (isCSVW ? [] : ["Name,Id,Email"]) + lines
      let rejected = try converted.rejected(records.joined(separator: "\n"), "t.csv")
      let isInvalid =
        then.contains { $0.contains("INVALID") || $0.contains("\"invalid\"") }
        || scenario == "Schema invalid CSV"
      #expect(rejected.isEmpty != isInvalid, "\(scenario): \(rejected)")
    }
    #expect(tried == 13)
  }
}
