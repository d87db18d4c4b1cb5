import FormRules
import FormTestSupport
import GRDB
import Testing

@testable import FormStore

/// A store with form `people`, whose records have the key `id`, and a rule set with the rule
/// `id.range`.
struct PeopleStore {
  static let now = "2026-01-31T09:30:00Z"

  let folder: TemporaryFolder
  let store: WritableStore
  /// The start of a run that judges by the rule set.
  private(set) var start: RunStart
  /// The position of `id.range` in the plan.
  let range: Int

  var path: String { store.path }
  var form: StoredVersion { start.form }
  var forms: [StoredForm] { [StoredForm(start.bound.latestForm, id: form.definitionID)] }

  /// Creates a store.
  init() throws { try self.init(in: TemporaryFolder()) }

  /// Copies a store.
  init(_ contents: FolderContents) throws { try self.init(in: TemporaryFolder(contents)) }

  private init(in folder: TemporaryFolder) throws {
    self.folder = folder
    let store = try WritableStore(
      writingAt: folder.path("s.sqlite"), migration: SchemaMigration(now: Self.now))
    self.store = store
    let form = Form(
      name: "people", key: ["id"],
      fields: [Field(name: "id", type: .integer), Field(name: "name", type: .text)])
    let ruleSet = RuleSet(
      name: "people", form: "people",
      fields: [FieldRules(field: "id", rules: [RuleEntry("range", ["max": 100])])])
    let definitions = [DefinitionKind.form, .ruleSet].map {
      NewDefinition(
        kind: $0, name: "people", content: #"{"key":["id"]}"#, digest: $0.rawValue, form: form)
    }
    try store.stage(StagedDefinitions(definitions, now: Self.now, .none))
    try store.storeStagedDefinitions()
    let stored = try definitions.compactMap { try store.version(of: $0.kind, named: $0.name) }
    let plan = try Plan(form: form, ruleSet: ruleSet)
    range = try #require(plan.rules.firstIndex { $0.id == "id.range" })
    start = RunStart(
      kind: .import,
      bound: BoundVersions(form: stored[0], rules: stored[1], plan: plan, latestForm: form),
      attribution: Attribution(by: "ana", reason: nil), program: "test", startedAt: Self.now)
    (start.now, start.parameters) = (Self.now, "{}")
  }

  /// The start of an import of a file. Each file of a store has its own number.
  func importStart(number: Int = 0) -> ImportStart {
    var start = ImportStart(.file, columns: ["id", "name"].map { .init(header: $0, field: $0) })
    start.fingerprint = FileFingerprint(form: "people", size: 9, beginning: "", number: number)
    (start.fileName, start.path) = ("a.csv", "/a.csv")
    return start
  }

  func writer(number: Int = 0) -> ImportWriter {
    ImportWriter(store, start, importStart: importStart(number: number))
  }

  /// The end of a run in which some records were rejected by `id.range`.
  func end(records: Int, rejected: Int) -> RunEnd {
    RunEnd(
      counts: RunCounts(
        records: records, accepted: records - rejected, rejected: rejected, errors: rejected),
      rules: rejected > 0 ? [.init(rule: range, failures: rejected)] : [], finishedAt: Self.now)
  }

  /// Returns the batches of an import, with the given numbers of records.
  ///
  /// - Parameter rejected: The records that `id.range` rejects, from 1. They have ids from 101.
  func batches(_ sizes: [Int], rejected: Set<Int> = []) -> [PreparedBatch] {
    var block = BlockHasher(start.bound.errorLines)
    var number = 0
    return sizes.map { size in
      let batch = PreparedBatch()
      for record in 0..<size {
        number += 1
        let id = rejected.contains(number) ? 100 + number : number
        batch.text += Array("[\"\(id)\",\"n\"]".utf8)
        batch.ends.append(batch.text.count)
        batch.lines.append(Int64(number + 1))
        batch.recordKeys.append(
          .init(record: Int32(record), hash: Int64(id) << 40, content: UInt32(id)))
        if rejected.contains(number) {
          batch.errors.append(
            .init(record: Int32(record), rule: Int32(range), code: nil, arguments: nil))
        }
      }
      block.update(batch)
      if block.isFull {
        batch.fullBlock = block.block
        block.startNext()
      }
      batch.openBlock = block.block
      return batch
    }
  }

  /// Imports a file of three records, of which the second is rejected.
  @discardableResult
  func addImport(number: Int = 0, sha256: String = "a") throws -> ImportWriter.Outcome {
    let writer = writer(number: number)
    for batch in batches([2, 1], rejected: [2]) { try writer.append(batch) }
    return try writer.finish(
      end(records: 3, rejected: 1),
      ImportEnd(sha256: sha256, size: 9, malformed: 0, blankLines: 0))
  }

  /// The rows of a query as text, with columns separated by `|`.
  func rows(_ sql: String) throws -> [String] {
    try store.read { db in
      try GRDB.Row.fetchAll(db, sql: sql).map { row in
        row.databaseValues.map { String.fromDatabaseValue($0) ?? "\($0)" }.joined(separator: "|")
      }
    }
  }
}
