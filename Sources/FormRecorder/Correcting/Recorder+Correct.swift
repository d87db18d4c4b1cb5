import FormCSV
import FormRules
import FormStore
import Foundation

extension Recorder {
  /// Imports a file that `export` wrote and people mended. Each record with changed cells becomes a
  /// correction of the submission that it names, or of the last correction of that, is judged by the
  /// current rules with the parameters of the original, and closes the failure when it is accepted.
  ///
  /// What was masked and left alone means the original. Rules `unique` see the import that the
  /// submission came with, without the submission; limits don't apply. The same file again finds
  /// nothing changed. Nobody else writes meanwhile; services are asked before.
  ///
  /// - Throws: when the file has no column `_submission`, names no known submission, or shows what
  ///   spreadsheets do behind a person's back; nothing is stored then.
  public func importCorrections(
    _ request: CorrectionRequest, _ events: ImportEvents = ImportEvents()
  ) throws(RecorderError) -> ImportReport {
    guard hasDatabase else { throw RecorderError(StoreError.missing(path: database)) }
    // Read before anybody is kept waiting: it may be a pipe that takes its time.
    let file = try CorrectionFile(request.path, request.input)
    let store = try request.isDryRun ? storeForReading() : storeForWriting()
    return try explaining {
      var answers: RemoteMemory?
      for _ in 0..<Self.askingAttempts {
        try store.lock?.take(wait: wait)
        // What is decided of the last group rests on the same look as the first.
        store.lock?.isKept = true
        func release() {
          store.lock?.isKept = false
          store.lock?.release()
        }
        defer { release() }
        var correction = try Correction(self, request, file, store, events, answers)
        if let report = try correction.run() { return report }
        // Nothing is locked while services are asked.
        release()
        answers = correction.services
        try correction.inquire(asking: true)
      }
      throw RecorderError(
        .failed, reason: .busy,
        "\(request.path): what it corrects was changed while services were asked; import it again")
    }
  }
}

/// One file of corrections on its way.
private struct Correction {
  private let recorder: Recorder
  private let request: CorrectionRequest
  private let store: Store
  private let events: ImportEvents
  private let file: CorrectionFile
  private let bound: BoundRules
  private let setup: JudgingSetup
  private let now: Instant
  /// What services have said; nil when nobody is asked.
  var services: RemoteMemory? { setup.services }

  /// The first ones are noted; the report has all.
  private static let shownRefusals = 20

  private var counts = CorrectionCounts()
  private var damage = SpreadsheetDamage()
  private var groups: [CorrectionGroup] = []
  private var placeOfGroup: [CorrectionGroup.Key: Int] = [:]
  /// By import.
  private var origins: [Int64: Origin] = [:]
  private var conditionsOfImport: [Int64: IntakeConditions] = [:]
  /// The line that corrects a submission already.
  private var lineOfTip: [Int64: Int] = [:]

  /// What is known of an import whose submissions are corrected.
  private struct Origin {
    var form: String
    var batch: String?
    var isIntake: Bool
    /// For each column of the file that of the import; those that it lacks come behind.
    var places: [Int]
    /// The columns whose fields are sensitive.
    var sensitive: Set<Int>
    var header: [[String?]]
    /// How many columns the import has itself.
    var width: Int

    /// How many columns a correction needs: those behind the import's own only as far as the record has
    /// something in them, since a file may mix imports.
    func width(of row: CorrectionFile.Row, in file: CorrectionFile) -> Int {
      var width = width
      for (column, place) in places.enumerated() where place >= width {
        if file.cell(row, column)?.isEmpty == false { width = place + 1 }
      }
      return width
    }
  }

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
      source: nil, sha256: file.digest.hexadecimal, counts: RunCounts(), byRule: [], skipped: [],
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
    let mended = try MendedCells(
      id, stored.json, file, row, columns: origin.places, sensitive: origin.sensitive,
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
    _ row: CorrectionFile.Row, _ mended: MendedCells, _ chain: CorrectionChain, _ origin: Origin
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
    _ chain: CorrectionChain, _ origin: Origin
  ) throws -> IntakeConditions? {
    if !origin.isIntake, let known = conditionsOfImport[chain.rootImport] { return known }
    let own = try store.intakeConditions(
      ofImport: chain.rootImport, chain.root...chain.root
    ).first?.conditions
    conditionsOfImport[chain.rootImport] = own
    return own
  }

  private mutating func origin(_ importID: Int64, root: Int64) throws -> Origin {
    if let known = origins[importID] { return known }
    let summary = try store.importSummary(root)
    let columns = try store.columns(ofImport: importID)
    var header: [[String?]] = columns.map { [$0.header, $0.field] }
    var taken: Set<Int> = []
    let form = bound.latestForm
    var places: [Int] = []
    for name in file.header {
      func column(named name: String) -> Int? {
        let free = columns.indices.filter { !taken.contains($0) }
        return free.first { columns[$0].header == name }
          ?? form.field(ofColumn: name).flatMap { field in
            free.first { columns[$0].field == field }
          }
      }
      // An export defuses names as it does cells.
      let own = SpreadsheetText.undefused(name)
      let place = column(named: name) ?? own.flatMap(column) ?? header.count
      if place == header.count { header.append([name, form.field(ofColumn: name)]) }
      taken.insert(place)
      places.append(place)
    }
    let origin = Origin(
      form: summary?.form ?? "", batch: summary?.batch, isIntake: summary?.kind == "intake",
      places: places,
      sensitive: Set(
        columns.indices.filter { index in
          form.fields.contains { $0.sensitive && $0.name == columns[index].field }
        }), header: header, width: columns.count)
    origins[importID] = origin
    return origin
  }

