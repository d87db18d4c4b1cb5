import FormHashing
import FormRules
import GRDB

/// What an event seals.
///
/// A proof shows the statement and one item, and only the digest of the rest.
struct EventContent {
  /// A JSON object that states what the event is about.
  var statement: String
  /// The blocks of a run, the record of a single submission, or the submissions that another event
  /// concerns (`Ledger.statement`).
  var items = HashTree()
  /// The digest of all other rows.
  var rest: HashNode

  init(_ statement: String, _ items: [String], rest: RowDigest) {
    self.statement = statement
    for item in items { self.items.append(HashNode(.item, Array(item.utf8))) }
    self.rest = HashNode(rest.finish().prefix(HashNode.size))
  }

  /// The digest of the content, 32 bytes.
  var digest: [UInt8] {
    Self.digest(statement: statement, count: items.count, items: items.root, rest: rest)
  }

  /// - Parameter items: The root of the items.
  static func digest(
    statement: String, count: Int, items: HashNode, rest: HashNode
  ) -> [UInt8] {
    Digest.of(
      [HashNode.Domain.content.rawValue] + UInt64(count).littleEndianBytes + items.bytes
        + rest.bytes + statement.utf8)
  }
}

/// An event without its content.
struct EventHeader {
  var number: Int64
  var kind: String
  var subject: Int64
  var at: String
  var attribution: Attribution
  /// The version of the list of rows and columns that the content covers.
  var version: Int64 = Ledger.version

  /// The header as a JSON object, without absent members.
  var text: String {
    let members: [(String, JSON)] = [
      ("event", .integer(number)), ("kind", .string(kind)), ("subject", .integer(subject)),
      ("at", .string(at)), ("by", .optional(attribution.by)),
      ("reason", .optional(attribution.reason)), ("version", .integer(version)),
    ]
    return JSON.withoutNulls(members)
  }

  /// Returns the leaf of the event in the tree of all events.
  func leaf(_ content: [UInt8]) -> HashNode { HashNode(.event, content + text.utf8) }
}

extension JSON {
  /// The text of an object with the members that are not null.
  static func withoutNulls(_ members: [(String, JSON)]) -> String {
    JSON.object(members.filter { $0.1 != .null }.map { Member($0.0, $0.1) }).text
  }
}
