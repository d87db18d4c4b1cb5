import FormInput
import FormRules
import FormStore

/// One export to a file of plain tables on its way.
struct TablesExport {
  private let store: Store
  private let request: ExportRequest
  private let shouldStop: () -> Bool
  private let filter: SubmissionFilter
  private let segments: [VerdictSegment]
  private let origins: [Int64: ImportOrigin]
  private let words: [Int64: PlanWords]
  /// By plan, then by the rule's position.
  private let severities: [Int64: [Int: Severity]]
  /// The submissions that fail the rule that was asked for, by plan.
  private let rules: [Int64: FailedRule]
  private var tables: [FormTable] = []
  private var sources: [TableSource] = []
  private var sourceOfImport: [Int64: Int] = [:]
  private var errors: ErrorTable
  private var report = ExportReport()

  /// A consistent view of the store is there while it is used; see `Store.snapshot`.
  init(_ store: Store, _ request: ExportRequest, shouldStop: @escaping () -> Bool) throws {
    self.store = store
    self.request = request
    self.shouldStop = shouldStop
    filter = try request.selection.filter(in: store)
    segments = try store.verdictSegments(filter)
    report.purged = try store.purgedCount(filter)
    origins = try store.importOrigins(filter)
    var words: [Int64: PlanWords] = [:]
    for plan in Set(segments.map(\.plan)) {
      words[plan] = try PlanWords(plan: plan, in: request.localization, of: store)
    }
    try request.localization.requireKnown(by: words.values.compactMap(\.plan))
    self.words = words
    severities = words.mapValues { $0.rules.mapValues(\.severity) }
    rules =
      request.selection.rule.map { rule in
        words.compactMapValues { $0.rules.failed(rule) }
      } ?? [:]
    errors = ErrorTable(words, request.localization)
    try lookAtForms()
  }

  /// Finds out which columns fill which fields, and makes the tables of forms.
  private mutating func lookAtForms() throws {
    let judged = Dictionary(
      grouping: Set(segments.map(\.plan)).compactMap { words[$0]?.form }, by: \.name)
    for version in try store.latestVersions(of: .form) {
      if let only = request.selection.form, only != version.name { continue }
      let form = try version.form()
      var masked = Set(form.fields.indices.filter { form.fields[$0].sensitive })
      let masks =
        request.isMasked
        ? try ColumnMasks(form: form.name, judgedUnder: judged[form.name] ?? [], of: store) : .none
      for (id, origin) in origins where origin.form == form.name {
        let columns = try store.columns(ofImport: id)
        if let known = sources.firstIndex(where: { $0.form == form.name && $0.columns == columns })
        {
          sourceOfImport[id] = known
          continue
        }
        let source = TableSource(columns, form, masks)
        masked.formUnion(source.isMasked.indices.filter { source.isMasked[$0] })
        report.maskedFields += source.maskedRest
        sourceOfImport[id] = sources.count
        sources.append(source)
      }
      if !request.isMasked { masked = [] }
      report.maskedFields += masked.map { form.fields[$0].name }
      tables.append(try FormTable(form, masked: masked, place: tables.count))
    }
    report.maskedFields = Set(report.maskedFields).sorted()
  }

  /// Writes the file; it gets its name when it is whole.
  mutating func write(to path: String, replacing: Bool) throws -> ExportReport {
    try ReplacedDatabase.requireNoChanges(beside: path)
    let output = try OutputFile(path: path, replacing: replacing, protecting: store)
    var others = [try store.importTable(filter), try store.runTable(form: filter.form)]
    let shapes = tables.map(\.layout.shape) + [ErrorTable.shape] + others.map(\.shape)
    let writer = TableWriter(output, shapes)
    try writeSubmissions(to: writer) { output.beginSealing() }
    for index in others.indices {
      try writer.append(&others[index].rows, to: tables.count + 1 + index)
    }
    try writer.finish()
    try output.seal()
    try output.publish()
    report.files = [(path, report.submissions)]
    return report
  }

  /// - Parameter pause: called now and then.
  private mutating func writeSubmissions(to writer: TableWriter, _ pause: () -> Void) throws {
    let sourceOfImport = sourceOfImport
    let tables = Dictionary(tables.map { ($0.form.name, $0) }) { first, _ in first }
    var pages = ExternalRunPages(segments, store) {
      sourceOfImport[$0.importID] == sourceOfImport[$1.importID]
    }
    var read = 0
    while try pages.read() {
      read += 1
      if read.isMultiple(of: 64) { pause() }
      if shouldStop() { throw RecorderError(.failed, "stopped before the end of the export") }
      let segment = segments[pages.segmentOfRow[0]]
      guard let source = sourceOfImport[segment.importID],
        let table = tables[sources[source].form]
      else { continue }
      try append(pages, sources[source], table, to: writer)
    }
  }

