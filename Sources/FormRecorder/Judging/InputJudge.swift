import FormBytes
import FormInput
package import FormRules
import FormStore

/// Reads and judges the records of one input, batch by batch.
package final class InputJudge: RecordJudge {
  /// The input, with the records that were read last.
  package private(set) var input: MappedInput
  /// The records that are known in advance to be repeated.
  package var repeated: RepeatedRecords?

  package init(
    _ input: consuming MappedInput, _ plan: Plan, configuration: RunState.Configuration,
    for purpose: Purpose = .judging
  ) throws(RecorderError) {
    if !input.mapping.recordsAreStored, input.hasColumns {
      try plan.requireAllColumns(input.mapping)
    }
    let recordsAreStored = input.mapping.recordsAreStored
    self.input = input
    try super.init(plan, configuration, recordsAreStored: recordsAreStored, for: purpose)
  }

  /// Reads and judges the next records, at most `limit`. Returns false at the end.
  ///
  /// - Parameter mode: The handling of requests to services for these records.
  package func next(
    atMost limit: Int = .max, services mode: ServiceAnswers.Mode = .send
  ) throws(RecorderError) -> Bool {
    guard try read(atMost: limit) else { return false }
    try judgeRecords(services: mode)
    return true
  }

  /// Reads the next records, at most `limit`. Returns false at the end.
  func read(atMost limit: Int = .max) throws(RecorderError) -> Bool {
    guard try input.read(atMost: limit) else {
      removeResults()
      // The keys of JSON objects are known only now.
      if !input.mapping.recordsAreStored, !input.hasColumns, input.knowsColumns {
        try plan.requireAllColumns(input.mapping)
      }
      return false
    }
    collect(input.records, columns: input.mapping.columnOfField)
    return true
  }

  /// Reads and counts the next records, for rules that compare them with all records. Returns false
  /// at the end, or if no more records are needed.
  func count() throws(RecorderError) -> Bool {
    guard judge.run.configuration.counted?.needsRecords != false, try read() else { return false }
    try countCells(in: input.records.bytes)
    return true
  }

  /// Judges the records that were read last.
  ///
  /// - Parameter mode: The handling of requests to services for these records.
  func judgeRecords(services mode: ServiceAnswers.Mode = .send) throws(RecorderError) {
    services?.mode = mode
    try judgeCells(in: input.records.bytes, repeated: repeated?.entries(in: self) ?? [])
  }

  /// Masks payment card numbers. Call it only after everything that needs the numbers has been
  /// judged.
  func maskCards() {
    if !plan.cardFields.isEmpty { input.maskCards(inFields: plan.cardFields) }
  }

  /// Removes the records that were read last.
  func removeRecords() { input.removeRecords() }
}

/// The keys of the records that were read last.
extension InputJudge {
  /// Reads the next records, and calls a closure with the key of each record that has one. Returns
  /// false at the end.
  func nextKeys(_ body: (Hash128) -> Void) throws(RecorderError) -> Bool {
    guard try next() else { return false }
    let bytes = input.records.bytes
    judge.forEachRecordKey(in: bytes.span, body)
    return true
  }

  /// The key of a judged record, and the hash of its fields.
  func recordKey(_ record: Int) -> (hash: Hash128, content: UInt64)? {
    let bytes = input.records.bytes
    return judge.recordKey(record, in: bytes.span)
  }

  /// The key of a judged record under a `unique` rule.
  func key(ofRule position: Int, record: Int) -> Hash128? {
    let bytes = input.records.bytes
    return judge.key(ofRule: position, record: record, in: bytes.span)
  }
}

/// The answers of services.
extension InputJudge {
  /// The answers for the records that were judged last, by their positions in the input's records.
  var answers: [PreparedBatch.Answer] {
    (services?.answers ?? []).map { answer in
      PreparedBatch.Answer(
        record: judgedRecords[Int(answer.record)], rule: answer.rule, key: answer.key,
        outcome: answer.outcome)
    }.sorted { $0.order < $1.order }
  }

  /// Supplies recorded answers for the records that were read last.
  func supply(_ answers: [PreparedBatch.Answer]) {
    services?.recorded = [:]
    guard let services, !answers.isEmpty else { return }
    let positions = Dictionary(judgedRecords.enumerated().map { ($1, $0) }) { $1 }
    for answer in answers {
      guard let position = positions[answer.record] else { continue }
      services.recorded[position, default: [:]][answer.key] = answer.outcome
    }
  }
}
