import FormBytes
package import FormHashing

/// A proof that the log contains an event about a submission: a run or a single submission that
/// judged it, or an event whose items are submissions (`Ledger.statement`), such as a decision.
///
/// docs/proofs.md describes the format and what a proof shows.
package struct EventProof: Sendable, Equatable {
  /// A record of a block.
  package struct Record: Sendable, Equatable {
    /// Its number in the run, from 1.
    var number: Int
    /// The salt and the text, or the leaf in place of both.
    var content: Content
    /// The path to the root of the block.
    var path: [HashNode]

    package enum Content: Sendable, Equatable {
      case text([UInt8], salt: [UInt8])
      case leaf(HashNode)
    }

    var leaf: HashNode {
      switch content {
      case .text(let text, let salt): HashNode(.record, salt + text)
      case .leaf(let leaf): leaf
      }
    }
  }

  /// `EventHeader.text`.
  var event: String
  /// What the event states.
  var statement: String
  /// The number of items of the event, and the position of the shown one, from 0.
  var items: Int
  var position: Int
  /// The shown item; without the root of its tree if it is a block.
  var item: String
  /// The digest of everything else that the event seals.
  var rest: HashNode
  /// The record, if the item is a block.
  var record: Record?
  /// The path from the item to the root of the items.
  var itemPath: [HashNode]
  /// The path from the event to the root of the events up to the receipt.
  var eventPath: [HashNode]
  /// The event of the receipt, and its head.
  package var receipt: Int
  package var head: [UInt8]

  static let title = "formrec proof 1"
  static let (saltSize, headSize) = (16, 32)

  /// The text of the proof.
  package var bytes: [UInt8] {
    var bytes = Array("\(Self.title)\n".utf8)
    func add(_ key: String, _ values: String...) {
      bytes += "\(([key] + values).joined(separator: " "))\n".utf8
    }
    func add(_ key: String, _ path: [HashNode]) {
      bytes += "\(([key] + path.map(\.text)).joined(separator: " "))\n".utf8
    }
    add("event", event)
    add("content", statement)
    add("item", "\(position)", "\(items)", item)
    add("rest", rest.text)
    if let record {
      add("record", "\(record.number)")
      switch record.content {
      case .text(let text, let salt):
        add("salt", salt.hexadecimal)
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
          bytes += "text ".utf8 + line + [0x0A]
        }
      case .leaf(let leaf): add("leaf", leaf.text)
      }
      add("record-path", record.path)
    }
    add("item-path", itemPath)
    add("event-path", eventPath)
    add("receipt", "\(receipt)", head.hexadecimal)
    return bytes
  }
}
