/// Writes submissions as one JSON array.
struct JSONExporter: SubmissionExporter {
  private var isFirst = true

  func begin(_ output: inout [UInt8]) { output.append(UInt8(ascii: "[")) }

  mutating func append(_ submission: ExportedSubmission, to output: inout [UInt8]) {
    output += Array((isFirst ? "\n" : ",\n").utf8)
    isFirst = false
    NDJSONExporter.write(submission, to: &output)
  }

  func end(_ output: inout [UInt8]) { output += Array(isFirst ? "]\n".utf8 : "\n]\n".utf8) }
}
