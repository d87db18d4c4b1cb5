import FormBytes
import FormInput
import FormRules
import FormStore

/// The changed records of a correction file that may be corrected, compared with the submissions
/// that they name, and the decisions on changes that no failure concerns.
struct ChangedRecords {
  let correction: Correction
  /// In a dry run, what the corrections of earlier files would store.
  let dryRunContent: DryRunContent
  private let openFields: OpenFields
  private let checksum: SubmissionChecksum
  /// The records, in the order of their lines.
  private(set) var candidates: [CorrectionCandidate] = []
  /// The columns with content that exist in no submission and map to no field.
  private var ignoredColumns: Set<Int> = []
  /// The columns of the file that may have the name of a missing column in another encoding.
  private(set) var renamedColumns: Set<Int> = []
  private(set) var counts = CorrectionCounts()

  var request: CorrectionRequest { correction.request }
  var store: Store { correction.store }
  var file: CorrectionFile { correction.file }
  var bound: BoundVersions { correction.bound }
  var submissions: CorrectedSubmissions { correction.submissions }

  /// Reads the records of the file, and collects the changed ones.
  init(of correction: Correction, after dryRunContent: DryRunContent) throws {
    (self.correction, self.dryRunContent) = (correction, dryRunContent)
    openFields = OpenFields(correction.bound.plan, correction.store)
    checksum = SubmissionChecksum(try correction.store.hashKey())
    counts.refused = correction.file.malformed
    try store.snapshot {
      for page in file.pages {
        try correction.callbacks.throwIfStopped(request.path)
        let named = try NamedSubmissions(
          page.compactMap(\.submission) + [request.base].compactMap(\.self), in: store)
        for row in page { try read(row, named) }
      }
    }
    if candidates.contains(where: wasReadInAnotherEncoding) {
      throw RecorderError.readInAnotherEncoding(request.path)
    }
    try decide()
  }

  /// Whether the request decides on all changes that no failure concerns.
  var areDecided: Bool { counts.protectedChanges.allSatisfy { $0.decision != nil } }

  /// The report on the file, before a record is judged.
  var report: ImportReport {
    var report = ImportReport(
      file: request.path, sha256: file.digest.hexadecimal,
      form: (bound.form.name, bound.form.number), rules: (bound.rules.name, bound.rules.number),
      request.attribution)
    report.unknownColumns = ignoredColumns.sorted().map { file.header[$0] }
    return report
  }

  /// Determines which submission a record corrects, and its changes.
  private mutating func read(_ row: CorrectionFile.Row, _ named: NamedSubmissions) throws {
    do {
      let candidate = try candidate(row, named)
      if candidate.isChanged {
        try requireCorrectable(candidate)
        candidates.append(candidate)
      } else {
        counts.unchanged += 1
      }
    } catch let reason as CorrectionRefusal {
      counts.refused.append(.init(line: row.line, reason: reason))
    }
  }

  private mutating func candidate(
    _ row: CorrectionFile.Row, _ named: NamedSubmissions
  ) throws -> CorrectionCandidate {
    guard let number = row.submission else { throw CorrectionRefusal.unnamed }
    guard let chain = named.chain(of: number),
      request.importID ?? chain.rootImport == chain.rootImport
    else { throw CorrectionRefusal.unknown(number) }
    if let base = request.base, named.chain(of: base)?.root != chain.root {
      throw CorrectionRefusal.unknown(base)
    }
    let id = request.isPatch ? request.base ?? chain.latest : number
    guard let stored = named[id], let last = named[chain.latest] else {
      throw CorrectionRefusal.unknown(id)
    }
    if let at = last.purgedAt ?? stored.purgedAt {
      throw CorrectionRefusal.purged(id, on: String(at.prefix(10)))
    }
    let origin = try submissions.origin(stored.importID, root: chain.rootImport)
    let base = try base(id, stored, of: origin, exportedTo: row)
    try addIgnoredColumns(of: row, from: origin)
    let raw = file.hasMalformedColumns ? stored.raw : nil
    if let raw, file.contradicts(raw, row) { throw CorrectionRefusal.otherRaw(id) }
    let latest = try latest(last, in: chain, correctedFrom: id)
    let candidate = CorrectionCandidate(
      row, ReturnedRow(row, of: file, base, of: origin, isVerbatim: request.isVerbatim),
      of: .init(cells: base, origin: origin, isUnsplit: base.isUnsplit(stored)), in: chain,
      latest: latest)
    if let raw, latest == nil {
      candidate.isRepaired =
        file.raw(row)?.isCleared(from: raw) == true
        || file.rest(row, beyond: origin.width)?.isCleared(from: base.rest(of: origin)) == true
    }
    divideChanges(
      of: candidate,
      open: request.isPatch || stored.raw != nil ? nil : try openFields(of: stored, last))
    return candidate
  }

