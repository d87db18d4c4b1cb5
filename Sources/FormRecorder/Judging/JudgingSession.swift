import FormBytes
package import FormInput
package import FormRules
import FormStore

/// Reads and judges the records of one input, batch by batch.
///
/// Must be used by only one thread at a time.
package final class JudgingSession: ClaimJudge {
  /// The records that were read last.
  package private(set) var records = RecordBatch()
  /// The errors of these records. Record numbers in them are positions in `judgedRecords`.
  package private(set) var errors: [JudgedError] = []
  /// The position in `records` of each judged record.
  package private(set) var judgedRecords: [Int32] = []
  /// The number of records before those that were read last.
  package private(set) var recordsBefore = 0
  /// The mapping of columns to fields. It grows while a JSON file is read.
  package private(set) var mapping: ColumnMapping

  /// The records that are known in advance to be repeated.
  package var repeated: RepeatedRecords?
  private var reader: any RecordReader & ~Copyable
  private var judge: Judge
  /// Determines the remote requests in advance if the records are judged under a lock. It treats no
  /// record as repeated.
  private var inquirer: Judge?
  private let services: ServiceAnswers?
  private var batch = JudgedBatch()
  private let plan: Plan
  private var laterSkips: [SkipCounts]

  /// Opens an input and reads its header.
  ///
  /// - Parameters:
  ///   - areStored: Whether the cells were stored before, in which case card numbers may be masked.
  ///   - requestsFirst: Whether only `requestAnswers` requests services, and `judgeRecords` does not.
  ///   - isCounting: Whether the records are only counted, with `count`.
  package init(
    _ reader: consuming any RecordReader & ~Copyable, _ plan: Plan,
    _ conditions: RunState.Conditions, map: [(column: String, field: String)] = [],
    areStored: Bool = false,
    requestsFirst: Bool = false, isCounting: Bool = false, after recordsBefore: Int = 0
  ) throws(RecorderError) {
    services = conditions.services
    self.plan = plan
    laterSkips = Array(repeating: SkipCounts(), count: plan.rules.count)
    self.recordsBefore = recordsBefore
    // Columns that were stored before are kept.
    mapping = try ColumnMapping(form: plan.form, mapped: map, unknown: areStored ? .keep : nil)
    do {
      judge = try Judge(plan, conditions, areStored: areStored)
      if isCounting { judge.prepareToCount() }
      if requestsFirst {
        var apart = conditions
        (apart.comparing, apart.spill) = (.elsewhere, nil)
        inquirer = try Judge(plan, apart, areStored: areStored)
      }
    } catch {
      throw RecorderError(error)
    }
    let header = reader.header
    let hasColumns = reader.notes.format.hasColumns
    self.reader = reader
    guard hasColumns else { return }
    if header.isEmpty {
      try mapping.addByPosition(plan.form.fields.map { $0.header ?? $0.name })
    } else if plan.form.file.match == .position {
      try mapping.addByPosition(header)
    } else {
      try mapping.add(header)
    }
    try mapping.requireMappedColumns()
    try mapping.requireColumns()
    try mapping.requireKnownColumns(notes.format)
  }

  /// Whether the input has columns rather than keys.
  package var hasColumns: Bool { notes.format.hasColumns }

  /// The reader's notes about the input so far.
  package var notes: DetectedProperties { reader.notes }

  /// The notes for the user that are known once the input is open.
  package var openingNotes: [RecorderNote] {
    notes.openingNotes
      + (hasColumns ? mapping.notes(notes.format) : []).map { RecorderNote($0) }
  }

  /// The notes for the user at the end of the input. The columns of a file without a header are
  /// known only then.
  package var closingNotes: [RecorderNote] {
    ((hasColumns ? [] : mapping.notes(notes.format)) + notes.closingRemarks)
      .map { RecorderNote($0) }
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
    recordsBefore += records.records.count
    do {
      guard try reader.read(into: &records, maximumRecords: limit) else {
        errors.removeAll(keepingCapacity: true)
        judgedRecords.removeAll(keepingCapacity: true)
        return false
      }
    } catch {
      throw RecorderError(error)
    }
    let known = mapping.columns.count
    if reader.header.count > known {
      try mapping.add(keys: reader.header[known...])
      try mapping.requireKnownColumns(notes.format)
    }
    collectCells()
    return true
  }

  /// Reads and counts the next records, for rules that compare them with all records. Returns false
  /// at the end, or if no more records are needed.
  func count() throws(RecorderError) -> Bool {
    guard judge.run.conditions.counted?.needsRecords != false, try read() else { return false }
    judge.count(&batch, in: records.bytes.span)
    if let error = judge.run.spillError { throw RecorderError(.refused, error.message) }
    return true
  }

  /// Reads at most one more record, without discarding those that were read last.
  func readRest() throws(ReaderError) -> RecordBatch {
    var rest = RecordBatch()
    _ = try reader.read(into: &rest, maximumRecords: 1)
    return rest
  }

  /// Requests the services whose answers `judgeRecords` needs for the records that were read last.
  func requestAnswers() throws(RecorderError) {
    guard let services else { return }
    services.mode = .send
    inquirer?.beginBatch(repeated: [])
    let bytes = records.bytes
    inquirer?.judge(&batch, in: bytes.span)
    if services.wasStopped { throw .requestsStopped }
  }

  /// Judges the records that were read last.
  ///
  /// - Parameter mode: The handling of requests to services for these records.
  func judgeRecords(services mode: ServiceAnswers.Mode = .send) throws(RecorderError) {
    services?.mode = inquirer == nil ? mode : .known
    judge.beginBatch(repeated: try repeated?.places(in: self) ?? [])
    judge.judge(&batch, in: records.bytes.span)
    if let error = judge.run.spillError { throw RecorderError(.refused, error.message) }
    if services?.wasStopped == true { throw .requestsStopped }
    batch.exchangeErrors(&errors)
  }

  /// Removes the records that were read last, to free the memory of long ones before the results
  /// need it.
  func removeRecords() {
    recordsBefore += records.records.count
    records.removeAll()
  }

  /// Collects the cells of well-formed records in the form's order.
  private func collectCells() {
    // Each access to a class property checks exclusivity, so the call works on local copies.
    var cells: [Cell] = []
    var judged: [Int32] = []
    swap(&cells, &batch.cells)
    swap(&judged, &judgedRecords)
    records.collectCells(mapping.columnOfField, into: &cells, &judged)
    swap(&cells, &batch.cells)
    swap(&judged, &judgedRecords)
  }

  /// The answers of services for the records that were judged last, by their positions in
  /// `records`.
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
    let places = Dictionary(judgedRecords.enumerated().map { ($1, $0) }) { $1 }
    for answer in answers {
      guard let place = places[answer.record] else { continue }
      services.recorded[place, default: [:]][answer.key] = answer.outcome
    }
  }

  /// Whether each judged record contains a masked number. Empty if none does.
  var masked: [Bool] { judge.masked }

  /// Masks payment card numbers. Call it only after everything that needs the numbers has been
  /// judged.
  func maskCards() {
    guard !plan.maskedFields.isEmpty else { return }
    records.maskCards(columns: plan.maskedFields.compactMap { mapping.columnOfField[$0] })
  }

  /// The number of skips of each rule by reason, indexed by rule position.
  package var skips: [SkipCounts] {
    zip(judge.skips, laterSkips).map { own, later in
      var skips = own
      skips += later
      return skips
    }
  }

  /// Adds the skips of records that were judged again.
  func addSkips(_ skips: [SkipCounts]) {
    for (position, more) in skips.enumerated() { laterSkips[position] += more }
  }

  /// For each `unique` rule, the keys of the records that it evaluated in the last batch, by their
  /// positions among the judged records. Used when keys are compared elsewhere.
  package var evaluatedKeys: [(rule: Int, keys: [(record: Int, key: Hash128)])] {
    plan.statefulRulePositions.map { ($0, judge.evaluatedKeys(ofRule: $0)) }
  }

  /// Supplies the values for `exists` rules.
  func add(_ keys: HashSet128, of reference: StoredReference) {
    judge.run.add(keys, of: reference)
    inquirer?.run.add(keys, of: reference)
  }

  /// Supplies the stored values for `exists` rules.
  func add(_ references: [StoredReferenceKeys]) {
    for one in references { add(one.keys, of: one.reference) }
  }

  /// Makes a `unique: ever` rule reject a value that is already stored.
  func addStoredKey(_ key: Int64, rule position: Int) {
    judge.addStoredKey(key, rule: position)
  }

  /// Makes a `unique: ever` rule reject the values whose keys are found by a search.
  func compare(rule position: Int, with keys: any StoredKeys) {
    judge.compare(rule: position, with: keys)
  }

  /// Makes `unique` rules compare with stored keys only, not with earlier records.
  func ignoreEarlierRecords() { judge.run.ignoreEarlierRecords() }

  /// Removes the stored keys.
  func removeStoredKeys() { judge.removeStoredKeys() }

  /// The key of a judged record, and the hash of its fields.
  func recordKey(_ record: Int) -> (hash: Hash128, content: UInt64)? {
    let bytes = records.bytes
    return judge.recordKey(record, batch, in: bytes.span)
  }

  /// Restricts judging to `unique` rules and the rules that they depend on.
  func evaluateOnlyUnique() { judge.evaluateOnlyStatefulRules() }

  /// The key of a judged record under a `unique` rule.
  func key(ofRule position: Int, record: Int) -> Hash128? {
    let bytes = records.bytes
    return judge.key(ofRule: position, record: record, batch, in: bytes.span)
  }
}

