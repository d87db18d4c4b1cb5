import FormRules
import FormStore
import Foundation

/// A correction file in progress.
struct Correction {
  let recorder: Recorder
  let request: CorrectionRequest
  let store: Store
  let events: ImportEvents
  let file: CorrectionFile
  let bound: BoundRules
  let setup: JudgingSetup
  let now: Instant
  /// The answers of services, or nil if no services are requested.
  var answers: ServiceAnswers? { setup.services }

  var counts = CorrectionCounts()
  private let submissions: CorrectedSubmissions
  private var table: ReturnedTable
  /// The columns with content that exist in no submission and map to no field.
  private var ignoredColumns: Set<Int> = []
  /// The columns whose headers are damaged.
  private var damagedHeaders: Set<Int> = []
  /// The changed records, in the order of their lines.
  private var candidates: [Candidate] = []
  private var groups: [CorrectionGroup] = []
  private var positionOfGroup: [CorrectionGroup.Key: Int] = [:]
  private var conditionsOfImport: [Int64: IntakeConditions] = [:]

  /// A changed record.
  private struct Candidate {
    let row: CorrectionFile.Row
    let id: Int64
    let cells: CorrectedCells
    let chain: CorrectionChain
    let origin: CorrectedImport
  }

  /// - Parameter answers: The answers of services from an earlier attempt.
  init(
    _ recorder: Recorder, _ request: CorrectionRequest, from source: CorrectionSource,
    in store: Store, _ events: ImportEvents, answers: ServiceAnswers?
  ) throws {
    self.recorder = recorder
    self.request = request
    self.store = store
    self.events = events
    var form = request.form
    for row in source.readings[0].rows where form == nil {
      form = try row.submission.flatMap { try store.submission($0) }.flatMap {
        VersionReference($0.form)
      }
    }
    bound = try recorder.bind(form: form, rules: request.rules, in: store)
    try request.localization.requireKnown(by: [bound.plan])
    file = try source.file(correcting: store, bound.latestForm)
    submissions = try CorrectedSubmissions(store, bound.latestForm, header: file.header)
    table = ReturnedTable(header: file.header)
    setup = try JudgingSetup(
      bound.plan, in: store, files: request.files,
      services: bound.plan.needsServices
        ? answers ?? recorder.settings.services?.answers(for: bound.plan) : nil)
    now = try recorder.settings.now()
    counts.refused = file.malformed
  }

  /// Judges and stores the corrections in one transaction. Returns nil, and stores nothing, if
  /// requests to services are open.
  mutating func run() throws -> ImportReport? {
    for row in file.rows { try read(row) }
    counts.suspiciousChanges = try suspiciousChanges()
    var report = report()
    guard counts.suspiciousChanges.allSatisfy(\.isAccepted) else {
      report.isRefused = true
      report.corrections = counts
      return report
    }
    try selectCandidates()
    let transaction = try request.isDryRun ? nil : WriteTransaction(store, isBulk: true)
    defer { transaction?.rollback() }
    for group in groups {
      if events.shouldStop() {
        throw RecorderError(.stopped, "\(request.path): stopped; nothing was stored")
      }
      try judge(group, transaction, &report)
    }
    guard answers?.open.isEmpty != false else { return nil }
    try transaction?.commit()
    for line in bound.plan.exclusionNotes(
      files: request.files, hasStore: true, services: recorder.settings.services)
    {
      events.note(line)
    }
    counts.closed = report.accepted
    report.corrections = counts
    return report
  }

  private func report() -> ImportReport {
    ImportReport(
      file: request.path, form: bound.form.name, formVersion: bound.form.number,
      rules: bound.rules.name, rulesVersion: bound.rules.number, by: request.by,
      reason: request.reason, sha256: file.digest.hexadecimal,
      unknownColumns: ignoredColumns.sorted().map { file.header[$0] })
  }

  private mutating func refuse(_ row: CorrectionFile.Row, _ reason: CorrectionRefusal) {
    counts.refused.append(.init(line: row.line, reason: reason))
  }

