import FormHashing
import Foundation
import GRDB

/// What a proof is about.
package struct ProofRequest: Sendable {
  package var submissionID: Int64
  /// The event, or nil for the one that sealed the current verdict.
  package var event: Int64?
  /// The rule of a decision about several rules.
  package var rule: String?
  /// Whether the proof contains the record, and not only its leaf.
  package var hasContent = true
  /// The event of the receipt, or nil for the last one.
  package var receipt: Int64?

  package init(submissionID: Int64) { self.submissionID = submissionID }
}

extension Store {
  /// Returns a proof about a submission.
  ///
  /// - Throws: `StoreError` if the submission or event does not exist, the event is not about the
  ///   submission, the request lacks the rule of a decision about several, the receipt does not
  ///   cover the event, a purge deleted what the proof needs, or the store was altered.
  package func proof(_ request: ProofRequest) throws(StoreError) -> EventProof {
    try read { try Prover(db: $0, request: request).proof() }
  }
}

/// Builds a proof.
private struct Prover {
  let db: Database
  let request: ProofRequest

  func proof() throws -> EventProof {
    let id = request.submissionID
    guard let (header, digest) = try request.event.map(event(_:)) ?? verdictEvent() else {
      throw StoreError.unknown("there is no submission \(id) with a verdict")
    }
    guard let kind = EventKind(rawValue: header.kind),
      let content = try Ledger.content(db, kind, subject: header.subject, version: header.version)
    else { throw StoreError.altered("event \(header.number)") }
    guard content.digest == digest else {
      if kind == .submission, try Purge.contains(db, header.subject) { throw purged }
      throw StoreError.altered("event \(header.number) differs from what it sealed")
    }
    let last = try SealedEvent.lastNumber(db)
    let receipt = request.receipt ?? last
    guard header.number <= receipt, receipt <= last else {
      throw StoreError.unknown(
        "event \(header.number) is not among the events up to the receipt of event \(receipt)")
    }
    let items = try Ledger.statement(db, kind, subject: header.subject).items
    let blocks =
      switch kind {
      case .run: try RunBlock.all(db, ofRun: header.subject) ?? []
      case .submission: try [RunBlock(db, ofIntakeSubmission: header.subject)].compactMap(\.self)
      default: [RunBlock]()
      }
    if request.rule == nil, kind == .decision {
      let rules = items.filter(concerns).map(rule(of:))
      if rules.count > 1 {
        throw StoreError.unknown(
          "event \(header.number) is about several rules of submission \(id); name one of them: "
            + rules.joined(separator: ", "))
      }
    }
    let position =
      blocks.isEmpty
      ? items.firstIndex(where: concerns) : blocks.firstIndex { $0.ids.overlap(id...id) }
    guard let position else {
      throw StoreError.unknown("event \(header.number) is not about submission \(id)")
    }
    let nodes = items.map { HashNode(.item, Array($0.utf8)) }
    let events = 0..<Int(receipt)
    return EventProof(
      event: header.text, statement: content.statement, items: items.count, position: position,
      item: blocks.isEmpty ? items[position] : blocks[position].title, rest: content.rest,
      record: blocks.isEmpty ? nil : try record(blocks[position]),
      itemPath: HashTree.path(of: position, in: 0..<nodes.count) { HashTree.root(nodes[$0]) },
      eventPath: try HashTree.path(of: Int(header.number) - 1, in: events, eventNode),
      receipt: Int(receipt), head: try head(Int(receipt)))
  }

  private var purged: StoreError {
    .unknown(
      "submission \(request.submissionID) was purged, so its content can no longer be proved")
  }

  /// The event that sealed the current verdict, or nil.
  private func verdictEvent() throws -> (EventHeader, [UInt8])? {
    try Int64.fetchOne(
      db,
      sql: """
        SELECT v.number FROM current c JOIN run r ON r.id = c.run
        JOIN event v ON v.kind = CASE r.kind WHEN 'intake' THEN 'submission' ELSE 'run' END
          AND v.subject = CASE r.kind WHEN 'intake' THEN ?1 ELSE c.run END
        WHERE c.first_submission <= ?1 AND c.last_submission >= ?1
        """, arguments: [request.submissionID]
    ).map(event(_:))
  }

  private func event(_ number: Int64) throws -> (EventHeader, [UInt8]) {
    let event = try db.firstRow(
      sql: "SELECT kind, subject, at, \"by\", reason, version, digest FROM event WHERE number = ?",
      arguments: [number]
    ) { row in
      let header = try EventHeader(
        number: number, kind: row.text(0), subject: row.integer(1), at: row.text(2),
        attribution: Attribution(by: row.optionalText(3), reason: row.optionalText(4)),
        version: row.integer(5))
      return (header, row.bytes(6))
    }
    guard let event else { throw StoreError.unknown("there is no event \(number)") }
    return event
  }

  /// Whether an item of an event without blocks is about the submission.
  private func concerns(_ item: String) -> Bool {
    let words = item.split(separator: " ", maxSplits: 1)
    guard let ids = words.first.flatMap({ BlockTitle.ids($0) }), ids.contains(request.submissionID)
    else { return false }
    return request.rule == nil || words.count > 1 && words[1] == request.rule!
  }

  /// The rule in an item of a decision.
  private func rule(of item: String) -> String {
    String(item.split(separator: " ", maxSplits: 1).last ?? "")
  }

  /// The record of the submission in a block.
  private func record(_ block: RunBlock) throws -> EventProof.Record {
    let batch = try block.contents(db)
    let tree = block.tree(batch)
    guard tree.root?.bytes == block.original.digest else {
      throw StoreError.altered(block.problem.description)
    }
    guard let index = block.ids.flatMap({ $0 }).firstIndex(of: request.submissionID),
      let leaf = tree.leaves[index]
    else { throw purged }
    let (salt, text) = block.leafContent(index, batch)
    return EventProof.Record(
      number: Int(block.firstRecord) + index,
      content: request.hasContent ? .text(text, salt: salt) : .leaf(leaf),
      path: tree.path(of: index))
  }

  /// The node above some events, numbered from 0.
  private func eventNode(_ events: Range<Int>) throws -> HashNode {
    let end = events.upperBound
    if events.count == end & -end { return try Ledger.node(db, endingAt: end) }
    if events.count == 1 {
      let (header, digest) = try event(Int64(end))
      return header.leaf(digest)
    }
    let (left, right) = HashTree.parts(events)
    return HashNode(try eventNode(left), try eventNode(right))
  }

  private func head(_ event: Int) throws -> [UInt8] {
    try Data.fetchOne(db, sql: "SELECT head FROM event WHERE number = ?", arguments: [event])
      .map { Array($0) } ?? []
  }
}
