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
  private let openFields: OpenFields
  private let check: SubmissionCheck
  /// The columns with content that exist in no submission and map to no field.
  private var ignoredColumns: Set<Int> = []
  /// The columns of the file that may have the name of a missing column in another encoding.
  private var renamedColumns: Set<Int> = []
  /// The changed records, in the order of their lines.
  private var candidates: [Candidate] = []
  private var groups: [CorrectionGroup] = []
  private var positionOfGroup: [CorrectionGroup.Key: Int] = [:]
  private var conditionsOfImport: [Int64: IntakeConditions] = [:]

  /// A changed record: a patch of the submission that was exported, and the last submission of its
  /// chain, to which the patch applies.
  private struct Candidate {
    let row: CorrectionFile.Row
    let returned: ReturnedRow
    let base: SubmissionCells
    let origin: CorrectedImport
    let head: SubmissionCells
    let target: CorrectedImport
    let chain: CorrectionChain
    /// The changes to store, by column of the file.
    var patch: [Int: [UInt8]] = [:]
    /// The changes of cells that no failure concerns, by column of the file.
    var protected: [Int: [UInt8]] = [:]

    var id: Int64 { base.id }

    func before(_ column: Int) -> [UInt8] { base.content(origin.positions[column], of: origin) }
    func current(_ column: Int) -> [UInt8] { head.content(target.positions[column], of: target) }
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
    openFields = OpenFields(bound.plan, store)
    check = SubmissionCheck(try store.hashKey())
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
    counts.protectedChanges = try protectedChanges()
    var report = report()
    guard counts.protectedChanges.allSatisfy({ $0.decision != nil }) else {
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
    guard let named = row.submission else { return refuse(row, .unnamed) }
    guard let chain = try store.correctionChain(named) else { return refuse(row, .unknown(named)) }
    let id = request.isExplicit ? request.base ?? chain.latest : named
    guard let stored = try store.cells(of: id) else { return refuse(row, .unknown(id)) }
    if let purge = try store.purge(of: chain.latest) ?? store.purge(of: id) {
      return refuse(row, .purged(id, on: String(purge.at.prefix(10))))
    }
    let origin = try submissions.origin(stored.importID, root: chain.rootImport)
    guard origin.form == bound.form.name else {
      return refuse(row, .otherForm(id, form: origin.form, expected: bound.form.name))
    }
    let base = try SubmissionCells(id, stored.json)
    if let code = row.code, code != check.code(id, base.cells, of: base.batch) {
      return refuse(row, .otherCheck(id))
    }
    if !row.origin.isEmpty, Int64(row.origin) != stored.line { return refuse(row, .otherLine(id)) }
    do throws(RecorderError) {
      try origin.requireKnownColumns(of: row, in: file)
    } catch {
      throw error.inFile(request.path)
    }
    for (column, position) in origin.positions.enumerated()
    where position == nil && (request.isExplicit || file.cell(row, column)?.isEmpty == false) {
      if request.isExplicit {
        throw RecorderError(
          .usage,
          .unknown(
            "field", file.header[column].displayText, known: bound.latestForm.fields.map(\.name)))
      }
      ignoredColumns.insert(column)
    }
    renamedColumns.formUnion(origin.renamedColumns)
    let latest = chain.latest == id ? nil : try store.cells(of: chain.latest)
    var candidate = Candidate(
      row: row,
      returned: ReturnedRow(row, of: file, base, of: origin, isExplicit: request.isExplicit),
      base: base, origin: origin, head: try latest.map { try .init(chain.latest, $0.json) } ?? base,
      target: try latest.map { try submissions.origin($0.importID, root: chain.rootImport) }
        ?? origin,
      chain: chain)
    try divideChanges(of: &candidate)
    guard !candidate.patch.isEmpty || !candidate.protected.isEmpty || candidate.returned.isFaulty
    else {
      counts.unchanged += 1
      return
    }
    guard let isRejected = chain.isRejected else { return refuse(row, .notJudged(id)) }
    guard isRejected else {
      return refuse(row, chain.latest == id ? .accepted(id) : .corrected(id, by: chain.latest))
    }
    if let later = chain.supersededBy { return refuse(row, .superseded(id, by: later)) }
    candidates.append(candidate)
  }

  /// Divides the changes of a record into those of cells that a failure or warning concerns, and
  /// the others. Texts that are the same value keep their original spelling in the latter.
  private mutating func divideChanges(of candidate: inout Candidate) throws {
    // The last correction may have the same change.
    let changes = candidate.returned.changes.filter { candidate.current($0.key) != $0.value }
    guard !changes.isEmpty else { return }
    let open =
      try request.isExplicit || !store.malformed(candidate.id...candidate.id).isEmpty
      ? nil : openFields(of: candidate)
    for (column, text) in changes {
      let field = candidate.origin.field(ofColumn: column)
      if open.map({ open in field.map(open.contains) ?? false }) ?? true {
        candidate.patch[column] = text
      } else if isSame(candidate.before(column), text, field: field) {
        counts.kept += 1
      } else {
        candidate.protected[column] = text
      }
    }
  }

  private func openFields(of candidate: Candidate) throws -> Set<String>? {
    guard var open = try openFields.fields(of: candidate.id) else { return nil }
    if candidate.chain.latest != candidate.id {
      guard let later = try openFields.fields(of: candidate.chain.latest) else { return nil }
      open.formUnion(later)
    }
    return request.acceptsKeyChanges ? open.union(bound.latestForm.key) : open
  }

  /// Whether two texts are the same value of a field, or differ in blanks at their ends only.
  private func isSame(_ before: [UInt8], _ after: [UInt8], field: String?) -> Bool {
    before.trimmingBlanks == after.trimmingBlanks
      || field.flatMap(submissions.field)?.isSame(before, after) == true
  }

  /// The changes of cells that no failure or warning concerns, with the decisions on them, which
  /// are applied to the candidates.
  private mutating func protectedChanges() throws -> [ProtectedChange] {
    let cells = try ProtectedCells(
      header: file.header,
      rows: candidates.map { candidate in
        .init(
          line: candidate.row.line, protected: candidate.protected, open: candidate.patch,
          before: candidate.origin.positions.indices.map(candidate.before),
          isMasked: { column in
            candidate.origin.positions[column].map(candidate.origin.masked.contains) ?? false
          })
      },
      values: { try submissions.values(ofColumns: $0, in: file) })
    var changes = cells.changes()
    changes += renamedColumns.sorted().map {
      ProtectedChange(column: file.header[$0], cause: .header, lines: [1])
    }
    let (kept, accepted) = (
      try columns(named: request.keptColumns), try columns(named: request.acceptedColumns)
    )
    for index in changes.indices {
      let column = file.header.firstIndex(of: changes[index].column) ?? 0
      if accepted.contains(column), changes[index].cause != .header {
        changes[index].decision = .accepted
        for row in candidates.indices {
          if let text = candidates[row].protected[column] { candidates[row].patch[column] = text }
        }
      } else if kept.contains(column), changes[index].canBeKept {
        changes[index].decision = .kept
        counts.kept += changes[index].cause == .header ? 0 : changes[index].lines.count
      }
    }
    return changes
  }

  /// The columns of the file with these headers or fields; `all` means every column.
  private func columns(named names: [String]) throws(RecorderError) -> Set<Int> {
    var columns: Set<Int> = []
    for name in names {
      if let column = file.header.firstIndex(of: name) ?? file.header.indices(ofHeader: name).first
        ?? submissions.column(ofField: name)
      {
        columns.insert(column)
      } else if name == "all" {
        columns.formUnion(file.header.indices)
      } else {
        throw RecorderError(
          .usage,
          .unknown("column", name.displayText, known: file.header.map(\.displayText)))
      }
    }
    return columns
  }

  /// Accepts the changed records that can be corrected, and refuses the others.
  private mutating func selectCandidates() throws {
    let competing = Dictionary(grouping: candidates, by: \.chain.latest)
    var taken: Set<Int64> = []
    for candidate in candidates {
      let returned = candidate.returned
      let others = (competing[candidate.chain.latest] ?? []).filter {
        $0.patch != candidate.patch
      }
      if let column = returned.wrongMasks.first {
        refuse(candidate.row, .mask(column: file.header[column]))
      } else if let column = returned.leftEscapes.first {
        refuse(candidate.row, .escape(column: file.header[column]))
      } else if candidate.patch.isEmpty {
        counts.unchanged += 1
      } else if returned.isEmptied {
        refuse(candidate.row, .emptied(candidate.id))
      } else if let column = damagedColumn(candidate) {
        refuse(candidate.row, .damaged(column: file.header[column]))
      } else if file.isCleared(CorrectionFile.restHeader, candidate.row) == false {
        refuse(candidate.row, .surplus(candidate.id))
      } else if try isUnsplit(candidate) {
        refuse(candidate.row, .unsplit(candidate.id))
      } else if let fields = changedKey(candidate) {
        refuse(candidate.row, .keyChanged(candidate.id, fields: fields))
      } else if !others.isEmpty {
        refuse(candidate.row, .contradicted(candidate.id, lines: others.map(\.row.line)))
      } else if let conflict = try conflict(candidate) {
        refuse(candidate.row, conflict)
      } else if !taken.insert(candidate.chain.latest).inserted {
        // The file contains the same record twice.
        counts.unchanged += 1
      } else {
        counts.rows += 1
        counts.cells += candidate.patch.count
        for column in candidate.patch.keys {
          let name = candidate.origin.field(ofColumn: column) ?? file.header[column]
          counts.cellsByField[name, default: 0] += 1
        }
        if request.listsChanges { counts.patches.append(patch(candidate)) }
        try add(candidate)
      }
    }
    counts.refused.sort { $0.line < $1.line }
  }

  private func patch(_ candidate: Candidate) -> CorrectionPatch {
    func shown(_ text: [UInt8], _ column: Int) -> String {
      let isMasked = candidate.origin.positions[column].map(candidate.origin.masked.contains)
      return isMasked == true && !text.isEmpty
        ? DisplayColumns.mask : String(decoding: text, as: UTF8.self)
    }
    return CorrectionPatch(
      line: candidate.row.line, submission: candidate.id,
      changes: candidate.patch.sorted { $0.key < $1.key }.map { column, text in
        .init(
          field: candidate.origin.field(ofColumn: column) ?? file.header[column],
          before: shown(candidate.before(column), column), after: shown(text, column))
      })
  }

  /// The first column whose new text a spreadsheet program wrote in place of a value, or cut.
  private func damagedColumn(_ candidate: Candidate) -> Int? {
    request.isExplicit
      ? nil
      : candidate.patch.keys.sorted().first { column in
        let text = String(decoding: candidate.patch[column]!, as: UTF8.self)
        return Self.errorValues.contains(text) || text.utf16.count >= SpreadsheetText.maximumCell
          || text.count > 2 && text.allSatisfy { $0 == "#" }
          || file.lossyEncoding != nil && text.contains { $0 == "?" || $0 == "\u{FFFD}" }
      }
  }

  /// The values of spreadsheet cells with an error.
  private static let errorValues: Set<String> = [
    "#NAME?", "#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!", "#SPILL!", "#CALC!",
  ]

  /// Whether the submission could not be split into cells, and nothing shows that the person has
  /// seen its whole text.
  private func isUnsplit(_ candidate: Candidate) throws -> Bool {
    guard !request.isExplicit, candidate.chain.latest == candidate.id,
      let raw = try store.malformed(candidate.id...candidate.id)[candidate.id]
    else { return false }
    return candidate.base.isPart(of: raw)
      && file.isCleared(CorrectionFile.rawHeader, candidate.row) != true
  }

  /// The refusal of changes of fields that a correction has changed differently since the export.
  private func conflict(_ candidate: Candidate) throws -> CorrectionRefusal? {
    let columns = candidate.patch.keys.sorted().filter {
      candidate.current($0) != candidate.before($0)
    }
    guard candidate.chain.latest != candidate.id, !columns.isEmpty else { return nil }
    let author = try store.verdicts(of: candidate.chain.latest).first
    return .conflict(
      candidate.id, with: candidate.chain.latest,
      fields: columns.map { candidate.origin.field(ofColumn: $0) ?? file.header[$0] },
      by: author?.attribution.by, at: author?.at)
  }

  /// The changed fields of the record's key in an explicit patch, unless the request accepts them.
  /// The cells of a file need a failure or the decision on their column. In a numeric field, `01`
  /// equals `1`.
  private func changedKey(_ candidate: Candidate) -> [String]? {
    guard request.isExplicit, !request.acceptsKeyChanges else { return nil }
    let changed = candidate.patch.keys.sorted().compactMap { column -> String? in
      guard let field = candidate.origin.field(ofColumn: column),
        bound.latestForm.key.contains(field), let after = candidate.patch[column],
        submissions.field(field)?.isSame(candidate.before(column), after) != true
      else { return nil }
      return field
    }
    return changed.isEmpty ? nil : changed
  }

  private mutating func add(_ candidate: Candidate) throws {
    let (chain, origin) = (candidate.chain, candidate.target)
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
    var changes: [Int: [UInt8]] = [:]
    for (column, text) in candidate.patch {
      if let position = origin.positions[column] { changes[position] = text }
    }
    let json = candidate.head.json(
      changing: changes, originalWidth: origin.width,
      width: origin.width(of: candidate.row, in: file))
    groups[position].records.append((candidate.row.line, json))
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

  /// The value of a text, or nil if the text is empty or not of the field's type.
  private func value(of text: [UInt8]) -> Value? {
    let range = trim ? text.span.trimmedRange : text.indices
    return range.isEmpty ? nil : try? type.read(text.span.extracting(range))
  }
}

extension [UInt8] {
  /// The text without ASCII blanks at its ends.
  fileprivate var trimmingBlanks: ArraySlice<UInt8> {
    let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return [] }
    return self[first...last]
  }
}
