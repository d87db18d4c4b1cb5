import FormBytes
import FormRecorder
import FormRules

/// Prints a SARIF 2.1.0 log with one run, incrementally.
///
/// The number of a field is not a column in the sense of SARIF, so a location consists of a line,
/// with the field as its logical location.
struct CheckSARIF: CheckOutput {
  private let rules: [JSON]
  private var isFirst = true

  init(_ rules: [CheckedRule]) {
    self.rules = rules.map { rule in
      .object([
        "id": .string(rule.id),
        "shortDescription": .object(["text": .string(rule.summary ?? rule.description)]),
        "defaultConfiguration": .object(["level": .string(rule.severity.sarifLevel)]),
      ])
    }
  }

  mutating func begin(_ bytes: inout [UInt8]) {
    let driver = JSON.object([
      "name": .string("formrec"), "version": .string(ProgramVersion.number), "rules": .array(rules),
    ])
    bytes += Array(
      """
      {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0",\
      "runs":[{"tool":{"driver":\(driver.text)},"results":[

      """.utf8)
  }

  mutating func append(_ record: CheckedRecord, of file: String, to bytes: inout [UInt8]) {
    for error in record.errors { append(result(error, record, file: file), to: &bytes) }
  }

  mutating func finish(_ file: String, records: Int, limits: [String], to bytes: inout [UInt8]) {
    for limit in limits {
      let location = JSON.object(["artifactLocation": .object(["uri": .string(Self.uri(file))])])
      append(
        .object([
          "ruleId": .string("limits"), "level": .string(Severity.error.sarifLevel),
          "message": .object(["text": .string("limit exceeded: \(limit)")]),
          "locations": .array([.object(["physicalLocation": location])]),
        ]), to: &bytes)
    }
  }

  private mutating func append(_ result: JSON, to bytes: inout [UInt8]) {
    // Lines are complete, so that messages on stderr appear between them.
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    result.write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  mutating func end(_ bytes: inout [UInt8], isWhole: Bool) {
    bytes += Array("],\"invocations\":[{\"executionSuccessful\":\(isWhole)}]}]}\n".utf8)
  }

  private func result(_ error: ReportedError, _ record: CheckedRecord, file: String) -> JSON {
    var location: [JSON.Member] = [
      .init(
        "physicalLocation",
        .object([
          "artifactLocation": .object(["uri": .string(Self.uri(file))]),
          "region": .object(["startLine": .integer(error.line ?? record.line)]),
        ]))
    ]
    if let field = error.field {
      location.append(
        .init(
          "logicalLocations",
          .array([.object(["name": .string(field), "kind": .string("member")])])))
    }
    return .object([
      "ruleId": .string(error.rule), "level": .string(error.severity.sarifLevel),
      "message": .object(["text": .string(error.message)]),
      "locations": .array([.object(location)]),
      "properties": .object([
        "record": .integer(record.record), "column": .optional(error.column),
        "code": .string(error.code),
      ]),
    ])
  }

  /// The path as a URI reference (RFC 3986).
  private static func uri(_ path: String) -> String {
    if path == "-" { return "stdin" }
    return (path.hasPrefix("/") ? "file://" : "") + path.percentEncoded(keeping: "/")
  }
}

extension Severity {
  fileprivate var sarifLevel: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }
}
