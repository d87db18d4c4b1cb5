import FormRecorderTestSupport
import FormRules
import FormStore
import FormTestSupport
import Foundation

@testable import FormRecorder

/// A store with several forms, on which random operations are performed: over one connection, or
/// each over its own.
///
/// Safe to send between threads because only one at a time performs operations.
final class JudgedStore: @unchecked Sendable {
  /// What is done with records of a form.
  enum Kind: String, CaseIterable {
    case file, atomicFile, interruptedFile, resumedFile, dryRun, check
    case submission, corrections, replay, dryReplay, verification
    /// Other connections store a version of the rules, or retract an import.
    case rules, retraction
    /// Other connections waive, reopen or assign failures.
    case waiver, reopening, assignment
  }

  struct Operation: CustomStringConvertible {
    let kind: Kind
    let form: String
    /// The header and the records of the file, the names and the texts of a submission, or the rule
    /// whose failures are decided or assigned.
    var rows: [[String]] = []
    /// The number of an import, the largest number that the rules accept, or the position of an
    /// assignee.
    var number = 0

    var description: String { "\(kind) of \(form), \(number)\n\(text)" }
    var text: String { rows.map { $0.joined(separator: ",") + "\n" }.joined() }
  }

  /// What uses the same connection.
  private struct Connection {
    let store: WritableStore
    let writer: SubmissionWriter
    let importer: FileImporter
  }

  /// The fields of the forms. The forms differ in the number and the lengths of their cells.
  static let fields = [
    "people": ["id", "name", "code", "card"], "visits": ["guest", "day"],
    "orders": ["number", "amount", "note", "ship", "bill", "mark", "lot", "unit", "way"],
  ]
  private static let forms = fields.keys.sorted()
  private static let assignees = ["ana", "bo", nil]
  private static let now = Instant(seconds: 1_800_000_000)

  private let store: TemporaryStore
  /// The connection of all operations, or nil if each has its own.
  private let connection: Connection?
  /// With a connection: the checks of each form, which are used for several files.
  private var checks: [String: FileCheck] = [:]
  private var maximum = 6
  private var files = 0
  /// The request of the last interrupted import.
  private var interrupted: ImportRequest?
  /// Whether imports apply corrections of earlier deliveries, in a transaction of its own.
  var carriesCorrections = true
  /// Called after each commit of a file.
  var didCommit: () -> Void = {}

  init(sharesConnection: Bool) throws {
    store = try TemporaryStore(Self.definitions(maximum))
    guard sharesConnection else {
      connection = nil
      return
    }
    let recorder = Self.recorder(of: store)
    let writer = try SubmissionWriter(recorder)
    let shared: WritableStore = writer.store
    let importer = FileImporter(
      recorder: recorder, access: .writing(shared), definitions: nil, applied: [])
    connection = Connection(store: shared, writer: writer, importer: importer)
  }

  /// A recorder that has opened nothing yet. It waits for other writers of a busy machine.
  var recorder: Recorder { Self.recorder(of: store) }

  private static func recorder(of store: TemporaryStore) -> Recorder {
    Recorder(database: store.recorder.database, lockTimeout: 300, clock: { now })
  }

  private static func definitions(_ maximum: Int) -> String {
    """
    form: people
    key: [id]
    fields:
      - {name: id, type: integer, required: true}
      - {name: name, type: text}
      - {name: code, type: text}
      - {name: card, type: text}
    ---
    rules: people
    form: people
    fields:
      id: [{range: {max: \(maximum)}}]
      name:
        - unique
        - length: {max: 2}
          severity: warning
      code: [{unique: ever}]
      card: [paymentCard]
    ---
    form: visits
    fields:
      - {name: guest, type: integer}
      - {name: day, type: date}
    ---
    rules: visits
    form: visits
    fields:
      guest: [{exists: {form: people, field: id}}]
    ---
    form: orders
    fields:
      - {name: number, type: text}
      - {name: amount, type: integer}
    \(fields["orders"]!.dropFirst(2).map { "  - {name: \($0), type: text}\n" }.joined())---
    rules: orders
    form: orders
    fields:
      number: [{unique: ever}]
      amount: [{range: {max: \(maximum)}}]
      note: [{length: {max: 40}}]
    """
  }

  // MARK: Random operations