  /// Writes a page.
  private mutating func append(
    _ page: borrowing ExternalRunPages, _ source: TableSource, _ table: FormTable,
    to writer: TableWriter
  ) throws {
    let replacements = try Replacements(
      page.rows.ids[0]...page.rows.ids[page.rows.count - 1], in: store)
    let waived =
      request.choice == .open
      ? Set(try store.waivedFailures(page.rows.ids[0]...page.rows.ids[page.rows.count - 1])) : []
    let takesAll = request.choice == .all && request.selection.rule == nil
    let chosen =
      takesAll
      ? Array(0..<page.rows.count)
      : (0..<page.rows.count).filter { isChosen($0, page, replacements, waived) }
    guard let first = chosen.first, let last = chosen.last else { return }
    let states = try store.states(page.rows.ids[first]...page.rows.ids[last])
    try table.make(page.rows, chosen, source) { row in
      page.hasErrors(row) && page.errors(row).contains { $0.rule == 0 }
    }
    let ids = page.rows.ids[first]...page.rows.ids[last]
    let imports = Set(
      segments[page.segmentOfRow[first]...page.segmentOfRow[last]].lazy.map(\.importID))
    let hasIntakes = imports.contains { origins[$0]?.kind == "intake" }
    let ownSources = hasIntakes ? try store.intakeSources(ids) : [:]
    errors.removeAll()
    // Each access to a property of a class is checked for exclusivity: not one a cell.
    var rows = TableRows()
    swap(&rows, &table.rows)
    var texts = RowTexts()
    let isOneImport = imports.count == 1 && ownSources.isEmpty
    if isOneImport, let only = imports.first {
      texts.change(to: only, origins, &rows)
      rows.share(.integer(only), in: .import)
      rows.share(texts.source, in: .source)
      rows.share(texts.batch, in: .batch)
      rows.share(texts.file, in: .file)
    }
    if states.isEmpty {
      let current = rows.text(SubmissionState.current.rawValue)
      rows.share(current, in: .state)
    }
    if replacements.corrects.isEmpty { rows.share(.null, in: .corrects) }
    if replacements.correctedBy.isEmpty { rows.share(.null, in: .correctedBy) }
    if replacements.supersededBy.isEmpty { rows.share(.null, in: .supersededBy) }
    for (row, place) in chosen.enumerated() {
      let segment = segments[page.segmentOfRow[place]]
      let id = page.rows.ids[place]
      if !isOneImport {
        texts.change(to: segment.importID, origins, &rows)
        rows[row, .import] = .integer(segment.importID)
        rows[row, .source] = ownSources[id].map { rows.text($0) } ?? texts.source
        rows[row, .batch] = texts.batch
        rows[row, .file] = texts.file
      }
      rows[row, .submission] = .integer(id)
      rows[row, .record] = .integer(Int64(segment.firstRecord) + id - segment.ids.lowerBound)
      rows[row, .line] = .integer(page.rows.lines[place])
      rows[row, .verdict] = texts.accepted
      rows[row, .state] = texts.current
      if let state = states[id] { rows[row, .state] = rows.text(state) }
      rows[row, .errors] = .integer(0)
      rows[row, .warnings] = .integer(0)
      if let other = replacements.corrects[id] { rows[row, .corrects] = .integer(other) }
      if let other = replacements.correctedBy[id] { rows[row, .correctedBy] = .integer(other) }
      if let other = replacements.supersededBy[id] {
        rows[row, .supersededBy] = .integer(other)
      }
      if !page.hasErrors(place) { continue }
      let found = page.errors(place)
      if rejects(found, segment) { rows[row, .verdict] = texts.rejected }
      rows[row, .errors] = .integer(count(found, .error, segment))
      rows[row, .warnings] = .integer(count(found, .warning, segment))
      for error in found { errors.append(error, segment, form: table.form.name) }
      if request.isMasked, found.contains(where: { $0.rule == 0 }),
        source.masks(0, ofMalformed: true)
      {
        report.maskedRecords += 1
      }
    }
    report.submissions += chosen.count
    try writer.append(&rows, to: table.place)
    swap(&rows, &table.rows)
    try writer.append(&errors.rows, to: tables.count)
  }

  private func rejects(_ errors: ArraySlice<StoredError>, _ segment: VerdictSegment) -> Bool {
    if errors.isEmpty { return false }
    let severities = severities[segment.plan, default: [:]]
    return errors.contains { severities[$0.rule]?.rejects == true }
  }

  private func count(
    _ errors: ArraySlice<StoredError>, _ severity: Severity, _ segment: VerdictSegment
  ) -> Int64 {
    if errors.isEmpty { return 0 }
    let severities = severities[segment.plan, default: [:]]
    return Int64(errors.count { severities[$0.rule] == severity })
  }

  private func isChosen(
    _ row: Int, _ page: borrowing ExternalRunPages, _ replacements: Replacements,
    _ waived: Set<DecidedFailure>
  ) -> Bool {
    let segment = segments[page.segmentOfRow[row]]
    let errors = page.errors(row)
    if request.selection.rule != nil {
      guard let rule = rules[segment.plan],
        errors.contains(where: {
          $0.rule == rule.position && (rule.code == nil || $0.code == rule.code)
        })
      else { return false }
    }
    switch request.choice {
    case .all: return true
    case .accepted: return !rejects(errors, segment)
    case .current: return !rejects(errors, segment) && !replacements.replace(page.rows.ids[row])
    case .rejected: return rejects(errors, segment)
    case .warned: return count(errors, .warning, segment) > 0
    case .open:
      let id = page.rows.ids[row]
      let isRejected = errors.contains { error in
        guard let rule = words[segment.plan]?.rules[error.rule], rule.severity.rejects else {
          return false
        }
        let name = error.rule == 0 ? error.code ?? rule.code : rule.id
        return !waived.contains(DecidedFailure(submission: id, rule: name))
      }
      return isRejected && !replacements.replace(id)
    }
  }
}
