import FormInput
import FormRules
import FormStore

/// One export on its way.
struct SubmissionExport {
  let segments: [VerdictSegment]
  private(set) var report = ExportReport()
  let store: Store
  let request: ExportRequest
  let origins: [Int64: ImportOrigin]
  private(set) var words: [Int64: PlanWords] = [:]
  private let shouldStop: () -> Bool

  init(_ store: Store, _ request: ExportRequest, shouldStop: @escaping () -> Bool) throws {
    self.store = store
    self.request = request
    self.shouldStop = shouldStop
    let filter = try request.selection.filter(in: store)
    segments = try store.verdictSegments(filter)
    report.purged = try store.purgedCount(filter)
    origins = try store.importOrigins(filter)
    for plan in Set(segments.map(\.plan)) {
      words[plan] = try PlanWords(plan: plan, in: request.localization, of: store)
    }
    try request.localization.requireKnown(by: words.values.compactMap(\.plan))
  }

  /// The parts, in the order of their first submission, with the names of their files.
  func parts(_ part: ExportPart) -> [(name: String, segments: [VerdictSegment])] {
    var places: [String: Int] = [:]
    var parts: [(name: String, segments: [VerdictSegment])] = []
    for segment in segments {
      let origin = origins[segment.importID]
      let value =
        switch part {
        case .source: origin?.source
        case .batch: origin?.batch
        case .import: String(segment.importID)
        case .form: origin?.form
        }
      let stem = value.map { "\(part.rawValue)-\($0.asFileName)" } ?? "no-\(part.rawValue)"
      let name = "\(stem).\(request.format.rawValue)"
      if let place = places[name] {
        parts[place].segments.append(segment)
      } else {
        places[name] = parts.count
        parts.append((name, [segment]))
      }
    }
    return parts
  }

  /// Writes files: all of them get their names, or, short of a fault while they do, none.
  mutating func write(
    _ files: [(path: String, segments: [VerdictSegment])], replacing: Bool
  ) throws {
    for file in files { try OutputFile.check(file.path, replacing: replacing, store) }
    var outputs: [OutputFile] = []
    for file in files {
      let output = try OutputFile(path: file.path, replacing: replacing, protecting: store)
      let before = report.submissions
      try write(file.segments, to: output, output.write)
      try output.seal()
      outputs.append(output)
      report.files.append((file.path, report.submissions - before))
    }
    for output in outputs { try output.publish() }
  }

  /// Writes submissions of some segments.
  mutating func write(
    _ segments: [VerdictSegment], to file: OutputFile? = nil, _ write: ([UInt8]) throws -> Void
  ) throws {
    let layouts = try ColumnLayouts(of: segments, words, store)
    if request.isMasked {
      let masked = layouts.all.flatMap { zip($0.names, $0.isMasked).filter(\.1).map(\.0) }
      report.maskedFields = Set(report.maskedFields + masked).sorted()
    }
    try requireOneForm(segments)
    var exporter = try request.format.exporter(layouts.all, style(segments), file: file)
    var output: [UInt8] = []
    try exporter.begin(&output)
    let parts = segments.map { segment -> ExportPages.Part? in
      let rule = request.selection.rule.flatMap { words[segment.plan]?.rules.failed($0) }
      if request.selection.rule != nil, rule == nil { return nil }
      return ExportPages.Part(segment: segment, rule: rule)
    }
    let pages = ExportPages(store.path, parts, VerdictChoice(request.choice))
    var page = ExportPage()
    while try pages.next(&page) {
      try append(page, segments[page.segment], layouts, &exporter, to: &output)
      if output.count >= 1 << 16 {
        try write(output)
        output.removeAll(keepingCapacity: true)
      }
      if shouldStop() { throw RecorderError(.failed, "stopped before the end of the export") }
    }
    try exporter.end(&output)
    try write(output)
  }

  /// A file of records has the columns of one form.
  private func requireOneForm(_ segments: [VerdictSegment]) throws(RecorderError) {
    guard request.format == .csv || request.format == .xlsx else { return }
    let forms = Set(segments.compactMap { origins[$0.importID]?.form }).sorted()
    guard forms.count > 1 else { return }
    throw RecorderError(
      .usage,
      "there are submissions of \(forms.count) forms; say which with --form: "
        + "\(forms.joined(separator: ", ")); or write a file each with --split-by form -o FOLDER")
  }

