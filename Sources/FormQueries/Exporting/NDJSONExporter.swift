import FormBytes
import FormInput
import FormRules
import Foundation

/// Writes submissions as JSON objects, one per line. Cells of JSON records keep their JSON text,
/// except that blanks between tokens are removed from cells with line ends.
struct NDJSONExporter: SubmissionExporter {
  func begin(_ output: inout [UInt8]) {}

  func append(_ submission: ExportedSubmission, to output: inout [UInt8]) {
    Self.write(submission, to: &output)
    output.append(UInt8(ascii: "\n"))
  }

  func end(_ output: inout [UInt8]) {}

  /// Appends the object of a submission.
  static func write(_ submission: ExportedSubmission, to output: inout [UInt8]) {
    // Bytes instead of strings, because this runs for every submission.
    for (key, number) in [
      (#"{"submission":"# as StaticString, submission.id),
      (#","import":"#, submission.importID),
      (#","record":"#, Int64(submission.record)), (#","line":"#, submission.line),
    ] {
      output.append(key)
      output.append(decimal: number)
    }
    output.append(
      submission.isRejected
        ? #","verdict":"rejected","fields":{"# : #","verdict":"accepted","fields":{"#)
    let records = submission.batch.records
    for (column, cell) in submission.cells.enumerated() {
      if column > 0 { output.append(UInt8(ascii: ",")) }
      submission.batch.columns.appendKey(column, to: &output)
      write(cell, column, of: submission, in: records, to: &output)
    }
    output.append(UInt8(ascii: "}"))
    if let raw = submission.raw { write(raw, of: submission, to: &output) }
    guard !submission.errors.isEmpty else { return output.append(#","errors":[]}"#) }
    output.append(#","errors":"#)
    let columns = submission.batch.columns
    let errors = submission.errors.map { error in
      var error = error
      // Fields have the same names as the cells.
      error.field = error.field.map(columns.currentName)
      return error.json(withColumn: false)
    }
    JSON.array(errors).write(to: &output)
    output.append(UInt8(ascii: "}"))
  }

  private static func write(
    _ cell: Cell, _ column: Int, of submission: ExportedSubmission, in records: RecordBatch,
    to output: inout [UInt8]
  ) {
    if submission.masks(column, cell) {
      output.appendJSONString(DisplayColumns.mask.utf8.span)
      return
    }
    switch cell.kind {
    case .missing: output.append("null")
    case .string where submission.raw != nil:
      // A malformed record need not be UTF-8.
      output.appendJSONString(records.text(of: cell).utf8.span)
    case .string: output.appendJSONString(records.content(of: cell))
    case .number, .boolean, .array, .object:
      output.appendOnOneLine(records.content(of: cell))
    }
  }

  /// Appends the bytes of a malformed record as text, and also in Base64 if they are not UTF-8.
  private static func write(
    _ raw: [UInt8], of submission: ExportedSubmission, to output: inout [UInt8]
  ) {
    output += Array(#","raw":"#.utf8)
    if submission.batch.columns.masksMalformed {
      output.appendJSONString(DisplayColumns.mask.utf8.span)
      return
    }
    let text = String(decoding: raw, as: UTF8.self)
    output.appendJSONString(text.utf8.span)
    guard !text.utf8.elementsEqual(raw) else { return }
    output += Array(#","rawBase64":""#.utf8) + Array(Data(raw).base64EncodedString().utf8)
    output.append(UInt8(ascii: "\""))
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ text: StaticString) {
    // Safe because the bytes of a literal exist as long as the program.
    unsafe append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
