import FormBytes
package import FormInput
package import FormRules
import FormStore

/// Records of one input, read and judged batch by batch.
///
/// It belongs to one thread at a time.
package final class JudgingSession: ClaimJudge {
  /// The records read last.
  package private(set) var records = RecordBatch()
  /// What is wrong with them; its records are those of `judgedRecords`.
  package private(set) var errors: [JudgedError] = []
  /// For each judged record its place in `records`.
  package private(set) var judgedRecords: [Int32] = []
  /// How many records came before those read last.
  package private(set) var recordsBefore = 0
  /// Which columns fill which fields; grows while a JSON file is read.
  package private(set) var mapping: ColumnMapping

  /// Which records are repeated, where that is known beforehand.
  package var repeated: KnownRepeats?
  private var reader: any RecordReader & ~Copyable
  private var judge: Judge
  /// What finds out beforehand what has to be asked, where the records are judged under a lock: it
  /// takes none of them for repeated.
  private var inquirer: Judge?
  private let services: RemoteMemory?
  private var batch = JudgedBatch()
  private let plan: Plan
  private var laterSkips: [SkipCounts]

  /// Opens an input; a header is read at once.
  ///
  /// - Parameters:
  ///   - areStored: whether cells were stored before, so that card numbers may be masked.
  ///   - asksFirst: whether services are asked by `askServices` only, and not by `judge`.
  package init(
    _ reader: consuming any RecordReader & ~Copyable, _ plan: Plan,
    _ conditions: RunState.Conditions, map: [(column: String, field: String)] = [],
    areStored: Bool = false,
    asksFirst: Bool = false, after recordsBefore: Int = 0
  ) throws(RecorderError) {
    services = conditions.services
    self.plan = plan
    laterSkips = Array(repeating: SkipCounts(), count: plan.rules.count)
    self.recordsBefore = recordsBefore
    // Columns that were stored before stay.
    mapping = try ColumnMapping(form: plan.form, said: map, unknown: areStored ? .keep : nil)
    do {
      judge = try Judge(plan, conditions, areStored: areStored)
      if asksFirst {
        var apart = conditions
        (apart.comparing, apart.spill) = (.elsewhere, nil)
        inquirer = try Judge(plan, apart, areStored: areStored)
      }
    } catch {
      throw RecorderError(error)
    }
    let header = reader.header
    let isDelimited = reader.notes.format.hasColumns
    self.reader = reader
    guard isDelimited else { return }
    if header.isEmpty {
      try mapping.addByPosition(plan.form.fields.map { $0.header ?? $0.name })
    } else if plan.form.file.match == .position {
      try mapping.addByPosition(header)
    } else {
      try mapping.add(header)
    }
    try mapping.requireSaidColumns()
    try mapping.requireColumns()
    try mapping.requireKnownColumns(notes.format)
  }

  /// Whether the input has columns, rather than keys.
  package var isDelimited: Bool { notes.format.hasColumns }

  /// What was found out about the input so far.
  package var notes: ReaderNotes { reader.notes }

  /// What the user should know of the input when it has been opened.
  package var openingNotes: [String] {
    notes.openingRemarks + (isDelimited ? mapping.notes(notes.format) : [])
  }

  /// And when it has been read: columns of a file without a header are known only then.
  package var closingNotes: [String] {
    (isDelimited ? [] : mapping.notes(notes.format)) + notes.closingRemarks
  }

  /// Reads and judges the next records, at most so many; false at the end.
  ///
  /// - Parameter asks: whether services may be asked about them.
  package func next(
    atMost limit: Int = .max, asking asks: Bool = true
  ) throws(RecorderError) -> Bool {
    guard try read(atMost: limit) else { return false }
    try judgeRecords(asking: asks)
    return true
  }

  /// Reads the next records, at most so many; false at the end.
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

  /// Asks services about the records that were read last, as far as `judgeRecords` will want to know.
  func askServices() throws(RecorderError) {
    guard let services else { return }
    services.isAsking = true
    inquirer?.beginBatch(repeated: [])
    let bytes = records.bytes
    inquirer?.judge(&batch, in: bytes.span)
    if services.wasStopped { throw .stoppedAsking }
  }

  /// Judges the records that were read last.
  ///
  /// - Parameter asks: whether services may be asked about them.
  func judgeRecords(asking asks: Bool = true) throws(RecorderError) {
    services?.isAsking = asks && inquirer == nil
    judge.beginBatch(repeated: try repeated?.places(in: self) ?? [])
    judge.judge(&batch, in: records.bytes.span)
    if let error = judge.run.spillError { throw RecorderError(.failed, error.message) }
    if services?.wasStopped == true { throw .stoppedAsking }
    batch.exchangeErrors(&errors)
  }

  /// Lets go of the records that were read last, when nobody needs them any more: a long one's memory
  /// is wanted for what is made of it.
  func removeRecords() {
    recordsBefore += records.records.count
    records.removeAll()
  }

  /// Lays the cells of good records out in the form's order.
  private func collectCells() {
    // Each access to a property of a class is checked for exclusivity: not one a cell.
    var cells: [Cell] = []
    var judged: [Int32] = []
    swap(&cells, &batch.cells)
    swap(&judged, &judgedRecords)
    records.collectCells(mapping.columnOfField, into: &cells, &judged)
    swap(&cells, &batch.cells)
    swap(&judged, &judgedRecords)
  }

  /// What services said of the records that were judged last, by their places in `records`.
  var answers: [PreparedBatch.Answer] {
    (services?.answers ?? []).map { answer in
      PreparedBatch.Answer(
        record: judgedRecords[Int(answer.record)], rule: answer.rule, key: answer.key,
        outcome: answer.outcome)
    }.sorted { $0.order < $1.order }
  }

  /// Supplies what was recorded of the records that were read last.
  func supply(_ answers: [PreparedBatch.Answer]) {
    services?.recorded = [:]
    guard let services, !answers.isEmpty else { return }
    let places = Dictionary(judgedRecords.enumerated().map { ($1, $0) }) { $1 }
    for answer in answers {
      guard let place = places[answer.record] else { continue }
      services.recorded[place, default: [:]][answer.key] = answer.outcome
    }
  }

  /// Of each judged record whether it has a masked number; empty when none has.
  var masked: [Bool] { judge.masked }

  /// Masks the numbers of payment cards, after all has been judged that needs them.
  func maskCards() {
    guard !plan.maskedFields.isEmpty else { return }
    records.maskCards(columns: plan.maskedFields.compactMap { mapping.columnOfField[$0] })
  }

  /// How often each rule was skipped, and why, by position.
  package var skips: [SkipCounts] {
    zip(judge.skips, laterSkips).map { own, later in
      var skips = own
      skips += later
      return skips
    }
  }

  /// Counts rules that were skipped when some of the records were judged again.
  func addSkips(_ skips: [SkipCounts]) {
    for (position, more) in skips.enumerated() { laterSkips[position] += more }
  }

  /// For each rule `unique` the keys of the records that it was asked about in the batch that was read
  /// last, by their places among the judged ones, when they are compared elsewhere.
  package var askedKeys: [(rule: Int, keys: [(record: Int, key: Hash128)])] {
    plan.uniquePositions.map { ($0, judge.askedKeys(ofRule: $0)) }
  }

  /// Supplies the values that rules `exists` compare with.
  func add(_ keys: HashSet128, of reference: StoredReference) {
    judge.run.add(keys, of: reference)
    inquirer?.run.add(keys, of: reference)
  }

  /// Supplies the stored values that rules `exists` compare with.
  func add(_ references: [StoredReferenceKeys]) {
    for one in references { add(one.keys, of: one.reference) }
  }

  /// Makes a rule `unique: ever` refuse a value that was stored before.
  func addStoredKey(_ key: Int64, rule position: Int) {
    judge.addStoredKey(key, rule: position)
  }

  /// Makes a rule `unique: ever` refuse the values whose keys are found by a search.
  func compare(rule position: Int, with keys: any StoredKeys) {
    judge.compare(rule: position, with: keys)
  }

  /// Makes rules `unique` compare with stored keys only, not with the records before.
  func comparesStoredOnly() { judge.run.leaveOutEarlierRecords() }

  /// Forgets these.
  func removeStoredKeys() { judge.removeStoredKeys() }

  /// What identifies a judged record in the outside world, and the hash of its fields.
  func recordKey(_ record: Int) -> (hash: Hash128, content: UInt64)? {
    let bytes = records.bytes
    return judge.recordKey(record, batch, in: bytes.span)
  }

  /// Judges nothing but the rules `unique`, and those that decide about them.
  func askOnlyUnique() { judge.askOnlyRemembering() }

  /// The key of a judged record under a rule `unique`.
  func key(ofRule position: Int, record: Int) -> Hash128? {
    let bytes = records.bytes
    return judge.uniqueKey(ofRule: position, record: record, batch, in: bytes.span)
  }
}

extension RecordBatch {
  /// Masks the numbers of payment cards in some columns, and in records that could not be taken apart
  /// wherever one may stand.
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
        // With asterisks it is no number any more.
        cells[index].kind = .string
      }
    }
  }

  /// The cells of good records, in the order of a form's fields, and the places of these records.
  ///
  /// - Parameter columns: for each field its column, or nil.
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
        // Mostly a file has the form's columns: then the cells of many records are taken as they lie.
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

  /// Where the good records of a number of cells end whose cells lie one behind the other; nil when the first
  /// one is none of these.
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
