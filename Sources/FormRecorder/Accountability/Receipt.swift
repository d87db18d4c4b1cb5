import FormRules
import FormStore

/// What shows later that nothing was altered up to an event: the head of the hash chain with it.
public struct Receipt: Sendable, Equatable {
  /// The number of the event, from 1.
  public var event: Int64
  /// When it was.
  public var at: String
  /// The head of the chain with it, 64 hexadecimal digits.
  public var head: String
  /// What tells its store apart from others, 16 hexadecimal digits.
  public var store: String
  /// Where its database was, from the root.
  public var database: String

  /// Whether a text has the form of a head.
  package static func isHead(_ text: String) -> Bool {
    let digits = Set("0123456789abcdefABCDEF".utf8)
    return text.utf8.count == 64 && text.utf8.allSatisfy(digits.contains)
  }

  /// A line of a file of receipts.
  var json: JSON {
    .object([
      "at": .string(at), "event": .integer(event), "head": .string(head), "store": .string(store),
      "database": .string(database),
    ])
  }
}

extension Receipt {
  init(_ event: SealedEvent, database path: String) {
    self.init(
      event: event.number, at: event.at, head: event.head, store: event.store,
      database: InputFile(path)?.canonicalPath ?? path)
  }

  /// Reads a line of a file of receipts; nil when it is none.
  init?(line: [UInt8]) {
    guard let text = String(validating: line, as: UTF8.self), let node = JSONReader.read(text),
      let event = node["event"]?.scalar.flatMap({ Int64($0) }), event > 0,
      let at = node["at"]?.scalar,
      let head = node["head"]?.scalar, let store = node["store"]?.scalar,
      let database = node["database"]?.scalar
    else { return nil }
    self.init(event: event, at: at, head: head, store: store, database: database)
  }
}