extension RecordBatch {
  /// Masks payment card numbers in some columns and, in records that could not be parsed, anywhere.
  fileprivate mutating func maskCards(columns: [Int]) {
    for record in records {
      guard !record.isFaulty else {
        MaskedCard.maskNumbers(&bytes, Int(record.rawStart)..<Int(record.rawEnd))
        for cell in cells(of: record) where cell.kind != .missing {
          MaskedCard.maskNumbers(&bytes, Int(cell.start)..<Int(cell.end))
        }
        continue
      }
      for column in columns where column < Int(record.cellCount) {
        let index = Int(record.firstCell) + column
        let cell = cells[index]
        guard cell.kind != .missing,
          MaskedCard.mask(&bytes, Int(cell.start)..<Int(cell.end)), cell.kind == .number
        else { continue }
        // A cell with asterisks is no longer a number.
        cells[index].kind = .string
      }
    }
  }

  /// Collects the cells of well-formed records in the order of a form's fields, and the positions
  /// of these records.
  ///
  /// - Parameter columns: The column of each field, or nil.
  func collectCells(
    _ columns: [Int?], into collected: inout [Cell], _ judged: inout [Int32]
  ) {
    collected.removeAll(keepingCapacity: true)
    judged.removeAll(keepingCapacity: true)
    let width = columns.count
    let areInOrder = width > 0 && columns.enumerated().allSatisfy { $0.element == $0.offset }
    var index = 0
    while index < records.count {
      let record = records[index]
      if areInOrder, let end = endOfRun(from: index, width) {
        // Most files have the form's columns in order, so the cells of many records are copied at
        // once.
        let first = Int(record.firstCell)
        collected.append(contentsOf: cells[first..<first &+ (end &- index) &* width])
        judged.append(contentsOf: Int32(truncatingIfNeeded: index)..<Int32(truncatingIfNeeded: end))
        index = end
        continue
      }
      defer { index += 1 }
      if record.isFaulty { continue }
      judged.append(Int32(truncatingIfNeeded: index))
      for column in columns {
        guard let column, column < Int(record.cellCount) else {
          collected.append(.missing)
          continue
        }
        collected.append(cells[Int(record.firstCell) &+ column])
      }
    }
  }

  /// The end of the run of well-formed records from `start` that have `width` contiguous cells
  /// each, or nil if the first record is none.
  private func endOfRun(from start: Int, _ width: Int) -> Int? {
    var end = start
    var cell = Int(records[start].firstCell)
    while end < records.count {
      let record = records[end]
      guard !record.isFaulty, Int(record.cellCount) == width, Int(record.firstCell) == cell else {
        break
      }
      cell &+= width
      end &+= 1
    }
    return end > start ? end : nil
  }
}