  /// Applies the decisions on the changes that no failure concerns.
  private mutating func decide() throws {
    counts.protectedChanges = try protectedChanges()
    for change in counts.protectedChanges {
      switch change.decision {
      case .accepted:
        for candidate in candidates { candidate.acceptChange(ofColumn: change.position) }
      case .kept: counts.kept += change.cause == .header ? 0 : change.lines.count
      case nil: break
      }
    }
  }

  /// The last correction of a chain, also from earlier files of a dry run. Nil if the exported
  /// submission was not corrected.
  private func latest(
    _ last: CorrectableSubmission, in chain: CorrectionChain, correctedFrom id: Int64
  ) throws -> CorrectionCandidate.Submission? {
    if let correction = dryRunContent.corrections[chain.latest] {
      return CorrectionCandidate.Submission(
        cells: try SubmissionCells(correction.submission, correction.cells),
        origin: try submissions.origin(correction.columns, root: chain.rootImport))
    }
    guard chain.latest != id else { return nil }
    return CorrectionCandidate.Submission(
      cells: try SubmissionCells(chain.latest, last.json),
      origin: try submissions.origin(last.importID, root: chain.rootImport))
  }

  /// The cells of the submission from which a record was exported.
  ///
  /// - Throws: `CorrectionRefusal` if the record does not belong to it.
  private func base(
    _ id: Int64, _ stored: CorrectableSubmission, of origin: CorrectedImport,
    exportedTo row: CorrectionFile.Row
  ) throws -> SubmissionCells {
    guard origin.form == bound.form.name else {
      throw CorrectionRefusal.otherForm(id, form: origin.form, expected: bound.form.name)
    }
    let base = try SubmissionCells(id, stored.json)
    if let code = row.code, code != checksum.code(id, base.cells, of: base.batch) {
      throw CorrectionRefusal.otherCheck(id)
    }
    if !row.origin.isEmpty, Int64(row.origin) != stored.line {
      throw CorrectionRefusal.otherLine(id)
    }
    return base
  }

  /// Adds the columns that the import does not have and that are not empty.
  private mutating func addIgnoredColumns(
    of row: CorrectionFile.Row, from origin: CorrectedImport
  ) throws(RecorderError) {
    do throws(RecorderError) {
      try origin.requireKnownColumns(of: row, in: file)
    } catch {
      throw error.inFile(request.path)
    }
    if request.isVerbatim { try requireFields(from: origin) }
    for (column, position) in origin.positions.enumerated()
    where position == nil && file.cell(row, column)?.isEmpty == false
      && !file.isSurplus(column, beyond: origin.width)
    {
      ignoredColumns.insert(column)
      if origin.renamedColumns.contains(column) { renamedColumns.insert(column) }
    }
  }

  /// Divides the changes of a record: first the cells that a failure or warning concerns, then the
  /// others. In the others, a text that is the same value keeps its original spelling.
  ///
  /// - Parameter open: The fields that they concern, or nil for all.
  private mutating func divideChanges(of candidate: CorrectionCandidate, open: Set<String>?) {
    let changes = candidate.returned.changes.filter { column, text in
      // The last correction may have the same change.
      if candidate.current(column) == text { return false }
      let field = candidate.origin.field(ofColumn: column).flatMap(submissions.field)
      return field?.hasSameItems(candidate.before(column), text) != true
    }
    candidate.returned.changes = [:]
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

  private func openFields(
    of named: CorrectableSubmission, _ last: CorrectableSubmission
  ) throws -> Set<String>? {
    guard var open = try openFields.fields(of: named), let later = try openFields.fields(of: last)
    else { return nil }
    open.formUnion(later)
    return request.acceptsKeyChanges ? open.union(bound.latestForm.key) : open
  }
}
