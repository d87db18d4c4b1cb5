import FormBytes
import FormInput
import FormRules
import Foundation

/// A rejected record of an external run, with its cells.
struct ExternalRunRecord {
  /// The number of the record in its file, and the line on which it begins.
  var record: Int
  var line: Int
  /// The rules that the record failed with their codes, in order.
  var errors: [(rule: String, code: String)]
  var content: CheckedRecord.Content

  /// Returns nil if the line has another format.
  init?(_ line: [UInt8]) {
    // Quotes inside a string are escaped, so the first match is the key.
    let text = String(decoding: line, as: UTF8.self)
    guard let key = text.firstRange(of: ",\"cells\":") ?? text.firstRange(of: ",\"raw\":"),
      let node = JSONReader.read(text[..<key.lowerBound] + "}"), text.hasSuffix("}"),
      let record = Self.number(node, "record"), record > 0,
      let firstLine = Self.number(node, "line"), firstLine > 0,
      node["verdict"]?.scalar == "rejected",
      case .sequence(let errors)? = node["errors"]?.content
    else { return nil }
    self.record = record
    self.line = firstLine
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
    func number(_ key: String) -> Int? { Self.number(fault, key) }
    let known = ["line", "column", "byte", "expected", "found"].filter { fault[$0] != nil }
    guard known.allSatisfy({ number($0) != nil }) else { return nil }
    var recordFault = RecordFault(
      code: code, line: number("line") ?? firstLine, column: number("column") ?? 1,
      byteOffset: number("byte") ?? 0)
    recordFault.expectedFields = number("expected")
    recordFault.foundFields = number("found")
    content = .malformed(Array(raw), recordFault)
  }
  /// A member that is a number the store can hold, or nil.
  private static func number(_ node: DefinitionNode, _ key: String) -> Int? {
    node[key]?.scalar.flatMap { Int($0) }.flatMap {
      (0...Int(Recorder.largestNumber)).contains($0) ? $0 : nil
    }
  }
}
