import FormBytes
import FormRecorder
import FormRules
import Foundation

/// Prints a line of JSON for each record.
struct CheckNDJSON: CheckOutput {
  /// Whether each line names its file, because there are several.
  private let namesFile: Bool
  /// The JSON of errors that were already printed, because most errors repeat.
  private var known: [ReportedError: [UInt8]] = [:]
  private static let maximumKnown = 1_000

  /// The rule identifiers as JSON.
  private let ids: [[UInt8]]

  init(_ check: FileCheck, namesFile: Bool) {
    self.namesFile = namesFile
    ids = check.plan.rules.map { Array(JSON.string($0.id).text.utf8) }
  }

  /// Returns a progress line, which states that all records of the whole input up to a number are
  /// judged.
  static func progress(_ summary: CheckSummary, after part: InputPart?) -> String {
    "{\"judged\":\((part?.firstRecord ?? 1) - 1 + summary.records)}"
  }

  /// Returns the summary line.
  static func end(_ summary: CheckSummary, of file: String) -> String {
    let counts = JSON.object([
      "file": .string(file), "size": .optional(summary.digest?.size),
      "sha256": .optional(summary.digest?.sha256),
      "columns": .array(summary.columns.map(JSON.string)),
      "records": .integer(summary.records), "accepted": .integer(summary.accepted),
      "rejected": .integer(summary.rejected), "warned": .integer(summary.warned),
      "errors": .integer(summary.errors),
      "byRule": .object(
        summary.byRule.sorted { $0.key < $1.key }.map { .init($0.key, .integer($0.value)) }),
      "limits": .array(summary.exceededLimits.map(JSON.string)),
    ])
    return JSON.object(["summary": counts]).text
  }

  mutating func append(_ record: CheckedRecord, of file: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "{\"record\":".utf8)
    bytes.append(decimal: Int64(record.record))
    bytes.append(contentsOf: ",\"line\":".utf8)
    bytes.append(decimal: Int64(record.line))
    if namesFile {
      bytes.append(contentsOf: ",\"file\":".utf8)
      bytes.appendJSONString(file.utf8.span)
    }
    defer { finish(record, &bytes) }
    if record.errors.isEmpty {
      bytes.append(contentsOf: ",\"verdict\":\"accepted\",\"errors\":[]".utf8)
      return
    }
    let verdict = record.isRejected ? "rejected" : "accepted"
    bytes.append(contentsOf: ",\"verdict\":\"\(verdict)\",\"errors\":".utf8)
    var separator = UInt8(ascii: "[")
    for error in record.errors {
      bytes.append(separator)
      append(error, to: &bytes)
      separator = UInt8(ascii: ",")
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private func finish(_ record: CheckedRecord, _ bytes: inout [UInt8]) {
    switch record.content {
    case .cells(let cells):
      bytes.append(contentsOf: ",\"cells\":".utf8)
      bytes += cells
    case .malformed(let raw, let fault):
      bytes.append(contentsOf: ",\"raw\":\"\(Data(raw).base64EncodedString())\",\"fault\":".utf8)
      bytes += Array((fault.messageArguments.json ?? "{}").utf8)
    case nil: break
    }
    if !record.keys.isEmpty {
      bytes.append(contentsOf: ",\"keys\":".utf8)
      var separator = UInt8(ascii: "{")
      for (rule, key) in record.keys {
        bytes.append(separator)
        bytes += ids[rule]
        bytes.append(contentsOf: ":\"".utf8)
        bytes.append(hexadecimal: key.high)
        bytes.append(hexadecimal: key.low)
        bytes.append(UInt8(ascii: "\""))
        separator = UInt8(ascii: ",")
      }
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(contentsOf: "}\n".utf8)
  }

  private mutating func append(_ error: ReportedError, to bytes: inout [UInt8]) {
    if let json = known[error] {
      bytes += json
      return
    }
    var json: [UInt8] = []
    error.json(withColumn: true).write(to: &json)
    if known.count < Self.maximumKnown { known[error] = json }
    bytes += json
  }
}

/// Prints a single array of the objects that NDJSON prints on separate lines.
struct CheckJSON: CheckOutput {
  private var lines: CheckNDJSON
  private var isFirst = true

  init(_ lines: CheckNDJSON) { self.lines = lines }

  mutating func begin(_ bytes: inout [UInt8]) { bytes += Array("[\n".utf8) }

  mutating func append(_ record: CheckedRecord, of file: String, to bytes: inout [UInt8]) {
    // The comma precedes the record, so that the output so far ends with a complete line.
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    lines.append(record, of: file, to: &bytes)
  }

  mutating func end(_ bytes: inout [UInt8], isWhole: Bool) { bytes += Array("]\n".utf8) }
}
