import FormRules
import FormStore
import Foundation

/// One file of corrections on its way.
struct Correction {
  let recorder: Recorder
  let request: CorrectionRequest
  let store: Store
  let events: ImportEvents
  let file: CorrectionFile
  let bound: BoundRules
  let setup: JudgingSetup
  let now: Instant
  /// What services have said; nil when nobody is asked.
  var services: RemoteMemory? { setup.services }

  /// The first ones are noted; the report has all.
  private static let shownRefusals = 20

  var counts = CorrectionCounts()
  private var damage = SpreadsheetDamage()
  private let masks: ColumnMasks
  private var groups: [CorrectionGroup] = []
  private var placeOfGroup: [CorrectionGroup.Key: Int] = [:]
  /// By import.
  private var origins: [Int64: CorrectedImport] = [:]
  private var conditionsOfImport: [Int64: IntakeConditions] = [:]
  /// The line that corrects a submission already.
  private var lineOfTip: [Int64: Int] = [:]

  init(
    _ recorder: Recorder, _ request: CorrectionRequest, _ file: CorrectionFile, _ store: Store,
    _ events: ImportEvents, _ services: RemoteMemory?
  ) throws {
    self.recorder = recorder
    self.request = request
    self.store = store
    self.events = events
    self.file = file
    var form = request.form
    for row in file.rows where form == nil {
      form = try row.submission.flatMap { try store.submission($0) }.flatMap {
        VersionReference($0.form)
      }
    }
    bound = try recorder.bind(form: form, rules: request.rules, in: store)
    try request.localization.requireKnown(by: [bound.plan])
    let asked = bound.plan.hasRemote ? services ?? recorder.remoteMemory(of: bound.plan) : nil
    asked?.keepsAnswers = true
    setup = try JudgingSetup(bound.plan, in: store, files: request.files, services: asked)
    // An export may have masked by any version.
    masks = try ColumnMasks(
      form: bound.form.name,
      judgedUnder: store.allVersions(of: .form, named: bound.form.name).map { try $0.form() },
      of: store)
    now = recorder.clock()
    counts.refused = file.malformed
  }

  /// Judges all corrections as if none of their values was taken, so that whatever services may have to
  /// say comes up.
  func inquire(asking asks: Bool) throws {
    for group in groups {
      let stream = try open(group)
      stream.comparesStoredOnly()
      while try stream.next(asking: asks) {
        if events.shouldStop() { throw RecorderError.stoppedAsking }
      }
    }
  }

  /// Takes all records in, and says what spreadsheets seem to have done to them.
  private mutating func takeRows() throws -> [String] {
    for row in file.rows { try take(row) }
    counts.refused.sort { $0.line < $1.line }
    let warnings = damage.warnings(file.header)
    if !warnings.isEmpty, !request.acceptsChanges {
      throw RecorderError(
        .failed,
        "\(request.path): looks as if a spreadsheet had changed it unasked; nothing was recorded\n"
          + warnings.map { "  \($0)\n" }.joined()
          + "  --accept-changes takes the changes all the same")
    }
    return warnings
  }

  /// Judges and stores the corrections; nil when that needs answers that are not there.
  mutating func run() throws -> ImportReport? {
    let warnings = try takeRows()
    if let services {
      // Before anything is stored: each group is an import of its own.
      services.hasMissed = false
      try inquire(asking: false)
      if services.hasMissed { return nil }
    }
    for line in bound.plan.leftOutNotes(
      files: request.files, hasStore: true, services: services)
    {
      events.note(line)
    }
    for line in warnings { events.note("\(request.path): \(line)") }
    for refused in counts.refused.prefix(Self.shownRefusals) {
      events.note("\(request.path):\(refused.line): \(refused.reason)")
    }
    if counts.refused.count > Self.shownRefusals {
      events.note(
        "\(request.path): \(counts.refused.count - Self.shownRefusals) more rows were refused")
    }
    var report = ImportReport(
      importID: nil, run: nil, file: request.path, form: bound.form.name,
      formVersion: bound.form.number, rules: bound.rules.name, rulesVersion: bound.rules.number,
      source: nil, by: request.by, reason: request.reason, sha256: file.digest.hexadecimal,
      counts: RunCounts(), byRule: [], skipped: [],
      isAlreadyImported: false, passedLimits: [], unknownColumns: [], missingFields: [], head: nil)
    for group in groups { try judge(group, &report) }
    counts.closed = report.accepted
    report.corrections = counts
    return report
  }