  /// Judges a group and stores it as an import of its own.
  private mutating func judge(_ group: CorrectionGroup, _ report: inout ImportReport) throws {
    let stream = try open(group)
    if !bound.plan.uniquePositions.isEmpty {
      try OtherRecords(
        plan: bound.plan, store: store, form: bound.form.definition, setup: setup
      ).add(
        to: stream, own: try keys(group), of: group.key.importID, replaced: Set(group.corrects))
    }
    let columns = group.key.columns.map {
      PreparedBatch.Column(header: ($0.first ?? nil) ?? "", field: $0.last ?? nil)
    }
    var preparer = BatchPreparer(bound.plan, knownColumns: columns.count)
    let writer = try request.isDryRun ? nil : writer(group, columns)
    do {
      try write(group, stream, &preparer, writer)
      let rules = preparer.ruleCounts(stream.skips)
      report.add(preparer.counts, bound.plan.failures(rules), bound.plan.skips(rules))
      guard let writer else { return }
      let end = try writer.finish(
        RunEnd(
          counts: preparer.counts, rules: rules, limits: [],
          finishedAt: recorder.clock().description),
        ImportEnd(
          sha256: report.sha256, size: file.digest.size, malformed: 0, blankLines: 0))
      guard case .finished(let head) = end else { return }
      report.importID = report.importID ?? writer.importID
      // The last one, whose receipt covers those before.
      report.run = writer.run
      report.head = head
      counts.imports.append(writer.importID)
    } catch {
      writer?.rollback()
      throw error
    }
  }

  private func write(
    _ group: CorrectionGroup, _ stream: RecordStream, _ preparer: inout BatchPreparer,
    _ writer: ImportWriter?
  ) throws {
    let batch = PreparedBatch()
    var hasher = BlockHasher()
    var carried = CarriedErrors(bound.plan, store)
    var done = 0
    while try stream.next(asking: false) {
      preparer.fill(batch, from: stream)
      batch.corrects = Array(group.corrects[done..<done + batch.count])
      try carried.add(to: batch, stream, corrected: batch.corrects[...])
      preparer.count(batch)
      preparer.appendKeys(to: batch, stream)
      done += batch.count
      hasher.update(batch)
      if hasher.isFull {
        batch.fullBlock = hasher.block
        hasher = BlockHasher()
      }
      batch.openBlock = hasher.block
      try writer?.append(batch)
      events.progress(WorkProgress(done, of: group.records.count))
    }
  }

  private func open(_ group: CorrectionGroup) throws -> RecordStream {
    let stream = try RecordStream(
      MendedRecords(group.header, group.records), bound.plan,
      setup.conditions(
        now: now, given: try JSON.strings(group.key.given), source: group.key.source,
        scenario: group.key.scenario),
      map: group.map(bound.plan.form), areStored: true)
    stream.add(try setup.references())
    return stream
  }

  /// The keys of the corrections under each rule `unique`.
  private func keys(_ group: CorrectionGroup) throws -> [Int: Set<Hash128>] {
    let stream = try open(group)
    stream.comparesStoredOnly()
    var keys: [Int: Set<Hash128>] = [:]
    while try stream.next(asking: false) {
      for record in stream.judgedRecords.indices {
        for position in bound.plan.uniquePositions {
          if let key = stream.key(ofRule: position, record: record) {
            keys[position, default: []].insert(key)
          }
        }
      }
    }
    return keys
  }

  private func writer(
    _ group: CorrectionGroup, _ columns: [PreparedBatch.Column]
  ) throws -> ImportWriter {
    try ImportWriter(
      store,
      RunStart(
        kind: .correction, form: bound.form, rules: bound.rules, plan: bound.plan,
        latestForm: bound.latestForm, now: now.description, given: group.key.given,
        scenario: group.key.scenario, by: request.by, program: recorder.program,
        startedAt: now.description),
      ImportStart(
        kind: .correction, place: nil,
        fileName: request.path == "-"
          ? nil : URL(fileURLWithPath: request.path).lastPathComponent,
        path: nil, isAgain: true, source: group.key.source, batch: group.key.batch,
        by: request.by, delimiter: file.notes.delimiter.map { String(UnicodeScalar($0)) },
        encoding: file.notes.encoding.rawValue + (file.notes.hasByteOrderMark ? "-sig" : ""),
        options: "{}", columns: columns))
  }
}

extension Form {
  /// The field that a column of that name fills.
  fileprivate func field(ofColumn name: String) -> String? {
    let key = Field.headerKey(name)
    return fields.first { field in
      ([field.name, field.header].compactMap { $0 } + field.aliases).contains {
        Field.headerKey($0) == key
      }
    }?.name
  }
}
