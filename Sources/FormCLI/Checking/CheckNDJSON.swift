import FormRecorder
import FormRules

/// A line of JSON for each record.
struct CheckNDJSON: CheckOutput {
  /// Whether each line names its file: there are several.
  private let namesFile: Bool
  /// The JSON of errors seen before: most are like others.
  private var known: [ReportedError: [UInt8]] = [:]
  private static let maximumKnown = 1_000

  init(namesFile: Bool) { self.namesFile = namesFile }

  mutating func append(_ record: CheckedRecord, of file: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "{\"record\":".utf8)
    bytes.append(decimal: record.record)
    bytes.append(contentsOf: ",\"line\":".utf8)
    bytes.append(decimal: record.line)
    if namesFile {
      bytes.append(contentsOf: ",\"file\":".utf8)
      JSON.write(file, to: &bytes)
    }
    if record.errors.isEmpty {
      bytes.append(contentsOf: ",\"verdict\":\"accepted\",\"errors\":[]}\n".utf8)
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
    bytes.append(contentsOf: "]}\n".utf8)
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
