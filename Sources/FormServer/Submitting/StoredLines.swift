#if Server
import FormInput
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird
import NIOCore

/// The response to several submissions: one line for each.
struct StoredLines {
  private(set) var count = 0
  private var isAnyRejected = false
  private var bytes: [UInt8] = []

  mutating func add(_ report: JSON, isRejected: Bool) {
    count += 1
    if isRejected { isAnyRejected = true }
    report.write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  var response: Response {
    Response(
      ByteBuffer(bytes: bytes), type: RecordFormat.ndjson.properties.mediaTypes[0],
      status: isAnyRejected ? .unprocessableContent : .created)
  }
}
#endif