  /// Determines which submission a record corrects, and its changes.
  private mutating func read(_ row: CorrectionFile.Row) throws {
    guard let id = row.submission else {
      table.append(unnamed: file.header.indices.map { file.cell(row, $0) ?? [] })
      return refuse(row, .unnamed)
    }
    guard let stored = try store.cells(of: id), let chain = try store.correctionChain(id) else {
      return refuse(row, .unknown(id))
    }
    if let purge = try store.purge(of: chain.latest) ?? store.purge(of: id) {
      return refuse(row, .purged(id, on: String(purge.at.prefix(10))))
    }
    let origin = try submissions.origin(stored.importID, root: chain.rootImport)
    guard origin.form == bound.form.name else {
      return refuse(row, .otherForm(id, form: origin.form, expected: bound.form.name))
    }
    if !row.origin.isEmpty, Int64(row.origin) != stored.line { table.otherLines.append(row.line) }
    do throws(RecorderError) {
      try origin.requireKnownColumns(of: row, in: file)
    } catch {
      throw error.inFile(request.path)
    }
    let cells = try CorrectedCells(id, stored.json, file, row, of: origin)
    for (column, position) in origin.positions.enumerated()
    where position == nil && file.cell(row, column)?.isEmpty == false {
      ignoredColumns.insert(column)
    }
    damagedHeaders.formUnion(origin.damagedHeaders)
    let isKnown = try chain.latest != id && store.cells(of: chain.latest)?.json == cells.json
    try note(row, id, stored.importID, cells, origin, isKnown: isKnown)
    guard !isKnown,
      !cells.changes.isEmpty || !cells.wrongMasks.isEmpty || !cells.leftEscapes.isEmpty
    else {
      counts.unchanged += 1
      return
    }
    guard let isRejected = chain.isRejected else { return refuse(row, .notJudged(id)) }
    guard isRejected else {
      return refuse(row, chain.latest == id ? .accepted(id) : .corrected(id, by: chain.latest))
    }
    if let later = chain.supersededBy { return refuse(row, .superseded(id, by: later)) }
    candidates.append(Candidate(row: row, id: id, cells: cells, chain: chain, origin: origin))
  }

  /// Passes a record to the guards, unless its cells may be in the wrong columns.
  private mutating func note(
    _ row: CorrectionFile.Row, _ id: Int64, _ importID: Int64, _ cells: CorrectedCells,
    _ origin: CorrectedImport, isKnown: Bool
  ) throws {
    for column in file.header.indices { table.note(origin.field(ofColumn: column), of: column) }
    table.movedMasks += cells.movedMasks.map { ($0, row.line) }
    if !cells.changes.isEmpty, try store.malformed(id...id)[id] != nil { return }
    table.append(
      .init(line: row.line, submission: id, importID: importID), cells.before,
      isKnown ? [:] : cells.changes)
  }

  /// The columns whose changes look unintended.
  private func suspiciousChanges() throws -> [SuspiciousChange] {
    var changes = try table.suspiciousChanges(StoredCorrectionContext(table, submissions))
    changes += damagedHeaders.sorted().map {
      SuspiciousChange(column: file.header[$0], cause: .damagedHeader, lines: [1], changed: 0)
    }
    let accepted = try acceptedColumns()
    for index in changes.indices {
      changes[index].isAccepted = accepted.contains(changes[index].column)
    }
    return changes
  }

  /// The headers of the columns whose changes are accepted.
  private func acceptedColumns() throws(RecorderError) -> Set<String> {
    let known = file.header + [CorrectionFile.lineHeader]
    var accepted: Set<String> = []
    for name in request.acceptedColumns {
      guard
        let column = known.firstIndex(of: name)
          ?? known.indices(ofHeader: name).first
          ?? table.fields.firstIndex(of: name)
      else {
        throw RecorderError(
          .usage,
          .unknown("column", name.displayText, known: known.map(\.displayText)))
      }
      accepted.insert(known[column])
    }
    return accepted
  }

