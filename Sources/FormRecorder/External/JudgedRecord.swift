import FormBytes
import FormInput
import FormRules
import Foundation

/// A rejected record of an external run, with its cells.
struct JudgedRecord {
  /// The number of the record in its file, and the line on which it begins.
  var record: Int
  var line: Int
  /// The rules that the record failed with their codes, in order.
  var errors: [(rule: String, code: String)]
  var content: Content

  enum Content {
    /// The cells as a JSON array.
    case cells([UInt8])
    case malformed([UInt8], RecordFault)
  }

  /// Returns nil if the line has another format.
  init?(_ line: [UInt8]) {
    // Quotes inside a string are escaped, so the first match is the key.
    let text = String(decoding: line, as: UTF8.self)
    guard let key = text.firstRange(of: ",\"cells\":") ?? text.firstRange(of: ",\"raw\":"),
      let node = JSONReader.read(text[..<key.lowerBound] + "}"), text.hasSuffix("}"),
      let record = node["record"]?.scalar.flatMap({ Int($0) }),
      let place = node["line"]?.scalar.flatMap({ Int($0) }),
      node["verdict"]?.scalar == "rejected",
      case .sequence(let errors)? = node["errors"]?.content
    else { return nil }
    self.record = record
    self.line = place
    self.errors = errors.map { ($0["rule"]?.scalar ?? "", $0["code"]?.scalar ?? "") }
    if text[key].hasSuffix("\"cells\":") {
      content = .cells(Array(text[key.upperBound...].utf8.dropLast()))
      return
    }
    guard let rest = JSONReader.read("{" + text[key.lowerBound...].dropFirst()),
      let raw = rest["raw"]?.scalar.flatMap({ Data(base64Encoded: $0) }),
      let code = self.errors.first.flatMap({ FaultCode(rawValue: $0.code) }),
      let fault = rest["fault"]
    else { return nil }
    func number(_ key: String) -> Int? { fault[key]?.scalar.flatMap { Int($0) } }
    content = .malformed(
      Array(raw),
      RecordFault(
        code: code, line: number("line") ?? place, column: number("column") ?? 1,
        byteOffset: number("byte") ?? 0, expectedFields: number("expected"),
        foundFields: number("found")))
  }
}

extension DefinitionNode {
  /// The value of a key in an object, or nil.
  subscript(_ key: String) -> DefinitionNode? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key == key }?.value
  }
}

/// Reads the lines of a file one by one. Memory use is that of the longest line.
struct LineSource: ~Copyable {
  private var source: FileByteSource
  private var bytes: [UInt8] = []
  private var start = 0
  private let digest: StreamDigest?

  init(path: String, _ digest: StreamDigest? = nil) throws(ReaderError) {
    source = try FileByteSource(regularFile: path)
    self.digest = digest
  }

  /// The next line without its line ending, or nil at the end.
  mutating func next() throws(ReaderError) -> [UInt8]? {
    var searched = start
    while true {
      if let end = bytes[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return Array(bytes[start..<end])
      }
      bytes.removeSubrange(..<start)
      start = 0
      searched = bytes.count
      if try source.read(appendingTo: &bytes, atMost: 1 << 18) == 0 {
        guard !bytes.isEmpty else { return nil }
        defer { bytes.removeAll() }
        return bytes
      }
      digest?.update(bytes, from: searched)
    }
  }
}
