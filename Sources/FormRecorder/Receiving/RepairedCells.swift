import FormBytes
import FormRules
import FormStore

/// The open cells of a column, with what is needed to repair them.
struct RepairedCells {
  /// An open cell.
  struct FailedCell {
    let submission: Int64
    /// The text, with changes that are not stored yet.
    let text: String
    /// The value that the text resembles according to a failure.
    let resembled: String?
    /// The texts of the other fields of the record, by position in the form.
    let others: [[UInt8]]
  }

  private(set) var cells: [FailedCell] = []
  /// The number of failures of each submission.
  private(set) var failures: [Int64: Int] = [:]
  private let request: RepairRequest
  private let store: Store
  private let plan: Plan
  private let field: Int
  private let choices: [String]
  private let shouldStop: () -> Bool

  /// The number of valid records that are searched for values of other records.
  private static let maximumRecords = 50_000
  /// The number of valid records that must have the same value.
  private static let leastSupport = 2

  /// - Parameter plan: The plan that judges the corrections.
  init(
    _ request: RepairRequest, _ plan: Plan, in store: Store,
    shouldStop: @escaping () -> Bool = { false }
  ) throws {
    self.request = request
    self.store = store
    self.shouldStop = shouldStop
    self.plan = plan
    let fields = plan.form.fields
    let readsOthers: Bool =
      switch request.repair {
      case nil, .others: true
      default: false
      }
    guard let field = plan.form.fieldIndex(request.field) else {
      throw RecorderError(
        .usage, .unknown("field", request.field.displayText, known: fields.map(\.name)))
    }
    self.field = field
    choices = FieldRuleEntries(plan, field: field).listedValues ?? []
    var (cells, failures) = ([FailedCell](), [Int64: Int]())
    try OpenSubmissions(store, Self.export(.open, request)).forEach(shouldStop: shouldStop) { row in
      let id = row.submission.id
      guard request.code == nil || row.errors.contains(where: { $0.code == request.code }),
        row.openFields?.contains(request.field) != false
      else { return }
      let edits = request.edits[id] ?? [:]
      guard let stored = row.text(of: request.field) else { return }
      failures[id] = row.errors.count { $0.severity.rejects }
      cells.append(
        FailedCell(
          submission: id, text: edits[request.field] ?? stored,
          resembled: row.errors.lazy.compactMap(\.resembled).first,
          others: !readsOthers
            ? [] : fields.map { (edits[$0.name] ?? row.text(of: $0.name) ?? "").utf8Bytes }))
    }
    (self.cells, self.failures) = (cells, failures)
  }

  private static func export(_ scope: SubmissionScope, _ request: RepairRequest) -> ExportRequest {
    var export = ExportRequest()
    export.scope = scope
    export.selection = request.selection
    if scope != .open {
      export.selection = .all
      export.selection.form = request.form
    }
    export.showsSensitive = request.showsSensitive
    export.localization = request.localization
    return export
  }

  /// The repairs with the new texts of cells.
  func repairs() throws -> [(repair: Repair.Change, texts: [(submission: Int64, text: String)])] {
    if case .others(let by) = request.repair {
      guard let other = plan.form.fieldIndex(by) else { return [] }
      return try others([other])
    }
    let type = plan.form.fields[field].type
    var found: [(Repair.Change, [(submission: Int64, text: String)])] = []
    for repair in request.repair.map({ [$0] }) ?? Repair.Change.textual + [.nearest] {
      let texts = cells.compactMap { cell in
        repair.repaired(cell.text, of: type, nearest: repair == .nearest ? nearest(cell) : nil)
          .map { (cell.submission, $0) }
      }
      let isKnown = found.contains { before in
        before.1.count == texts.count
          && zip(before.1, texts).allSatisfy { $0.0 == $1.0 && $0.1.utf8Bytes == $1.1.utf8Bytes }
      }
      if !isKnown { found.append((repair, texts)) }
    }
    if request.repair == nil {
      found += try others(plan.form.fields.indices.filter { $0 != field })
    }
    return found
  }

  private func nearest(_ cell: FailedCell) -> String? {
    if let resembled = cell.resembled { return resembled }
    let field = plan.form.fields[field]
    if cell.text.isEmpty || choices.contains(where: { field.areEqual(cell.text, $0) }) {
      return nil
    }
    return choices.nearest(to: cell.text)
  }

  /// The repairs by the values of valid records that have the same text in one of some fields.
  private func others(
    _ fields: [Int]
  ) throws -> [(repair: Repair.Change, texts: [(submission: Int64, text: String)])] {
    if cells.isEmpty || !request.usesOtherRecords { return [] }
    let names = plan.form.fields.map(\.name)
    // By field and its text, the values with the numbers of their records.
    var values = fields.map { other in
      Dictionary(
        cells.map { ($0.others[other], [[UInt8]: Int]()) }, uniquingKeysWith: { first, _ in first })
    }
    try OpenSubmissions(store, Self.export(.current, request)).forEach(
      atMost: Self.maximumRecords, shouldStop: { [shouldStop] in shouldStop() }
    ) { row in
      guard let value = row.text(of: names[field]), !value.isEmpty else { return }
      for (index, other) in fields.enumerated() {
        guard let key = row.text(of: names[other]), !key.isEmpty else { continue }
        values[index][key.utf8Bytes]?[value.utf8Bytes, default: 0] += 1
      }
    }
    return zip(fields, values).compactMap { other, values in
      let texts = cells.compactMap { cell -> (submission: Int64, text: String)? in
        guard let known = values[cell.others[other]], known.count == 1, let value = known.first,
          value.value >= Self.leastSupport, value.key != cell.text.utf8Bytes
        else { return nil }
        return (cell.submission, String(decoding: value.key, as: UTF8.self))
      }
      // Records agree by chance, too: a field that determines the other one does so for most cells,
      // and is never contradicted.
      let isDetermined =
        2 * texts.count > cells.count && !values.values.contains { $0.count > 1 }
      guard isDetermined || request.repair != nil else { return nil }
      return (.others(by: names[other]), texts)
    }
  }
}
