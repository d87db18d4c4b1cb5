import FormRules
import FormStore
import Foundation

/// Measures inserting prepared batches into a new store, with commits: the work of an import's
/// writing thread without the digests.
struct StoreBenchmarks {
  let stopwatch: Stopwatch

  /// The number of records per batch, and of batches per commit.
  private static let (records, batches) = (4_096, 12)

  func run() throws -> [Measurement] {
    [try write(errors: 0), try write(errors: 1), try write(errors: 8)]
  }

  /// - Parameter errors: The number of errors per record.
  private func write(errors: Int) throws -> Measurement {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("formrec-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try WritableStore(writingAt: folder.appendingPathComponent("benchmark.sqlite").path)
    let writer = try self.writer(store)
    let batch = Self.batch(errors: errors)
    let cost = try stopwatch.measure(operations: Self.records * Self.batches) {
      for _ in 0..<Self.batches { try writer.append(batch) }
      try writer.commit()
    }
    guard writer.committed > 0, writer.committed % Self.records == 0 else {
      throw BenchmarkError.wrong("\(writer.committed) records are committed")
    }
    return Measurement(
      group: "store", name: "submissions", detail: "\(errors) errors each", unit: "record",
      nanoseconds: cost.nanoseconds, allocations: cost.allocations,
      bytes: Double(batch.text.count) / Double(batch.count))
  }

  private func writer(_ store: WritableStore) throws -> ImportWriter {
    let form = Form(name: "f", fields: [Field(name: "a", type: .text)])
    let definitions = [DefinitionKind.form, .ruleSet].map {
      NewDefinition(kind: $0, name: "f", content: "{}", digest: $0.rawValue, form: form)
    }
    let now = "2026-01-31T09:30:00Z"
    try store.stage(StagedDefinitions(definitions, now: now, .none))
    try store.storeStagedDefinitions()
    let stored = try definitions.compactMap { try store.version(of: $0.kind, named: $0.name) }
    var start = RunStart(
      kind: .import,
      bound: BoundVersions(
        form: stored[0], rules: stored[1],
        plan: try Plan(form: form, ruleSet: RuleSet(name: "f", form: "f")), latestForm: form),
      attribution: .none, program: "", startedAt: now)
    (start.now, start.parameters) = (now, "{}")
    return ImportWriter(
      store, start, importStart: ImportStart(.stream, columns: [.init(header: "a", field: "a")]))
  }

  private static func batch(errors: Int) -> PreparedBatch {
    let batch = PreparedBatch()
    // The progress of an import includes an open block. Digests are not part of this benchmark.
    batch.openBlock = SealedBlock(records: 0, salt: [], digest: [])
    for record in 0..<records {
      batch.text += Array(
        #"["\#(record)","Ada Archer","ada@example.com","30","2026-01-31","GB","19.99"]"#.utf8)
      batch.ends.append(batch.text.count)
      batch.lines.append(Int64(record + 2))
      for rule in 0..<Int32(errors) {
        batch.errors.append(
          .init(record: Int32(record), rule: rule + 1, code: nil, arguments: nil))
      }
    }
    return batch
  }
}
