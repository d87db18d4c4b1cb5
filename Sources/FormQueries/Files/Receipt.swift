import FormBytes
import FormRules
package import FormStore

/// Evidence that nothing was altered up to an event: the head of the hash chain after the event.
public struct Receipt: Sendable, Equatable, Encodable {
  /// The number of the event, from 1.
  public var event: Int64
  /// The time of the event (RFC 3339 in UTC).
  public var at: String
  /// The head of the chain after the event, 64 hexadecimal digits.
  public var head: String
  /// The identifier of the store, 16 hexadecimal digits.
  public var store: String
  /// The absolute path of the database.
  public var database: String

  /// Whether a text has the format of a head.
  package static func isHead(_ text: String) -> Bool {
    let digits = Set("0123456789abcdefABCDEF".utf8)
    return text.utf8.count == 64 && text.utf8.allSatisfy(digits.contains)
  }

  /// The number of bytes at the beginning of a file that contain its first line, if the file
  /// contains receipts. The longest path has 4,096 bytes, each at most 6 in JSON.
  package static let maximumLineBytes = 1 << 15

  private enum CodingKeys: CodingKey { case at, event, head, store, database }
}

extension Receipt {
  /// - Parameter path: The absolute path of the database.
  package init(_ event: SealedEvent, database path: String) {
    self.init(
      event: event.number, at: event.at, head: event.head, store: event.store, database: path)
  }

  /// Parses a line of a receipt file. Returns nil if the line is not a receipt.
  package init?(line: [UInt8]) {
    guard let text = String(validating: line, as: UTF8.self), let node = JSONReader.read(text),
      let event = node["event"]?.scalar.flatMap({ Int64($0) }), event > 0,
      let at = node["at"]?.scalar,
      let head = node["head"]?.scalar, let store = node["store"]?.scalar,
      let database = node["database"]?.scalar
    else { return nil }
    self.init(event: event, at: at, head: head, store: store, database: database)
  }

  /// Whether a file contains receipts: a line at its beginning is one, or its only line is the
  /// beginning of one, because the disk was full.
  ///
  /// - Parameter beginning: The first `maximumLineBytes` of the file, or the whole file.
  package static func begins(_ beginning: [UInt8]) -> Bool {
    // Some editors write a byte order mark.
    let lines = beginning.withoutByteOrderMark.split(separator: UInt8(ascii: "\n"))
    if lines.contains(where: { Receipt(line: Array($0)) != nil }) { return true }
    guard beginning.count < maximumLineBytes, lines.count == 1,
      lines[0].starts(with: #"{"at":""#.utf8)
    else { return false }
    // A line that is whole is other JSON, such as a record.
    guard let text = String(validating: lines[0], as: UTF8.self) else { return true }
    return JSONReader.read(text) == nil
  }
}
