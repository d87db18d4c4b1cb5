import FormRecorder

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
