import FormInput
import FormRules
import FormStore

extension PreparedBatch: ReusableBuffer {}

/// Judges records on a separate thread and delivers prepared batches in order. `ReadAheadReader`
/// reads the records on another thread.
///
/// Rules `unique: ever` compare with the claims that other imports and submissions have committed.
/// The writer detects later changes when the import finishes. With remote services, each batch is a
/// chunk, so that other writers do not wait for them.
final class ImportPipeline {
  /// The state of the judging thread. The caller may read it only after the last step.
  final class State: @unchecked Sendable {
    var preparer: BatchPreparer
    var judge: InputJudge
    /// Whether the input differs from the input of the resumed import.
    var differs = false
    /// Whether this version of formrec judges the stored records differently from the version that
    /// started the import.
    var verdictsDiffer = false

    fileprivate var hasher: BlockHasher
    fileprivate var prefix: StoredPrefix?
    fileprivate let claims: StoredClaims?

    fileprivate init(
      _ judge: InputJudge, prefix: StoredPrefix?, claims: StoredClaims?
    ) {
      self.judge = judge
      preparer = BatchPreparer(
        judge.plan,
        knownColumns: prefix?.columnCount ?? judge.input.mapping.storedColumns.count)
      self.prefix = prefix
      self.claims = claims
      hasher = BlockHasher(ErrorLines(judge.plan))
    }
  }

  let state: State
  private let stage: PipelineStage<PreparedBatch, RecorderError>

  /// - Parameters:
  ///   - path: The input, which errors name.
  ///   - prefix: The stored part of a resumed import. Its batches are compared and counted, and not
  ///     delivered.
  ///   - claims: The stored keys for `unique: ever` rules, or nil if there is no such rule or no
  ///     store.
  init(
    _ path: String, _ judge: InputJudge,
    boundaries: BatchBoundaries = BatchBoundaries(), prefix: StoredPrefix? = nil,
    claims: StoredClaims? = nil
  ) {
    let state = State(judge, prefix: prefix, claims: claims)
    self.state = state
    // Enough batches to continue during a commit, and few enough to limit memory.
    stage = PipelineStage(buffers: 32, maximumWeight: 3 << 19) { queue throws(RecorderError) in
      do throws(RecorderError) {
        try state.judgeRecords(into: queue, boundaries)
      } catch {
        throw error.inFile(path)
      }
    }
  }

  /// How the loop over the batches ended.
  enum End {
    /// After the last batch: `state` has the result.
    case complete
    /// The callbacks requested it.
    case stopped
    case unreadable(RecorderError)

    /// - Throws: `RecorderError` unless the end is complete. The caller stores nothing then.
    func requireComplete(_ path: String) throws(RecorderError) {
      switch self {
      case .complete: break
      case .stopped: throw .stoppedBeforeStoring.inFile(path)
      case .unreadable(let error): throw error
      }
    }
  }

  /// Calls a closure with each batch, and reports the progress.
  ///
  /// - Parameters:
  ///   - stored: The number of records before the first batch.
  ///   - fraction: Returns the part of the input that was read, or nil if it is unknown.
  ///   - body: Called with a batch and the number of records up to its end.
  /// - Throws: The errors of the body.
  func forEachBatch(
    _ callbacks: ImportCallbacks, after stored: Int = 0, fraction: () -> Double? = { nil },
    _ body: (_ batch: PreparedBatch, _ read: Int) throws -> Void
  ) throws -> End {
    var read = stored
    var batch = PreparedBatch()
    while true {
      do throws(RecorderError) {
        guard try stage.queue.next(&batch) else { return .complete }
      } catch {
        return .unreadable(error)
      }
      read += batch.count
      try body(batch, read)
      callbacks.progress(WorkProgress(read, fraction: fraction()))
      if callbacks.shouldStop() { return .stopped }
    }
  }
}

extension ImportPipeline.State {
  fileprivate typealias Queue = BufferQueue<PreparedBatch, RecorderError>

  /// Judges all records, or those until the queue is closed.
  fileprivate func judgeRecords(
    into queue: Queue, _ boundaries: BatchBoundaries
  ) throws(RecorderError) {
    var read = 0
    while true {
      if read == boundaries.storedCount || boundaries.endsChunk(at: read) {
        try claims?.refresh(judge)
      }
      guard let batch = queue.emptyBuffer(), try judge.read() else { return }
      // Services are not requested again for stored records.
      let isNew = read >= boundaries.storedCount
      judge.supply(isNew ? [] : try storedAnswers(after: read))
      try judge.judgeRecords(services: isNew ? .send : .onlyRecorded)
      preparer.fill(batch, from: judge)
      read += batch.count
      if read <= boundaries.storedCount {
        guard try compare(batch, read, boundaries: boundaries) else { return }
        queue.recycle(batch)
      } else {
        prepare(batch)
        judge.removeRecords()
        guard queue.append(batch) else { return }
      }
    }
  }

  /// The stored answers of services for the records that were read last.
  private func storedAnswers(
    after read: Int
  ) throws(RecorderError) -> [PreparedBatch.Answer] {
    try prefix?.answers(read + 1, count: judge.input.records.records.count) ?? []
  }

  private func prepare(_ batch: PreparedBatch) {
    preparer.tally.add(batch)
    preparer.appendKeys(to: batch, judge)
    hasher.add(batch)
    batch.openBlock = hasher.block
  }

  /// Compares a batch with the stored records. Returns false if they differ.
  private func compare(
    _ batch: PreparedBatch, _ read: Int, boundaries: BatchBoundaries
  ) throws(RecorderError) -> Bool {
    guard var prefix else { return false }
    defer { self.prefix = prefix }
    if hasher.count == 0 { hasher.startNext(salt: prefix.salt) }
    let stored = try prefix.errors(read - batch.count + 1, count: batch.count)
    if !prefix.isSameProgram, stored != batch.errors {
      verdictsDiffer = true
      return false
    }
    batch.errors = stored
    batch.answers = try prefix.answers(read - batch.count + 1, count: batch.count)
    preparer.tally.add(batch)
    hasher.update(batch)
    guard boundaries.isStoredEnd(read) else { return true }
    guard prefix.nextBlock()?.digest == hasher.digest else {
      differs = true
      return false
    }
    // The last block may continue after the stored records.
    if prefix.hasMore || hasher.isFull || prefix.lastIsFull { hasher.startNext() }
    return true
  }
}
