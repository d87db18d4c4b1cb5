import FormBytes
import FormInput
import FormRules
import FormStore

/// The result of comparing the receipts in a file with the store's events.
public struct ReceiptComparison: Sendable, Encodable {
  /// The file.
  public var file: String
  /// The number of confirmed receipts. Nothing was altered up to their events.
  public var confirmed = 0
  /// The number of the last confirmed event, or nil if there is none.
  public var lastConfirmed: Int64?
  /// The declared restorations that explain receipts of lost events.
  public var restorations: [Restoration] = []
  /// The number of receipts of other stores in other locations.
  public var ofOtherStores = 0
  /// The number of receipts of this store or location that match none of its events.
  public var failed = 0
  /// The first failures, at most a hundred.
  public var failures: [Failure] = []
  /// The numbers of lines that are not receipts, such as one that a full disk truncated; at most a
  /// hundred.
  public var unreadableLines: [Int] = []

  /// A receipt that matches no event.
  public struct Failure: Sendable, Encodable {
    /// The line in the file, from 1.
    public var line: Int
    /// The number of the event that the receipt names.
    public var event: Int64
    /// The reason why no event matches.
    public var cause: Cause

    var description: String {
      switch cause {
      case .altered: "event \(event) or an earlier one was altered, and the log was sealed again"
      case .cutOff: "event \(event) does not exist: the end of the log was removed"
      case .replaced: "the receipt belongs to another database, which this one replaced"
      }
    }

    /// Encodes the members with stable keys.
    public func encode(to encoder: any Encoder) throws {
      try encoder.encodeMembers([
        "line": line, "event": event, "cause": cause.rawValue, "problem": description,
      ])
    }
  }

  /// The reason why no event matches a receipt.
  public enum Cause: String, Sendable {
    /// The event, or an earlier one, was altered.
    case altered
    /// The event was removed from the end of the log.
    case cutOff
    /// Another database replaced the database that contained the event.
    case replaced
  }

  private static let shown = 100

  /// The first event whose receipt failed, and the receipt of the last one, except those that
  /// a restoration explains.
  private(set) var lost: (first: Int64, last: Receipt)?

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "file": file, "confirmed": confirmed, "lastConfirmed": lastConfirmed,
      "ofOtherStores": ofOtherStores, "restorations": restorations, "failed": failed,
      "failures": failures, "unreadableLines": unreadableLines,
    ])
  }
}

extension ReceiptComparison {
  /// Compares each receipt of a file. Memory use does not depend on their number.
  init(file path: String, with store: Store) throws {
    file = path
    let storeID = try store.sealedEvents(after: 0, limit: 1).first?.store
    let canonicalPath = InputFile(store.path)?.canonicalPath
    let restorations = try Restoration.all(in: store)
    var lines = try LineReader(path: path)
    var number = 0
    while let line = try lines.next() {
      number += 1
      // Some editors write a byte order mark.
      guard let receipt = Receipt(line: number == 1 ? line.withoutByteOrderMark : line) else {
        if unreadableLines.count < Self.shown { unreadableLines.append(number) }
        continue
      }
      guard receipt.store == storeID else {
        if receipt.database == canonicalPath {
          fail(number, receipt, cause: .replaced)
        } else {
          ofOtherStores += 1
        }
        continue
      }
      let event = try store.sealedEvents(after: receipt.event - 1, limit: 1).first
      if event?.head == receipt.head {
        confirmed += 1
        lastConfirmed = max(lastConfirmed ?? 0, receipt.event)
      } else if let restoration = restorations.first(where: { $0.explains(receipt) }) {
        if !self.restorations.contains(restoration) { self.restorations.append(restoration) }
      } else {
        fail(number, receipt, cause: event?.number == receipt.event ? .altered : .cutOff)
        lost = (
          min(lost?.first ?? .max, receipt.event),
          lost.flatMap { $0.last.event > receipt.event ? $0.last : nil } ?? receipt
        )
      }
    }
  }

  private mutating func fail(_ line: Int, _ receipt: Receipt, cause: Cause) {
    failed += 1
    guard failures.count < Self.shown else { return }
    failures.append(Failure(line: line, event: receipt.event, cause: cause))
  }

  /// The first failure, a problem if the file has no receipt of this store, or nil.
  var problem: StoreProblem? {
    if let first = failures.first {
      return StoreProblem(
        .receipt, table: "event", row: first.event, "\(file):\(first.line): \(first.description)")
    }
    guard confirmed == 0, restorations.isEmpty else { return nil }
    return StoreProblem(
      .receipt, table: "event",
      "\(file): contains no receipt of this database"
        + (ofOtherStores > 0 ? ", only receipts of other databases" : ""))
  }
}
