import FormInput
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
  private let severities: [Severity]
  private let everUnique: [Int]
  private var knownColumns: Int

  private static let shownFaults = 5

  package init(_ plan: Plan, knownColumns: Int) {
    self.plan = plan
    self.knownColumns = knownColumns
    severities = plan.rules.map(\.severity)
    everUnique = plan.everUniquePositions
    failures = Array(repeating: 0, count: plan.rules.count)
  }

  /// Fills a batch with the records that the stream read last, without counting them.
  package mutating func fill(_ batch: PreparedBatch, from stream: JudgingSession) {
    batch.removeAll()
    appendRecordKeys(to: batch, stream)
    batch.answers = stream.answers
    // From here on nothing sees the number of a card.
    stream.maskCards()
    let storesMalformed = stream.mapping.storesMalformed(stream.notes.format)
    batch.appendRecords(
      stream.records, columns: stream.mapping.storedPlaces, storesMalformed: storesMalformed)
    appendErrors(to: batch, stream, storesMalformed: storesMalformed)
    batch.newColumns = Array(stream.mapping.storedColumns.dropFirst(knownColumns))
    knownColumns += batch.newColumns.count
  }

  /// Reader's faults and failed rules, in order of records.
  private mutating func appendErrors(
    to batch: PreparedBatch, _ stream: JudgingSession, storesMalformed: Bool
  ) {
    let records = stream.records
    var nextFault = 0
    func appendFaults(before record: Int) {
      guard records.faults.count > 0 else { return }
      while nextFault < record {
        defer { nextFault += 1 }
        guard let fault = records.fault(of: records.records[nextFault]) else { continue }
        append(fault, at: nextFault, of: records, storesBytes: storesMalformed, to: batch)
      }
    }
    for error in stream.errors {
      let record = Int(stream.judgedRecords[Int(error.record)])
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

  /// Counts what became of records that were judged again.
  mutating func count(_ settled: [SettledRecord]) {
    for record in settled {
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

  /// Adds what identifies the records in the outside world, if the form says so.
  private func appendRecordKeys(to batch: PreparedBatch, _ stream: JudgingSession) {
    guard !plan.form.key.isEmpty else { return }
    for (judged, record) in stream.judgedRecords.enumerated() {
      guard let key = stream.recordKey(judged) else { continue }
      batch.recordKeys.append(
        .init(
          record: record, hash: key.hash.storedKey,
          content: UInt32(truncatingIfNeeded: key.content)))
    }
  }

  /// Adds the keys of accepted records under rules `unique: ever`.
  package func appendKeys(to batch: PreparedBatch, _ stream: JudgingSession) {
    guard !everUnique.isEmpty else { return }
    var isRejected = Array(repeating: false, count: batch.count)
    for error in batch.errors where severities[Int(error.rule)].rejects {
      isRejected[Int(error.record)] = true
    }
    for (judged, record) in stream.judgedRecords.enumerated() where !isRejected[Int(record)] {
      for position in everUnique {
        if let hash = stream.key(ofRule: position, record: judged) {
          batch.uniqueKeys.append(
            .init(
              record: record, rule: Int32(position), hash: hash.storedKey,
              mayRepeat: plan.mayRepeat(position)))
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

  /// The counts by rule, of those that failed or were skipped.
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
  /// Takes in the cells and lines of records.
  ///
  /// - Parameters:
  ///   - columns: the places of the columns whose cells are stored; nil means all of them.
  ///   - storesMalformed: whether the cells of records that could not be taken apart are.
  fileprivate func appendRecords(
    _ records: RecordBatch, columns: [Int]?, storesMalformed: Bool
  ) {
    // Each access to a property of a class is checked for exclusivity: not one a record.
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