  private func style(_ segments: [VerdictSegment]) throws -> CSVStyle {
    // What goes to programs is RFC 4180 in UTF-8; what goes to people is written as they wrote it.
    let layouts = request.isRaw ? [] : try fileLayouts(segments)
    let encoding = try encoding(layouts)
    if request.hasByteOrderMark == true, !encoding.hasEveryCharacter {
      throw RecorderError(.usage, "\(encoding.rawValue) has no byte order mark; leave --bom out")
    }
    return CSVStyle(
      delimiter: request.delimiter
        ?? layouts.lazy.compactMap(\.delimiter?.utf8.first).first ?? UInt8(ascii: ","),
      encoding: encoding,
      // Without it Excel takes UTF-8 for the encoding of the system.
      hasByteOrderMark: request.hasByteOrderMark ?? (!request.isRaw && encoding.hasEveryCharacter),
      isRaw: request.isRaw, defuses: !request.isRaw && !request.keepsFormulas,
      hasWarnings: segments.contains { segment in
        words[segment.plan]?.rules.values.contains { !$0.severity.rejects } == true
      })
  }

  /// The one that is asked for, or that all imports have in common.
  private func encoding(_ layouts: [FileLayout]) throws(RecorderError) -> TextEncoding {
    if let name = request.encoding {
      guard request.format == .csv else {
        throw RecorderError(
          .usage, "\(request.format.rawValue) has one encoding; leave --encoding out")
      }
      guard let encoding = TextEncoding(exportName: name) else {
        throw RecorderError(
          .usage,
          DefinitionError.unknown(
            "encoding", name, known: TextEncoding.allCases.map(\.rawValue) + ["utf-16"], at: .none
          ).message)
      }
      return encoding
    }
    let encodings = Set(layouts.map(\.encoding))
    return encodings.count == 1 ? encodings.first ?? .utf8 : .utf8
  }

  /// Appends a page.
  private mutating func append(
    _ page: borrowing ExportPage, _ segment: VerdictSegment, _ layouts: ColumnLayouts,
    _ exporter: inout any SubmissionExporter, to output: inout [UInt8]
  ) throws {
    guard let words = words[segment.plan] else { return }
    let layout = layouts.ofImport[segment.importID] ?? 0
    let (rows, errors, malformed) = (page.rows, page.errors, page.malformed)
    let shared = ExportedPage(
      importID: segment.importID, layout: layout, columns: layouts.all[layout],
      records: page.records, isMasked: request.isMasked)
    var next = 0
    for row in 0..<rows.count {
      let id = rows.ids[row]
      // Errors of submissions that were passed over stand between.
      while next < errors.count, errors[next].submission < id { next += 1 }
      let start = next
      while next < errors.count, errors[next].submission == id { next += 1 }
      try exporter.append(
        ExportedSubmission(
          page: shared, index: row, id: id,
          record: segment.firstRecord + Int(id - segment.ids.lowerBound), line: rows.lines[row],
          isRejected: start < next && words.reject(errors[start..<next]),
          errors: start < next ? errors[start..<next].map { words.reported($0) } : [],
          raw: malformed.isEmpty ? nil : malformed[id]), to: &output)
      report.submissions += 1
      if request.isMasked, malformed[id] != nil, layouts.all[layout].masksMalformed {
        report.maskedRecords += 1
      }
    }
  }
}

/// The columns of the imports in an export; most imports of a form have the same.
private struct ColumnLayouts {
  var all: [ShownColumns] = []
  var ofImport: [Int64: Int] = [:]

  init(of segments: [VerdictSegment], _ words: [Int64: PlanWords], _ store: Store) throws {
    var masks: [String: ColumnMasks] = [:]
    let judged = Set(segments.map(\.plan)).compactMap { words[$0]?.form }
    for (form, judged) in Dictionary(grouping: judged, by: \.name) {
      masks[form] = try ColumnMasks(form: form, judgedUnder: judged, of: store)
    }
    for segment in segments where ofImport[segment.importID] == nil {
      let columns = try store.columns(ofImport: segment.importID)
      let form = words[segment.plan]?.form.name ?? ""
      let layout = ShownColumns(columns, masks[form] ?? .none)
      let known = all.firstIndex {
        $0.columns == columns && $0.isMasked == layout.isMasked
          && $0.masksMalformed == layout.masksMalformed
      }
      ofImport[segment.importID] = known ?? all.count
      if known == nil { all.append(layout) }
    }
  }
}

extension VerdictChoice {
  init(_ choice: ExportRequest.Choice) {
    switch choice {
    case .open: self = .open
    case .rejected: self = .rejected
    case .accepted: self = .accepted
    case .current: self = .current
    case .warned: self = .warned
    case .all: self = .all
    }
  }
}
