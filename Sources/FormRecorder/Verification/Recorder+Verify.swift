import Crypto
import FormStore

extension Recorder {
  /// Recomputes everything that is sealed: the file's integrity, the versions' digests, every block
  /// of every finished run, and the hash chain over them.
  ///
  /// - Parameters:
  ///   - receipt: a head that was printed once; without one a cut-off end cannot be told.
  ///   - progress: called now and then with the number of submissions looked at so far.
  public func verify(
    against receipt: String? = nil, progress: (Int) -> Void = { _ in }
  ) throws(RecorderError) -> VerificationReport {
    let store = try storeForReading()
    return try explaining {
      var verification = Verification(store)
      return try verification.run(against: receipt, progress)
    }
  }
}

/// One verification on its way.
private struct Verification {
  private typealias Problem = VerificationReport.Problem

  private let store: Store
  private var submissions = 0

  init(_ store: Store) { self.store = store }

  mutating func run(
    against receipt: String?, _ progress: (Int) -> Void
  ) throws -> VerificationReport {
    var runs: [SealedRun] = []
    var problem = try fileProblem() ?? contentProblem()
    if problem == nil {
      runs = try store.sealedRuns()
      problem = try chainProblem(runs) ?? blockProblem(runs, progress)
    }
    if problem == nil, let receipt, !runs.contains(where: { $0.head == receipt.lowercased() }) {
      problem = Problem(
        kind: .receipt, table: "run_end",
        words: "no run has this receipt: the last runs were cut off, or it is of another database")
    }
    return VerificationReport(
      problem: problem, head: runs.last?.head ?? "", runs: runs.count, submissions: submissions)
  }

  private func fileProblem() throws -> Problem? {
    if let line = try store.integrityProblems().first {
      return Problem(kind: .integrity, words: "the file is damaged: \(line)")
    }
    if let broken = try store.brokenReferences().first {
      return Problem(
        kind: .foreignKey, table: broken.table, row: broken.row,
        words: "a row of \(broken.table) refers to one that is not there")
    }
    return nil
  }

  private func contentProblem() throws -> Problem? {
    for version in try store.versionContents()
    where Array(SHA256.hash(data: Array(version.content.utf8))).hexadecimal != version.digest {
      return Problem(
        kind: .content, table: version.table, row: version.row,
        words: "the content of row \(version.row) of \(version.table) was changed")
    }
    return nil
  }

  private func chainProblem(_ runs: [SealedRun]) throws -> Problem? {
    var previous = ""
    for run in runs {
      guard run.seal.previous == previous, run.seal.head(blocks: run.blocks) == run.head else {
        return Problem(
          kind: .chain, table: "run_end", run: run.run,
          words: run.seal.previous == previous
            ? "run \(run.run) is not what its head says"
            : "run \(run.run) does not follow the run before it")
      }
      previous = run.head
    }
    return nil
  }

  private mutating func blockProblem(
    _ runs: [SealedRun], _ progress: (Int) -> Void
  ) throws -> Problem? {
    for run in runs {
      if let problem = try blockProblem(run, progress) { return problem }
    }
    return nil
  }

  /// Recomputes the blocks of one run.
  private mutating func blockProblem(
    _ run: SealedRun, _ progress: (Int) -> Void
  ) throws -> Problem? {
    var hasher = BlockHasher()
    var blocks = run.blocks[...]
    var rows = StoredRows()
    let batch = PreparedBatch()
    var blockStart = run.ranges.first?.lowerBound ?? 0
    var count = 0
    func broken(_ last: Int64) -> Problem {
      Problem(
        kind: .block, table: "submission", row: blockStart, run: run.run,
        words: "submissions \(blockStart) to \(last), or their errors in run \(run.run), are not "
          + "what was recorded")
    }
    for range in run.ranges {
      var first = range.lowerBound
      while first <= range.upperBound {
        try store.readSubmissions(
          first...range.upperBound, limit: BlockHasher.size - hasher.count, into: &rows)
        guard let low = rows.ids.first, let high = rows.ids.last else { break }
        if hasher.count == 0 { blockStart = low }
        try fill(batch, rows, run, low...high)
        hasher.update(batch, from: run.isIntake ? nil : low)
        count += rows.count
        submissions += rows.count
        if let digest = hasher.takeFullBlock() {
          guard blocks.popFirst() == digest else { return broken(high) }
        }
        first = high + 1
        progress(submissions)
      }
    }
    let last = run.ranges.last?.upperBound ?? 0
    if hasher.count > 0, blocks.popFirst() != hasher.digest { return broken(last) }
    guard blocks.isEmpty, count == run.seal.counts.records else {
      return Problem(
        kind: .count, table: "submission", run: run.run,
        words: "run \(run.run) recorded \(run.seal.counts.records) submissions, \(count) are there")
    }
    return nil
  }

  /// Lays stored rows out as they were when their digest was made.
  private func fill(
    _ batch: PreparedBatch, _ rows: StoredRows, _ run: SealedRun, _ ids: ClosedRange<Int64>
  ) throws {
    batch.removeAll()
    batch.ends = rows.ends
    if run.isIntake {
      batch.text = rows.text
      batch.lines = rows.lines
    } else {
      batch.lines = rows.ids
    }
    batch.errors = try store.errors(run: run.run, ids).map { error in
      .init(
        record: Int32(clamping: error.submission - ids.lowerBound),
        rule: Int32(clamping: error.rule),
        code: error.code, arguments: error.arguments)
    }
    guard run.isIntake else { return }
    batch.malformed = try store.malformedBytes(ids).map {
      .init(
        record: Int32(clamping: $0.submission - ids.lowerBound), raw: $0.raw, line: 0, column: 0,
        byte: 0)
    }
  }
}
