import FormBytes
import FormInput
package import FormRules
package import FormStore

/// Converts judged records to batches for the store. The caller counts them in `tally`.
package struct BatchPreparer {
  /// The counts so far.
  var tally: VerdictTally
  /// The first faults, in order.
  private var firstFaults: [RecordFault] = []

  private let plan: Plan
  private let everUnique: [Int]
  private var knownColumns: Int

  private static let shownFaults = 5

  package init(_ plan: Plan, knownColumns: Int) {
    self.plan = plan
    self.knownColumns = knownColumns
    everUnique = plan.storeComparingPositions
    tally = VerdictTally(plan)
  }

  /// Fills a batch with the records that the judge read last.
  package mutating func fill(_ batch: PreparedBatch, from judge: InputJudge) {
    batch.removeAll()
    appendRecordKeys(to: batch, judge)
    batch.answers = judge.answers
    // Card numbers are masked from this point on.
    judge.maskCards()
    let storesMalformed = judge.input.mapping.storesMalformed(judge.input.detected.format)
    batch.appendRecords(
      judge.input.records, columns: judge.input.mapping.storedPositions,
      storesMalformed: storesMalformed)
    appendErrors(to: batch, judge, storesMalformed: storesMalformed)
    batch.newColumns = Array(judge.input.mapping.storedColumns.dropFirst(knownColumns))
    knownColumns += batch.newColumns.count
  }

  /// Appends the reader's faults and the failed rules, in the order of the records.
  private mutating func appendErrors(
    to batch: PreparedBatch, _ judge: InputJudge, storesMalformed: Bool
  ) {
    let records = judge.input.records
    var nextFault = 0
    func appendFaults(before record: Int) {
      guard records.faults.count > 0 else { return }
      while nextFault < record {
        defer { nextFault += 1 }
        guard let fault = records.fault(of: records.records[nextFault]) else { continue }
        append(fault, at: nextFault, of: records, storesBytes: storesMalformed, to: batch)
      }
    }
    for error in judge.errors {
      let record = Int(judge.judgedRecords[Int(error.record)])
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
        record: Int32(index), rule: Int32(Plan.readerPosition), code: fault.code.rawValue,
        arguments: fault.messageArguments.json))
    var bytes: [UInt8] = []
    if storesBytes { bytes.append(records.raw(of: records.records[index])) }
    batch.malformed.append(
      .init(
        record: Int32(index), raw: bytes, line: fault.line, column: fault.column,
        byte: fault.byteOffset))
  }

  /// Appends the keys of the records if the form declares a key.
  private func appendRecordKeys(to batch: PreparedBatch, _ judge: InputJudge) {
    guard !plan.form.key.isEmpty else { return }
    for (judged, record) in judge.judgedRecords.enumerated() {
      guard let key = judge.recordKey(judged) else { continue }
      batch.recordKeys.append(
        .init(
          record: record, hash: key.hash.storedKey,
          content: UInt32(truncatingIfNeeded: key.content)))
    }
  }

  /// Appends the keys of accepted records under `unique: ever` rules.
  package func appendKeys(to batch: PreparedBatch, _ judge: InputJudge) {
    guard !everUnique.isEmpty else { return }
    var isRejected = Array(repeating: false, count: batch.count)
    for error in batch.errors where plan.rules[Int(error.rule)].severity.rejects {
      isRejected[Int(error.record)] = true
    }
    for (judged, record) in judge.judgedRecords.enumerated() where !isRejected[Int(record)] {
      for position in everUnique {
        if let hash = judge.key(ofRule: position, record: judged) {
          batch.uniqueKeys.append(
            .init(record: record, rule: Int32(position), hash: hash.storedKey))
        }
      }
    }
  }

  /// Messages with the positions and causes of the first malformed records.
  package func faultNotes(file: String, in localization: Localization) -> [String] {
    let notes = firstFaults.map { fault in
      let code = fault.code.rawValue
      let message = plan.rules[Plan.readerPosition].message(
        code: code, arguments: fault.messageArguments, field: nil, in: localization)
      return "\(file):\(fault.line):\(fault.column) \(message) [\(code)]"
    }
    guard tally.malformed > notes.count else { return notes }
    return notes + ["\(file): \(tally.malformed) malformed records in total"]
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
