import FormBytes
import FormHashing
import FormRules

/// What a proof shows.
package struct ProvenEvent: Sendable {
  /// The number of the event.
  package var event: Int
  package var kind: EventKind
  package var at: String
  package var by: String?
  package var reason: String?
  /// The submissions that the shown item is about. For a record, the only one; nil if the proof of
  /// a replay has no content.
  package var submissions: ClosedRange<Int64>?
  /// The rule of a decision.
  package var rule: String?
  /// What a run, a decision or an assignment states.
  package var statement: Statement
  /// The number of the record in its run, from 1, and its text, if the proof contains it.
  package var record: Int?
  package var text: ProvenRecord?

  /// The statement of a run, a single submission, a decision or an assignment.
  package struct Statement: Decodable, Sendable {
    package var run: Int64?
    package var runKind: String?
    package var `import`: Int64?
    package var form: String?
    package var formDigest: String?
    package var rules: String?
    package var rulesDigest: String?
    package var now: String?
    package var parameters: String?
    package var scenario: String?
    package var decision: String?
    package var assignee: String?
  }

  fileprivate struct Header: Decodable {
    var event: Int
    var kind: String
    var at: String
    var by: String?
    var reason: String?
  }
}

/// The text of a record.
package struct ProvenRecord: Sendable {
  /// The line of the record in its file; of a replay, its submission.
  package var number: Int64
  /// The cells as a JSON array; empty for a replay.
  package var cells: [UInt8]
  package var errors: [Failure]
  /// The other lines.
  package var rest: [[UInt8]]
  /// Whether an error rejects the record.
  package var isRejected: Bool

  fileprivate init?(_ text: [UInt8], hasCells: Bool) {
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
    let first = lines[0].split(separator: 0x20, maxSplits: 1, omittingEmptySubsequences: false)
    guard let number = Int(decimal: first[0]), first.count == (hasCells ? 2 : 1) else { return nil }
    self.number = Int64(number)
    cells = hasCells ? Array(first[1]) : []
    let failures = lines.dropFirst().filter { $0.first == .openBracket }
    errors = failures.compactMap {
      JSONReader.decode(Failure.self, from: String(decoding: $0, as: UTF8.self))
    }
    guard errors.count == failures.count else { return nil }
    rest = lines.dropFirst().filter { $0.first != .openBracket }
    isRejected = errors.contains { Severity(rawValue: $0.severity)?.rejects == true }
  }

  /// An error: a JSON array of its rule, severity and code, and sometimes arguments. Reports have
  /// an object instead.
  package struct Failure: Codable, Sendable {
    package var rule: String
    package var severity: String
    package var code: String

    package init(from decoder: any Decoder) throws {
      var items = try decoder.unkeyedContainer()
      rule = try items.decode(String.self)
      severity = try items.decode(String.self)
      code = try items.decode(String.self)
    }
  }
}

extension EventProof {
  /// Verifies that the head follows from the proof, and returns what it shows.
  package func verify() throws(ProofError) -> ProvenEvent {
    guard let header = JSONReader.decode(ProvenEvent.Header.self, from: event),
      let kind = EventKind(rawValue: header.kind),
      let stated = JSONReader.decode(ProvenEvent.Statement.self, from: statement)
    else { throw .format(line: 2) }
    let isRun = kind == .run || kind == .submission
    guard isRun == (record != nil) else { throw .format(line: 6) }
    var proven = ProvenEvent(
      event: header.event, kind: kind, at: header.at, by: header.by, reason: header.reason,
      statement: stated)
    var item = item
    if let record {
      guard let block = BlockTitle(item) else { throw .format(line: 4) }
      let root = HashTree.root(
        record.leaf, at: record.number - block.records.lowerBound, of: block.records.count,
        record.path[...])
      guard let root else { throw .digest }
      item += " \(root.text)"
      proven.record = record.number
      proven.submissions = block.submission(ofRecord: record.number).map { $0...$0 }
      if case .text(let text, _) = record.content {
        guard let text = ProvenRecord(text, hasCells: block.hasSubmissions) else {
          throw .format(line: 8)
        }
        proven.text = text
        if !block.hasSubmissions { proven.submissions = text.number...text.number }
      }
    } else {
      let words = item.split(separator: " ", maxSplits: 1)
      proven.submissions = words.first.flatMap { BlockTitle.ids($0) }
      proven.rule = words.count > 1 ? String(words[1]) : nil
      guard proven.submissions != nil else { throw .format(line: 4) }
    }
    let items = HashTree.root(
      HashNode(.item, Array(item.utf8)), at: position, of: self.items, itemPath[...])
    guard let items else { throw .digest }
    let content = EventContent.digest(
      statement: statement, count: self.items, items: items, rest: rest)
    let events = HashTree.root(
      HashNode(.event, content + event.utf8), at: header.event &- 1, of: receipt, eventPath[...])
    guard let events, Ledger.head(count: receipt, root: events) == head else { throw .digest }
    return proven
  }
}

/// The records of a block and, for an import, their submissions: `RunBlock.title`.
struct BlockTitle {
  var records: ClosedRange<Int>
  /// The submissions, in the order of records. Empty for a replay.
  private var ids: [ClosedRange<Int64>] = []

  var hasSubmissions: Bool { !ids.isEmpty }

  init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard let range = Self.ids(parts[0]) else { return nil }
    records = Int(range.lowerBound)...Int(range.upperBound)
    if parts.count == 1 { return }
    guard parts.count == 3, parts[1] == "as" else { return nil }
    for part in parts[2].split(separator: ",", omittingEmptySubsequences: false) {
      guard let range = Self.ids(part) else { return nil }
      ids.append(range)
    }
    guard ids.reduce(0, { $0 &+ $1.count }) == records.count else { return nil }
  }

  /// Parses a range, `1-1000`, or a single number.
  static func ids(_ text: Substring) -> ClosedRange<Int64>? {
    let bounds = text.split(separator: "-", omittingEmptySubsequences: false)
      .map { Int(decimal: $0.utf8) }
    guard let first = bounds.first ?? nil, let last = bounds.last ?? nil, bounds.count <= 2,
      0 < first, first <= last
    else { return nil }
    return Int64(first)...Int64(last)
  }

  func submission(ofRecord record: Int) -> Int64? {
    var offset = Int64(record - records.lowerBound)
    guard offset >= 0 else { return nil }
    for range in ids {
      if offset < range.count { return range.lowerBound + offset }
      offset -= Int64(range.count)
    }
    return nil
  }
}
