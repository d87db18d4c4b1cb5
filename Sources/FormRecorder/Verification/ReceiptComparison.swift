import FormInput
package import FormRules
import FormStore

/// What became of the receipts in a file: which of them are those of the store's events.
public struct ReceiptComparison: Sendable {
  /// The file.
  public var file: String
  /// How many receipts are confirmed: nothing was altered up to their events.
  public var confirmed = 0
  /// The number of the last event among these; nil when there is none.
  public var lastConfirmed: Int64?
  /// How many receipts are of other stores, in other places.
  public var ofOtherStores = 0
  /// How many are of this store or place, but of no event that it has.
  public var failed = 0
  /// The first of these, at most a hundred.
  public var failures: [Failure] = []
  /// The lines that hold no receipt, such as one that a full disk cut off; the first hundred.
  public var unreadableLines: [Int] = []

  /// A receipt that is of no event.
  public struct Failure: Sendable {
    /// Its line in the file, from 1.
    public var line: Int
    /// The number of the event that it is said to be of.
    public var event: Int64
    /// What became of the event.
    public var cause: Cause

    var words: String {
      switch cause {
      case .altered: "event \(event), or one before it, was altered, and all was sealed anew"
      case .cutOff: "there is no event \(event): the end of the log was cut off"
      case .replaced: "another database was here: it was replaced by this one"
      }
    }

    var json: JSON {
      .object([
        "line": .integer(line), "event": .integer(event), "cause": .string(cause.rawValue),
        "problem": .string(words),
      ])
    }
  }

  /// What became of an event.
  public enum Cause: String, Sendable {
    /// It, or one before it, is another one.
    case altered
    /// It is not there any more.
    case cutOff
    /// The database in which it was is not there any more.
    case replaced
  }

  private static let shown = 100

  package var json: JSON {
    .object([
      "file": .string(file), "confirmed": .integer(confirmed),
      "lastConfirmed": .optional(lastConfirmed), "ofOtherStores": .integer(ofOtherStores),
      "failed": .integer(failed), "failures": .array(failures.map(\.json)),
      "unreadableLines": .array(unreadableLines.map { .integer($0) }),
    ])
  }
}

extension ReceiptComparison {
  /// Compares each receipt of a file. Memory does not grow with their number.
  init(file path: String, with store: Store) throws {
    file = path
    let own = try store.sealedEvents(after: 0, limit: 1).first?.store
    let place = InputFile(store.path)?.canonicalPath
    var lines = try LineSource(path: path)
    var number = 0
    while let line = try lines.next() {
      number += 1
      guard let receipt = Receipt(line: line) else {
        if unreadableLines.count < Self.shown { unreadableLines.append(number) }
        continue
      }
      guard receipt.store == own else {
        if receipt.database == place {
          fail(number, receipt, .replaced)
        } else {
          ofOtherStores += 1
        }
        continue
      }
      let event = try store.sealedEvents(after: receipt.event - 1, limit: 1).first
      if event?.number != receipt.event {
        fail(number, receipt, .cutOff)
      } else if event?.head != receipt.head {
        fail(number, receipt, .altered)
      } else {
        confirmed += 1
        lastConfirmed = max(lastConfirmed ?? 0, receipt.event)
      }
    }
  }

  private mutating func fail(_ line: Int, _ receipt: Receipt, _ cause: Cause) {
    failed += 1
    guard failures.count < Self.shown else { return }
    failures.append(Failure(line: line, event: receipt.event, cause: cause))
  }

  /// Nil when there is a receipt of this store, and all of these are confirmed.
  var problem: StoreProblem? {
    if let first = failures.first {
      return StoreProblem(
        .receipt, table: "event", row: first.event, "\(file):\(first.line): \(first.words)")
    }
    guard confirmed == 0 else { return nil }
    return StoreProblem(
      .receipt, table: "event",
      "\(file): holds no receipt of this database" + (ofOtherStores > 0 ? ", only of others" : ""))
  }
}