  /// Performs operations after which each form has records.
  func fill(_ random: inout SeededGenerator) throws {
    for form in Self.forms {
      _ = try perform(Operation(kind: .file, form: form, rows: Self.table(form, &random)))
    }
  }

  /// An operation of one of some kinds.
  func operation(
    among kinds: [Kind] = Kind.allCases, of forms: [String] = JudgedStore.forms,
    _ random: inout SeededGenerator
  ) throws -> Operation {
    let kind = kinds.randomElement(using: &random)!
    let form = forms.randomElement(using: &random)!
    var operation = Operation(kind: kind, form: form)
    switch kind {
    case .file, .atomicFile, .interruptedFile, .dryRun, .check:
      operation.rows = Self.table(form, &random)
    case .submission: operation.rows = [Self.fields[form]!, Self.record(form, &random)]
    case .corrections:
      let open = try store.rows(
        """
        SELECT _submission FROM form_\(form)
        WHERE _verdict = 'rejected' AND _state = 'current' ORDER BY 1
        """)
      var corrected = Array(open.shuffled(using: &random).prefix(3))
      // A submission that does not exist.
      if corrected.isEmpty { corrected = ["999999"] }
      operation.rows = [Self.fields[form]! + ["_submission"]]
      for submission in corrected {
        operation.rows.append(Self.record(form, &random) + [submission])
      }
    case .rules: operation.number = Int.random(in: 2...8, using: &random)
    case .retraction:
      let count = Int(try store.rows("SELECT max(id) FROM import")[0]) ?? 1
      operation.number = Int.random(in: 1...max(1, count), using: &random)
    case .waiver, .reopening, .assignment:
      let failed = try store.rows(
        """
        SELECT DISTINCT rule FROM error_view
        WHERE import IN (SELECT import FROM import_view WHERE form = '\(form)') ORDER BY 1
        """)
      if let rule = failed.randomElement(using: &random), Bool.random(using: &random) {
        operation.rows = [[rule]]
      }
      operation.number = Self.assignees.indices.randomElement(using: &random)!
    case .resumedFile, .replay, .dryReplay, .verification: break
    }
    return operation
  }

  // MARK: Operations

  /// Performs an operation. Returns its report or its error, without what differs between stores.
  func outcome(of operation: Operation) -> String {
    let result = Result { try perform(operation) }
    let text =
      switch result {
      case .success(let report): report
      case .failure(let error): "error: \(error)"
      }
    return text.replacing(store.folderPath, with: "")
      .replacing(/"head":"[0-9a-f]*"/, with: "")
  }

  private func perform(_ operation: Operation) throws -> String {
    switch operation.kind {
    case .file:
      return try importFile(
        request(operation), ImportCallbacks(committed: { [self] _ in didCommit() }))
    case .atomicFile:
      var request = try request(operation)
      (request.isAtomic, request.maximumRejected) = (true, .count(0))
      return try importFile(request)
    case .interruptedFile:
      let request = try request(operation)
      interrupted = request
      return try importFile(request, ImportCallbacks(shouldStop: { true }))
    case .resumedFile:
      guard let request = interrupted else { return "nothing is interrupted" }
      interrupted = nil
      return try importFile(request)
    case .dryRun:
      var request = try request(operation)
      request.isDryRun = true
      return try importFile(request)
    case .check: return try check(operation)
    case .submission: return try submit(operation)
    case .corrections: return try correct(operation)
    case .replay, .dryReplay:
      var request = ReplayRequest()
      request.form = VersionReference(operation.form)
      request.isDryRun = operation.kind == .dryReplay
      return try replay(request)
    case .verification:
      let report =
        if let connection {
          try RunningVerification(store: connection.store).run { _ in }
        } else {
          try recorder.verify()
        }
      return report.json.text
    case .rules:
      maximum = operation.number
      checks = [:]
      let applied = try recorder.apply(DefinitionSet(yaml: Self.definitions(maximum)))
      return "\(applied.count) definitions"
    case .retraction:
      var request = RetractionRequest(
        importID: Int64(operation.number), by: "ana", reason: "wrong file")
      request.includesDependents = true
      return try recorder.retract(request).json.text
    case .waiver: return try decide(.waive, operation)
    case .reopening: return try decide(.reopen, operation)
    case .assignment:
      let report = try recorder.assign(
        selection(operation), to: Self.assignees[operation.number], by: "cy")
      return "\(report.submissions) submissions"
    }
  }

