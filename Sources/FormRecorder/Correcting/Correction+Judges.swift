import FormBytes
import FormInput
import FormRules
import FormStore

/// The judges of a group of corrections.
extension Correction {
  /// - Parameter counted: The counts for rules that compare with all records of the import, or nil
  ///   to omit these rules.
  func open(
    _ group: CorrectionGroup, _ counted: CountedRecords? = nil
  ) throws -> InputJudge {
    var configuration = try configuration(group)
    configuration.counted = counted
    let judge = try InputJudge(input(group), bound.plan, configuration: configuration)
    judge.add(try setup.references())
    return judge
  }

  private func input(_ group: CorrectionGroup) throws(RecorderError) -> MappedInput {
    try MappedInput(
      CorrectedRecordReader(group.key.columns.map(\.header), group.records),
      ColumnMapping(form: bound.plan.form, storedColumns: group.key.columns))
  }

  private func configuration(_ group: CorrectionGroup) throws -> RunState.Configuration {
    var configuration = setup.configuration(
      at: clock, parameters: try JSON.strings(group.key.parameters), source: group.key.source,
      scenario: group.key.scenario)
    configuration.maskedFields =
      maskedColumns?.fields(of: bound.plan.form, filledBy: group.key.columns) ?? []
    return configuration
  }

  /// Counts the corrections and the other current records of the original import.
  ///
  /// Returns nil for corrections of single submissions, and of imports that contain only rejected
  /// records.
  ///
  /// - Parameters:
  ///   - replaced: The submissions that are not counted, among them those of the group.
  ///   - unstored: The other current records of the import that a dry run would store.
  func counted(
    _ group: CorrectionGroup, without replaced: Set<Int64>, and unstored: [UnstoredRecords]
  ) throws -> CountedRecords? {
    guard let importID = group.key.importID,
      try store.importKind(importID) != .externalRun
    else { return nil }
    var configuration = try configuration(group)
    try configuration.countRecords(for: bound.plan, mayQuote: bound.plan.mayQuote) {
      configuration in
      let counting = StoredCounting(plan: bound.plan, store: store, configuration: configuration)
      try counting.count(currentOf: importID, replaced: replaced)
      for records in unstored { try counting.count(records) }
      let judge = try InputJudge(
        input(group), bound.plan, configuration: configuration, for: .counting)
      while try judge.count() {}
    }
    return configuration.counted
  }

  /// The keys of the corrections under each `unique` rule.
  func keys(_ group: CorrectionGroup) throws -> [Int: Set<Hash128>] {
    let judge = try open(group)
    judge.ignoreEarlierRecords()
    judge.evaluateOnlyUnique()
    var keys: [Int: Set<Hash128>] = [:]
    while try judge.next(services: .onlyRecorded) {
      for record in judge.judgedRecords.indices {
        for position in bound.plan.statefulRulePositions {
          if let key = judge.key(ofRule: position, record: record) {
            keys[position, default: []].insert(key)
          }
        }
      }
    }
    return keys
  }
}

/// Reads corrected records, which are JSON arrays in the order of the columns.
private struct CorrectedRecordReader: RecordReader, ~Copyable {
  let header: [String]
  let detected: DetectedProperties
  private let records: StoredRows
  private var next = 0

  init(_ header: [String], _ records: StoredRows) {
    self.header = header
    self.records = records
    // Like a file of JSON keys, it may lack columns. Missing ones are errors of the records.
    var detected = DetectedProperties()
    detected.format = .ndjson
    self.detected = detected
  }

  mutating func read(
    into batch: inout RecordBatch, maximumRecords: Int
  ) throws(ReaderError) -> Bool {
    batch.removeAll()
    let end = min(records.count, next + min(maximumRecords, 1_000))
    guard next < end else { return false }
    for record in next..<end {
      let line = Int(records.lines[record])
      do {
        try StoredCells.append(
          records.text.span.extracting(records.range(record)), line: line, to: &batch)
      } catch {
        throw ReaderError(.syntax, line: line, "a corrected record could not be created")
      }
      // An unchanged cell may be the cause of the malformed record.
      batch.requireUTF8(ofLastRecordAt: line)
    }
    next = end
    return true
  }
}
