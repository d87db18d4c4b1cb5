import FormBytes
import FormInput
import FormRules
import FormStore

/// The comparison of the records of a file with the submissions that they name.
extension Correction {
  /// Reads the records of the file, and collects the changed ones that may be corrected.
  mutating func readCandidates() throws {
    try store.snapshot {
      for page in file.pages {
        try events.throwIfStopped(request.path)
        let named = try NamedSubmissions(
          page.compactMap(\.submission) + [request.base].compactMap(\.self), in: store)
        for row in page { try read(row, named) }
      }
    }
    if candidates.contains(where: wasReadInAnotherEncoding) {
      throw RecorderError.readInAnotherEncoding(request.path)
    }
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
      refuse(row, reason)
    }
  }

  private mutating func candidate(
    _ row: CorrectionFile.Row, _ named: NamedSubmissions
  ) throws -> Candidate {
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
    let base = try base(id, stored, of: origin, row)
    try addIgnoredColumns(of: row, from: origin)
    let raw = file.hasMalformedColumns ? stored.raw : nil
    if let raw, file.contradicts(raw, row) { throw CorrectionRefusal.otherRaw(id) }
    let latest = try latest(last, in: chain, correctedFrom: id)
    let candidate = Candidate(
      row, ReturnedRow(row, of: file, base, of: origin, isVerbatim: request.isVerbatim),
      of: .init(cells: base, origin: origin, raw: stored.raw), chain, latest: latest)
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

  /// The last correction of a chain, also of earlier files of a dry run; nil if it is the
  /// submission from which the record was exported.
  private mutating func latest(
    _ last: CorrectableSubmission, in chain: CorrectionChain, correctedFrom id: Int64
  ) throws -> Candidate.Submission? {
    if let correction = dryRunContent.corrections[chain.latest] {
      return Candidate.Submission(
        cells: try SubmissionCells(correction.submission, correction.cells),
        origin: try submissions.origin(correction.columns, root: chain.rootImport), raw: last.raw)
    }
    guard chain.latest != id else { return nil }
    return Candidate.Submission(
      cells: try SubmissionCells(chain.latest, last.json),
      origin: try submissions.origin(last.importID, root: chain.rootImport), raw: last.raw)
  }

  /// The cells of the submission from which a record was exported.
  ///
  /// - Throws: `CorrectionRefusal` if the record does not belong to it.
  private func base(
    _ id: Int64, _ stored: CorrectableSubmission, of origin: CorrectedImport,
    _ row: CorrectionFile.Row
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

  /// - Throws: `RecorderError` if a name in a patch is not that of a field or column, or if two of
  ///   them are.
  private func requireFields(from origin: CorrectedImport) throws(RecorderError) {
    for (column, position) in origin.positions.enumerated() {
      let name = file.header[column].displayText
      if let other = origin.earlierColumn(sharing: column) {
        throw RecorderError(
          .usage, "'\(file.header[other].displayText)' and '\(name)' are the same field")
      }
      guard position == nil else { continue }
      throw RecorderError(
        .usage, .unknown("field", name, known: bound.plan.form.fields.map(\.name)))
    }
  }

  /// - Throws: `CorrectionRefusal` if the submission must not be corrected.
  private func requireCorrectable(_ candidate: Candidate) throws(CorrectionRefusal) {
    let (id, chain) = (candidate.id, candidate.chain)
    guard let isRejected = chain.isRejected else { throw .notJudged(id) }
    if let correction = dryRunContent.corrections[chain.latest], !correction.isRejected,
      !request.correctsAccepted
    {
      throw .corrected(id, by: correction.submission)
    }
    guard isRejected || request.correctsAccepted else {
      throw chain.latest == id ? .accepted(id) : .corrected(id, by: chain.latest)
    }
    if let later = chain.supersededBy { throw .superseded(id, by: later) }
  }

  /// Whether an open cell has the characters that a program shows if it reads UTF-8 in another
  /// encoding. In files with `_check`, its characters show that.
  private func wasReadInAnotherEncoding(_ candidate: Candidate) -> Bool {
    guard file.evidence == .none, !request.isVerbatim else { return false }
    return candidate.patch.contains { column, text in
      let before = candidate.before(column)
      guard before.contains(where: { $0 >= 0x80 }) else { return false }
      return [.windows1252, .latin1, .macRoman, .ibm850, .ibm437].contains {
        (encoding: TextEncoding) in
        var bytes = text
        return encoding.encode(&bytes, from: 0) == nil && bytes == before
      }
    }
  }

  /// Divides the changes of a record into those of cells that a failure or warning concerns, and
  /// the others. Texts that are the same value keep their original spelling in the latter.
  ///
  /// - Parameter open: The fields that they concern, or nil for all.
  private mutating func divideChanges(of candidate: Candidate, open: Set<String>?) {
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

  /// Whether two texts are the same value of a field, or differ only in blanks at their ends and in
  /// carriage returns, which programs drop.
  private func isSame(_ before: [UInt8], _ after: [UInt8], field: String?) -> Bool {
    let isDropped =
      before.contains(0x0D) && before.filter { $0 != 0x0D } == after.filter { $0 != 0x0D }
    return isDropped || before.trimmingBlanks == after.trimmingBlanks
      || field.flatMap(submissions.field)?.isSame(before, after) == true
  }
}