  /// Writes the file of an operation.
  private func write(_ operation: Operation) throws -> String {
    files += 1
    try store.write(operation.text, to: "\(files).csv")
    return store.path("\(files).csv")
  }

  private func request(_ operation: Operation) throws -> ImportRequest {
    var request = ImportRequest(path: try write(operation))
    request.form = VersionReference(operation.form)
    request.input.delimiter = ","
    request.allowsReimport = true
    request.carriesCorrections = carriesCorrections
    return request
  }

  private func importFile(
    _ request: ImportRequest, _ callbacks: ImportCallbacks = ImportCallbacks()
  ) throws -> String {
    let report =
      if let connection {
        try connection.importer.importFile(request, callbacks)
      } else {
        try recorder.importFile(request, callbacks)
      }
    return report.json.text
  }

  private func check(_ operation: Operation) throws -> String {
    let check =
      try checks[operation.form]
      ?? FileCheck(
        DefinitionSet(yaml: Self.definitions(maximum)), form: operation.form, rules: nil,
        now: Self.now)
    if connection != nil { checks[operation.form] = check }
    var found: [String] = []
    let summary = try check.check(try write(operation), note: { _ in }) { record in
      found += record.errors.map { "\(record.record) \($0.rule) \($0.code)" }
    }
    return "\(summary.records) \(summary.rejected)\n\(found.joined(separator: "\n"))"
  }

  private func submit(_ operation: Operation) throws -> String {
    var request = SubmissionRequest(
      fields: zip(operation.rows[0], operation.rows[1]).map { ($0, $1) })
    request.form = VersionReference(operation.form)
    guard let connection else { return try recorder.submit(request).json.text }
    let results = try connection.writer.store([QueuedWrite([request])], recorder)
    return try results[0].get()?.first?.json.text ?? "requests are open"
  }

  private func correct(_ operation: Operation) throws -> String {
    var request = CorrectionRequest(path: try write(operation))
    request.form = VersionReference(operation.form)
    request.acceptedColumns = Self.fields[operation.form]!
    request.acceptsKeyChanges = true
    guard let store = connection?.store else {
      return try recorder.importCorrections(request).json.text
    }
    let input = try CorrectionInput(request)
    var content = DryRunContent()
    let report = try mappingErrors {
      try store.keepingLock {
        let correction = try store.snapshot {
          try Correction(
            recorder, from: input, in: .writing(store), callbacks: ImportCallbacks(), answers: nil)
        }
        return try correction.run(after: &content)
      }
    }
    return report?.json.text ?? "requests are open"
  }

  private func selection(_ operation: Operation) -> SubmissionSelection {
    var selection = SubmissionSelection.all
    (selection.form, selection.rule) = (operation.form, operation.rows.first?.first)
    return selection
  }

  private func decide(_ kind: DecisionKind, _ operation: Operation) throws -> String {
    let report = try recorder.decide(kind, selection(operation), by: "cy", reason: "known")
    return "\(report.failures) failures of \(report.submissions) submissions"
  }

  private func replay(_ request: ReplayRequest) throws -> String {
    guard let store = connection?.store else {
      return try recorder.replay(request).json.text
    }
    let access: StoreAccess = request.isDryRun ? .dryRun(store) : .writing(store)
    return try recorder.replay(
      request, in: access, progress: { _ in }, shouldStop: { false }
    ).json.text
  }

  // MARK: Results

  /// The first difference between the content of this store and of another one, or nil.
  func difference(from other: JudgedStore) throws -> String? {
    let (found, expected) = (try content(), try other.content())
    if found == expected { return nil }
    let pair = zip(found, expected).first { $0 != $1 }
    return pair.map { "\($0)\ninstead of\n\($1)" }
      ?? "\(found.count) lines instead of \(expected.count)"
  }

  private func content() throws -> [String] {
    let dump = try store.dump().split(separator: "\n").map(String.init)
    return try dump
      + store.rows("SELECT submission, verdict, state FROM submission_view ORDER BY 1")
      + store.rows("SELECT submission, rule, code FROM error_view ORDER BY 1, 2, 3")
  }
}