  /// Accepts the changed records that can be corrected, and refuses the others.
  private mutating func selectCandidates() throws {
    let competing = Dictionary(grouping: candidates, by: \.chain.latest)
    var taken: Set<Int64> = []
    for candidate in candidates {
      let cells = candidate.cells
      let others = (competing[candidate.chain.latest] ?? []).filter { $0.cells.json != cells.json }
      if let column = cells.wrongMasks.first {
        refuse(candidate.row, .mask(column: file.header[column]))
      } else if let column = cells.leftEscapes.first {
        refuse(candidate.row, .escape(column: file.header[column]))
      } else if cells.isEmptied {
        refuse(candidate.row, .emptied(candidate.id))
      } else if let fields = changedKey(candidate), !request.acceptsKeyChanges {
        refuse(candidate.row, .keyChanged(candidate.id, fields: fields))
      } else if !others.isEmpty {
        refuse(candidate.row, .contradicted(candidate.id, lines: others.map(\.row.line)))
      } else if !taken.insert(candidate.chain.latest).inserted {
        // The file contains the same record twice.
        counts.unchanged += 1
      } else {
        counts.rows += 1
        counts.cells += cells.changes.count
        try add(candidate)
      }
    }
    counts.refused.sort { $0.line < $1.line }
  }

  /// The changed fields of the record's key, or nil if the key is unchanged. In a numeric field,
  /// `01` equals `1`.
  private func changedKey(_ candidate: Candidate) -> [String]? {
    let changed = candidate.cells.changes.keys.sorted().compactMap { column -> String? in
      guard let field = candidate.origin.field(ofColumn: column),
        bound.latestForm.key.contains(field), let after = candidate.cells.changes[column],
        submissions.field(field)?.isSame(candidate.cells.before[column], after) != true
      else { return nil }
      return field
    }
    return changed.isEmpty ? nil : changed
  }

  private mutating func add(_ candidate: Candidate) throws {
    let (chain, origin) = (candidate.chain, candidate.origin)
    let conditions = try conditions(chain, origin)
    let comparesWithin =
      !bound.plan.runComparingPositions.isEmpty || !bound.plan.countingRulePositions.isEmpty
    let key = CorrectionGroup.Key(
      importID: comparesWithin && !origin.isIntake ? chain.rootImport : nil,
      // Single submissions are independent of each other.
      submission: comparesWithin && origin.isIntake ? chain.root : nil,
      columns: Array(origin.header.prefix(origin.width(of: candidate.row, in: file))),
      parameters: conditions?.parameters ?? "{}", scenario: conditions?.scenario,
      source: conditions?.source,
      batch: origin.batch)
    let position = positionOfGroup[key] ?? groups.count
    if position == groups.count {
      positionOfGroup[key] = position
      groups.append(CorrectionGroup(key))
    }
    groups[position].records.append((candidate.row.line, candidate.cells.json))
    groups[position].corrects.append(chain.latest)
  }

  /// The conditions of the original submission. Single submissions have individual conditions.
  private mutating func conditions(
    _ chain: CorrectionChain, _ origin: CorrectedImport
  ) throws -> IntakeConditions? {
    if !origin.isIntake, let known = conditionsOfImport[chain.rootImport] { return known }
    let conditions = try store.intakeConditions(
      ofImport: chain.rootImport, chain.root...chain.root
    ).first?.conditions
    conditionsOfImport[chain.rootImport] = conditions
    return conditions
  }
}

extension Field {
  /// Whether two texts are the same value, for types whose values have several notations.
  fileprivate func isSame(_ before: [UInt8], _ after: [UInt8]) -> Bool {
    switch type {
    case .text, .list, .file: false
    case .integer, .decimal, .number, .boolean, .date, .time, .datetime:
      value(of: before).map { $0 == value(of: after) } ?? false
    }
  }
}
