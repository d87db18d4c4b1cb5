import Crypto
import FormCSV
import FormRules
import FormStore
import Foundation

extension Recorder {
  /// Judges one record and stores it, as an import and a run of its own.
  ///
  /// - Throws: when it is not one JSON object, or the store cannot be written; nothing is stored
  ///   then. A rejected record is stored and no error.
  public func submit(_ request: SubmitRequest) throws(RecorderError) -> SubmitReport {
    // There is no form without a store, so none is made here.
    guard FileManager.default.fileExists(atPath: database) else {
      throw RecorderError(StoreError.missing(path: database))
    }
    let store = try storeForWriting()
    // Nobody may store a value between the look for it and the commit.
    try explaining { try store.lock?.take(wait: wait) }
    defer { store.lock?.release() }
    let bound = try bind(form: request.form, rules: request.rules, in: store)
    try request.localization.requireKnown(by: [bound.plan])
    let now = clock()
    let stream = try judge(request, bound, now: now, store)
    guard let record = firstRecord(of: stream, bound.plan, in: request.localization)
    else {
      throw RecorderError(.failed, "the submission could not be read")
    }
    let mapping = stream.mapping
    var preparer = BatchPreparer(bound.plan, knownColumns: mapping.columns.count)
    let batch = PreparedBatch()
    preparer.fill(batch, from: stream)
    var hasher = BlockHasher()
    hasher.update(batch)
    return try explaining {
      let writer = try RunWriter(
        store,
        RunStart(
          kind: .submit, form: bound.form, rules: bound.rules, plan: bound.plan,
          now: now.description, given: request.given.sortedJSON, scenario: request.scenario,
          by: request.by, startedAt: now.description),
        import: ImportStart(
          kind: .submit, fileName: nil, source: request.source, batch: nil, by: request.by,
          options: "{}", columns: mapping.columns))
      let submission = try writer.append(batch)
      let head = try writer.finish(
        RunEnd(
          counts: preparer.counts, rules: preparer.ruleCounts(skipped: stream.skipped),
          finishedAt: clock().description),
        import: ImportEnd(
          sha256: Array(SHA256.hash(data: request.content)).hexadecimal,
          size: request.content.count, malformed: 0, blankLines: 0),
        lastBlock: hasher.digest)
      return SubmitReport(
        submission: submission, run: writer.run, form: bound.form.name,
        formVersion: bound.form.number, rules: bound.rules.name,
        rulesVersion: bound.rules.number, isRejected: record.isRejected, errors: record.errors,
        unknownFields: mapping.unknownColumns, head: head)
    }
  }

  /// The record, read and judged. What `unique: ever` compares with is looked up in the store value
  /// by value: the record is judged once to learn its keys, and again if some of them are there.
  private func judge(
    _ request: SubmitRequest, _ bound: BoundRules, now: Instant, _ store: Store
  ) throws(RecorderError) -> RecordStream {
    try requireOneObject(request.content)
    let conditions = RunState.Conditions(
      now: now, given: request.given, source: request.source ?? "", scenario: request.scenario,
      hashKey: try explaining { try store.hashKey() },
      files: try bound.plan.access(to: request.files))
    let references = try bound.plan.references(in: store, hashKey: conditions.hashKey)
    let stream = try open(request.content, bound.plan, conditions)
    stream.add(references)
    _ = try stream.next(atMost: 1)
    var stored: [(hash: Hash128, rule: Int)] = []
    for position in bound.plan.everUniquePositions {
      guard let hash = stream.key(ofRule: position, record: 0) else { continue }
      let isStored = try explaining {
        try store.hasUniqueKey(
          hash, form: bound.form.name, rule: bound.plan.rules[position].id)
      }
      if isStored { stored.append((hash, position)) }
    }
    if stored.isEmpty { return stream }
    let again = try open(request.content, bound.plan, conditions)
    again.add(references)
    for key in stored { again.addStoredKey(key.hash, rule: key.rule) }
    _ = try again.next(atMost: 1)
    return again
  }

  private func open(
    _ content: [UInt8], _ plan: Plan, _ conditions: RunState.Conditions
  ) throws(RecorderError) -> RecordStream {
    try explaining { try RecordStream(try Self.reader(content), plan, conditions) }
  }

  private static func reader(
    _ content: [UInt8]
  ) throws(ReaderError) -> any RecordReader & ~Copyable {
    var options = ReaderOptions()
    options.format = .json
    options.encoding = .utf8
    return try openReader(source: MemoryByteSource(content), options: options)
  }

  private func requireOneObject(_ content: [UInt8]) throws(RecorderError) {
    var count = 0
    try explaining(file: "the record") {
      var reader = try Self.reader(content)
      var batch = RecordBatch()
      while try reader.read(into: &batch, maximumRecords: 2) {
        count += batch.records.count
        if let fault = batch.faults.first {
          let words = Localization.english.words(
            ofReader: fault.code.rawValue, fault.messageArguments)
          throw RecorderError(.failed, "the record: line \(fault.line): \(words)")
        }
      }
    }
    guard count == 1 else {
      throw RecorderError(
        .failed, "one JSON object is needed; 'formrec import -' takes several records")
    }
  }

  private func firstRecord(
    of stream: RecordStream, _ plan: Plan, in localization: Localization
  ) -> CheckedRecord? {
    var record: CheckedRecord?
    var reporter = ErrorReporter(plan, in: localization)
    reporter.forEachRecord(of: stream) { record = $0 }
    return record
  }
}
