import FormBytes
import FormInput
package import FormRules
package import FormStore

/// Converts judged records to batches for the store, and counts them.
package struct BatchPreparer {
  /// The counts so far.
  package private(set) var counts = RunCounts()
  /// The number of records that the reader could not parse, by fault code.
  package private(set) var faults: [String: Int] = [:]
  /// The first faults, in order.
  private var firstFaults: [RecordFault] = []
  /// The number of failures of each rule, by position.
  package private(set) var failures: [Int]

  private let plan: Plan
  private let severities: [Severity]
  private let everUnique: [Int]
  private var knownColumns: Int

  private static let shownFaults = 5

  package init(_ plan: Plan, knownColumns: Int) {
    self.plan = plan
    self.knownColumns = knownColumns
    severities = plan.rules.map(\.severity)
    everUnique = plan.storeComparingPositions
    failures = Array(repeating: 0, count: plan.rules.count)
  }

  /// Fills a batch with the records that the session read last, without counting them.
  package mutating func fill(_ batch: PreparedBatch, from session: JudgingSession) {
    batch.removeAll()
    appendRecordKeys(to: batch, session)
    batch.answers = session.answers
    // Card numbers are masked from this point on.
    session.maskCards()
    let storesMalformed = session.input.mapping.storesMalformed(session.input.detected.format)
    batch.appendRecords(
      session.input.records, columns: session.input.mapping.storedPositions,
      storesMalformed: storesMalformed)
    appendErrors(to: batch, session, storesMalformed: storesMalformed)
    batch.newColumns = Array(session.input.mapping.storedColumns.dropFirst(knownColumns))
    knownColumns += batch.newColumns.count
  }

  /// Appends the reader's faults and the failed rules, in the order of the records.
  private mutating func appendErrors(
    to batch: PreparedBatch, _ session: JudgingSession, storesMalformed: Bool
  ) {
    let records = session.input.records
    var nextFault = 0
    func appendFaults(before record: Int) {
      guard records.faults.count > 0 else { return }
      while nextFault < record {
        defer { nextFault += 1 }
        guard let fault = records.fault(of: records.records[nextFault]) else { continue }
        append(fault, at: nextFault, of: records, storesBytes: storesMalformed, to: batch)
      }
    }
    for error in session.errors {
      let record = Int(session.judgedRecords[Int(error.record)])
      appendFaults(before: record)
      batch.errors.append(
        .init(
          record: Int32(record), rule: error.rule,
          code: plan.rules[Int(error.rule)].storedCode(error.code),
          arguments: error.arguments.json))
    }
    appendFaults(before: records.records.count)
  }

  private mutating func append(
    _ fault: RecordFault, at index: Int, of records: RecordBatch, storesBytes: Bool,
    to batch: PreparedBatch
  ) {
    if firstFaults.count < Self.shownFaults { firstFaults.append(fault) }
    batch.errors.append(
      .init(
        record: Int32(index), rule: 0, code: fault.code.rawValue,
        arguments: fault.messageArguments.json))
    var bytes: [UInt8] = []
    if storesBytes { bytes.append(records.raw(of: records.records[index])) }
    batch.malformed.append(
      .init(
        record: Int32(index), raw: bytes, line: fault.line, column: fault.column,
        byte: fault.byteOffset))
  }

  /// Counts a batch's records and errors.
  package mutating func count(_ batch: PreparedBatch) {
    counts.records += batch.count
    var rejected = 0
    var (lastRejected, lastWarned): (Int32, Int32) = (-1, -1)
    for error in batch.errors {
      let position = Int(error.rule)
      if position == 0 {
        faults[error.code ?? "", default: 0] += 1
      } else {
        failures[position] += 1
      }
      switch severities[position] {
      case .error:
        counts.errors += 1
        if error.record != lastRejected { rejected += 1 }
        lastRejected = error.record
      case .warning:
        if error.record != lastWarned { counts.warned += 1 }
        lastWarned = error.record
      case .info: break
      }
    }
    counts.rejected += rejected
    counts.accepted += batch.count - rejected
  }

  /// Updates the counts for records that were judged again.
  mutating func count(_ records: [ReevaluatedRecord]) {
    for record in records {
      count(record.before, by: -1)
      count(record.after, by: 1)
    }
  }

  private mutating func count(_ errors: [StoredError], by step: Int) {
    var (isRejected, isWarned) = (false, false)
    for error in errors {
      failures[error.rule] += step
      switch severities[error.rule] {
      case .error:
        counts.errors += step
        isRejected = true
      case .warning: isWarned = true
      case .info: break
      }
    }
    if isWarned { counts.warned += step }
    if isRejected { counts.rejected += step } else { counts.accepted += step }
  }

  /// Appends the keys of the records if the form declares a key.
  private func appendRecordKeys(to batch: PreparedBatch, _ session: JudgingSession) {
    guard !plan.form.key.isEmpty else { return }
    for (judged, record) in session.judgedRecords.enumerated() {
      guard let key = session.recordKey(judged) else { continue }
      batch.recordKeys.append(
        .init(
          record: record, hash: key.hash.storedKey,
          content: UInt32(truncatingIfNeeded: key.content)))
    }
  }

  /// Appends the keys of accepted records under `unique: ever` rules.
  package func appendKeys(to batch: PreparedBatch, _ session: JudgingSession) {
    guard !everUnique.isEmpty else { return }
    var isRejected = Array(repeating: false, count: batch.count)
    for error in batch.errors where severities[Int(error.rule)].rejects {
      isRejected[Int(error.record)] = true
    }
    for (judged, record) in session.judgedRecords.enumerated() where !isRejected[Int(record)] {
      for position in everUnique {
        if let hash = session.key(ofRule: position, record: judged) {
          batch.uniqueKeys.append(
            .init(record: record, rule: Int32(position), hash: hash.storedKey))
        }
      }
    }
  }

  /// Messages with the positions and causes of the first malformed records.
  package func faultNotes(file: String, in localization: Localization) -> [String] {
    let malformed = faults.values.reduce(0, +)
    let notes = firstFaults.map { fault in
      let code = fault.code.rawValue
      let message = plan.rules[0].message(
        code: code, arguments: fault.messageArguments, field: nil, in: localization)
      return "\(file):\(fault.line):\(fault.column) \(message) [\(code)]"
    }
    guard malformed > notes.count else { return notes }
    return notes + ["\(file): \(malformed) malformed records in total"]
  }

  /// The counts of the rules that failed or were skipped.
  package func ruleCounts(_ skips: [SkipCounts]) -> [RunEnd.RuleCount] {
    faults.sorted { $0.key < $1.key }.map {
      RunEnd.RuleCount(rule: 0, code: $0.key, failures: $0.value)
    }
      + failures.indices.filter { failures[$0] > 0 || skips[$0].total > 0 }.map {
        RunEnd.RuleCount(rule: $0, failures: failures[$0], skips: skips[$0])
      }
  }
}

extension PreparedBatch {
  /// Appends the cells and lines of records.
  ///
  /// - Parameters:
  ///   - columns: The positions of the columns whose cells are stored, or nil for all columns.
  ///   - storesMalformed: Whether the cells of records that could not be parsed are stored.
  fileprivate func appendRecords(
    _ records: RecordBatch, columns: [Int]?, storesMalformed: Bool
  ) {
    // Each access to a class property checks exclusivity, so the loop works on local copies.
    var (text, ends, lines): ([UInt8], [Int], [Int64]) = ([], [], [])
    swap(&text, &self.text)
    swap(&ends, &self.ends)
    swap(&lines, &self.lines)
    for index in records.records.indices {
      if !storesMalformed, records.records[index].isFaulty {
        text += "[]".utf8
      } else if let columns {
        records.appendCellsJSON(of: index, columns: columns, to: &text)
      } else {
        records.appendCellsJSON(of: index, to: &text)
      }
      ends.append(text.count)
      lines.append(Int64(records.records[index].line))
    }
    swap(&text, &self.text)
    swap(&ends, &self.ends)
    swap(&lines, &self.lines)
  }
}
