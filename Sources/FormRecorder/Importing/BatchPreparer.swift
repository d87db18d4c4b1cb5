import FormCSV
package import FormRules
package import FormStore

/// Turns judged records into batches for the store, and counts.
package struct BatchPreparer {
  /// What was counted so far.
  package private(set) var counts = RunCounts()
  /// How often the reader could not take a record apart, by code.
  package private(set) var faults: [String: Int] = [:]
  /// The first of these, in order.
  private var firstFaults: [RecordFault] = []
  /// How often each rule failed, by position.
  package private(set) var failures: [Int]

  private let plan: Plan
  private let everUnique: [Int]
  private var knownColumns: Int
  /// The worst that is wrong with each record of the batch.
  private var marks: [Mark] = []

  private static let shownFaults = 5

  private enum Mark { case accepted, warned, rejected, rejectedAndWarned }

  package init(_ plan: Plan, knownColumns: Int) {
    self.plan = plan
    self.knownColumns = knownColumns
    everUnique = plan.everUniquePositions
    failures = Array(repeating: 0, count: plan.rules.count)
  }

  /// Fills a batch with the records that the stream read last.
  package mutating func fill(_ batch: PreparedBatch, from stream: RecordStream) {
    batch.removeAll()
    let records = stream.records
    marks.removeAll(keepingCapacity: true)
    marks.append(contentsOf: repeatElement(.accepted, count: records.records.count))
    batch.appendRecords(records)
    appendErrors(to: batch, stream)
    count(batch.count)
    appendKeys(to: batch, stream)
    batch.newColumns = Array(stream.mapping.columns[knownColumns...])
    knownColumns = stream.mapping.columns.count
  }

  /// Reader's faults and failed rules, in order of records.
  private mutating func appendErrors(to batch: PreparedBatch, _ stream: RecordStream) {
    let records = stream.records
    var nextFault = 0
    func appendFaults(before record: Int) {
      guard records.faults.count > 0 else { return }
      while nextFault < record {
        defer { nextFault += 1 }
        guard let fault = records.fault(of: records.records[nextFault]) else { continue }
        append(fault, at: nextFault, of: records, to: batch)
      }
    }
    for error in stream.errors {
      let record = Int(stream.judgedRecords[Int(error.record)])
      appendFaults(before: record)
      let rule = plan.rules[Int(error.rule)]
      failures[Int(error.rule)] += 1
      mark(record, error.severity)
      batch.errors.append(
        .init(
          record: Int32(record), rule: error.rule,
          code: error.code == rule.usualCode ? nil : error.code,
          arguments: error.arguments.json))
    }
    appendFaults(before: records.records.count)
  }

  private mutating func append(
    _ fault: RecordFault, at index: Int, of records: RecordBatch, to batch: PreparedBatch
  ) {
    faults[fault.code.rawValue, default: 0] += 1
    if firstFaults.count < Self.shownFaults { firstFaults.append(fault) }
    mark(index, .error)
    batch.errors.append(
      .init(
        record: Int32(index), rule: 0, code: fault.code.rawValue,
        arguments: fault.messageArguments.json))
    let raw = records.raw(of: records.records[index])
    var bytes: [UInt8] = []
    for position in 0..<raw.count { bytes.append(raw[position]) }
    batch.malformed.append(
      .init(
        record: Int32(index), raw: bytes, line: fault.line, column: fault.column,
        byte: fault.byteOffset))
  }

  private mutating func mark(_ record: Int, _ severity: Severity) {
    switch severity {
    case .error:
      counts.errors += 1
      marks[record] =
        marks[record] == .accepted || marks[record] == .rejected ? .rejected : .rejectedAndWarned
    case .warning:
      marks[record] =
        marks[record] == .accepted || marks[record] == .warned ? .warned : .rejectedAndWarned
    case .info: break
    }
  }

  private mutating func count(_ records: Int) {
    counts.records += records
    for mark in marks {
      switch mark {
      case .accepted: counts.accepted += 1
      case .warned: (counts.accepted, counts.warned) = (counts.accepted + 1, counts.warned + 1)
      case .rejected: counts.rejected += 1
      case .rejectedAndWarned:
        (counts.rejected, counts.warned) = (counts.rejected + 1, counts.warned + 1)
      }
    }
  }

  /// The keys of accepted records, for rules that are `unique: ever`.
  private func appendKeys(to batch: PreparedBatch, _ stream: RecordStream) {
    guard !everUnique.isEmpty else { return }
    for (judged, record) in stream.judgedRecords.enumerated() {
      let mark = marks[Int(record)]
      guard mark == .accepted || mark == .warned else { continue }
      for position in everUnique {
        if let hash = stream.key(ofRule: position, record: judged) {
          batch.uniqueKeys.append(
            .init(record: record, rule: plan.rules[position].id, hash: hash.bytes))
        }
      }
    }
  }

  /// Where the first malformed records are and what is wrong with them, in words.
  package func faultNotes(file: String, in localization: Localization) -> [String] {
    let malformed = faults.values.reduce(0, +)
    let notes = firstFaults.map { fault in
      let code = fault.code.rawValue
      let words = plan.rules[0].message(
        code: code, arguments: fault.messageArguments, field: nil, in: localization)
      return "\(file):\(fault.line):\(fault.column) \(words) [\(code)]"
    }
    guard malformed > notes.count else { return notes }
    return notes + ["\(file): \(malformed) malformed records in all"]
  }

  /// The counts by rule, of those that failed or were left out.
  package func ruleCounts(skipped: [Int]) -> [RunEnd.RuleCount] {
    faults.sorted { $0.key < $1.key }.map {
      RunEnd.RuleCount(rule: 0, code: $0.key, failures: $0.value, skipped: 0)
    }
      + failures.indices.filter { failures[$0] > 0 || skipped[$0] > 0 }.map {
        RunEnd.RuleCount(rule: $0, failures: failures[$0], skipped: skipped[$0])
      }
  }
}

extension PreparedBatch {
  /// Takes in the cells and lines of records.
  fileprivate func appendRecords(_ records: RecordBatch) {
    // Each access to a property of a class is checked for exclusivity: not one a record.
    var (text, ends, lines): ([UInt8], [Int], [Int64]) = ([], [], [])
    swap(&text, &self.text)
    swap(&ends, &self.ends)
    swap(&lines, &self.lines)
    for index in records.records.indices {
      records.appendCellsJSON(of: index, to: &text)
      ends.append(text.count)
      lines.append(Int64(records.records[index].line))
    }
    swap(&text, &self.text)
    swap(&ends, &self.ends)
    swap(&lines, &self.lines)
  }
}

extension RecordFault {
  /// What the message of the fault needs.
  package var messageArguments: [MessageArgument] {
    var arguments = [
      MessageArgument("line", line), MessageArgument("column", column),
      MessageArgument("byte", byteOffset),
    ]
    if let expectedFields { arguments.append(MessageArgument("expected", expectedFields)) }
    if let foundFields { arguments.append(MessageArgument("found", foundFields)) }
    return arguments
  }
}

extension [MessageArgument] {
  /// A JSON object, or nil when there is none.
  package var json: String? {
    isEmpty ? nil : JSON.object(map { JSON.Member($0.name, .string($0.value)) }).text
  }
}