  /// Takes a record in: finds what it corrects, and what was changed.
  private mutating func take(_ row: CorrectionFile.Row) throws {
    func refuse(_ reason: String) { counts.refused.append(.init(line: row.line, reason: reason)) }
    guard let id = row.submission else {
      return refuse("has no submission number; records that are new belong into another file")
    }
    guard let stored = try store.cells(of: id), let chain = try store.correctionChain(id) else {
      return refuse("there is no submission \(id)")
    }
    if let purge = try store.purge(of: chain.tip) ?? store.purge(of: id) {
      return refuse("submission \(id) was purged on \(purge.at.prefix(10))")
    }
    let origin = try origin(stored.importID, root: chain.rootImport)
    guard origin.form == bound.form.name else {
      return refuse("submission \(id) is of form '\(origin.form)', not '\(bound.form.name)'")
    }
    do throws(RecorderError) {
      try origin.requireKnownColumns(of: row, in: file)
    } catch {
      throw error.inFile(request.path)
    }
    let mended = try MendedCells(
      id, stored.json, file, row, columns: origin.places, masked: origin.masked,
      own: origin.width, width: origin.width(of: row, in: file))
    if mended.changes.isEmpty {
      counts.unchanged += 1
      return
    }
    if chain.tip != id, try store.cells(of: chain.tip)?.json == mended.json {
      counts.unchanged += 1
      return
    }
    guard let isRejected = chain.isRejected else {
      return refuse("submission \(id) has no verdict yet, or its import was discarded")
    }
    guard isRejected else {
      return refuse(
        chain.tip == id
          ? "submission \(id) is accepted; there is nothing to correct"
          : "submission \(id) is closed: its correction \(chain.tip) is accepted")
    }
    if let later = chain.supersededBy {
      return refuse(
        "submission \(id) is closed: the same record was delivered again as submission \(later)")
    }
    if let line = lineOfTip[chain.tip] {
      return refuse("submission \(id) is corrected in line \(line) already")
    }
    lineOfTip[chain.tip] = row.line
    counts.rows += 1
    counts.cells += mended.changes.count
    damage.add(mended, line: row.line)
    try add(row, mended, chain, origin)
  }

  private mutating func add(
    _ row: CorrectionFile.Row, _ mended: MendedCells, _ chain: CorrectionChain,
    _ origin: CorrectedImport
  ) throws {
    let own = try conditions(chain, origin)
    let comparesWithin = !bound.plan.importUniquePositions.isEmpty
    let key = CorrectionGroup.Key(
      importID: comparesWithin && !origin.isIntake ? chain.rootImport : nil,
      // Single submissions have nothing to do with one another.
      submission: comparesWithin && origin.isIntake ? chain.root : nil,
      columns: Array(origin.header.prefix(origin.width(of: row, in: file))),
      given: own?.given ?? "{}", scenario: own?.scenario, source: own?.source, batch: origin.batch)
    let place = placeOfGroup[key] ?? groups.count
    if place == groups.count {
      placeOfGroup[key] = place
      groups.append(CorrectionGroup(key))
    }
    groups[place].records.append((row.line, mended.json))
    groups[place].corrects.append(chain.tip)
  }

  /// Those of the submission that came in first; single ones have their own.
  private mutating func conditions(
    _ chain: CorrectionChain, _ origin: CorrectedImport
  ) throws -> IntakeConditions? {
    if !origin.isIntake, let known = conditionsOfImport[chain.rootImport] { return known }
    let own = try store.intakeConditions(
      ofImport: chain.rootImport, chain.root...chain.root
    ).first?.conditions
    conditionsOfImport[chain.rootImport] = own
    return own
  }

  private mutating func origin(_ importID: Int64, root: Int64) throws -> CorrectedImport {
    if let known = origins[importID] { return known }
    let origin = CorrectedImport(
      try store.importSummary(root), try store.columns(ofImport: importID), bound.latestForm,
      masks, header: file.header)
    origins[importID] = origin
    return origin
  }
}
