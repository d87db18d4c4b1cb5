import FormInput
import FormRules
import FormStore

/// Judges records on a separate thread and delivers prepared batches in order. `ReadAheadReader`
/// reads the records on another thread.
///
/// With `unique: ever` rules, each chunk is judged inside its transaction, so that no other process
/// can claim a key between the lookup and the commit: the thread delivers a step that begins a
/// chunk, and waits until the caller requests the next one. With remote services, each batch is a
/// chunk, and the services are requested before it begins, so that other writers do not wait for
/// them.
final class ImportPipeline {
  /// A step of the judging thread.
  struct Step: ReusableBuffer {
    let batch = PreparedBatch()
    /// Whether the caller must begin the next chunk's transaction. The batch is then empty.
    var beginsChunk = false

    var weight: Int { batch.weight }

    mutating func removeAll() {
      batch.removeAll()
      beginsChunk = false
    }
  }

  /// The state of the judging thread. The caller may read it only after the last step.
  final class State: @unchecked Sendable {
    var preparer: BatchPreparer
    var session: JudgingSession
    /// Whether the input differs from the input of the resumed import.
    var differs = false
    /// Whether this version of formrec judges the stored records differently from the version that
    /// started the import.
    var verdictsDiffer = false

    fileprivate var hasher = BlockHasher()
    fileprivate var prefix: StoredPrefix?
    fileprivate let claims: StoredClaims?

    fileprivate init(
      _ session: JudgingSession, _ preparer: BatchPreparer, _ prefix: StoredPrefix?,
      _ claims: StoredClaims?
    ) {
      self.session = session
      self.preparer = preparer
      self.prefix = prefix
      self.claims = claims
    }
  }

  let state: State
  /// Whether only the pipeline decides where chunks end, because each chunk is judged inside its
  /// transaction.
  var beginsChunks: Bool { state.claims != nil }
  private let stage: PipelineStage<Step, RecorderError>

  /// - Parameters:
  ///   - path: The input, which errors name.
  ///   - prefix: The stored part of a resumed import. Its batches are compared and counted, and not
  ///     delivered.
  ///   - claims: The stored keys for `unique: ever` rules, or nil if there is no such rule or no
  ///     store.
  ///   - requestsServices: Whether remote services are requested.
  init(
    _ path: String, _ session: JudgingSession, _ preparer: BatchPreparer,
    _ boundaries: BatchBoundaries = BatchBoundaries(), prefix: StoredPrefix? = nil,
    claims: StoredClaims? = nil, requestsServices: Bool = false
  ) {
    let state = State(session, preparer, prefix, claims)
    self.state = state
    // Enough batches to continue during a commit, and few enough to limit memory.
    stage = PipelineStage(buffers: 32, maximumWeight: 3 << 19) { queue throws(RecorderError) in
      do throws(RecorderError) {
        try state.judge(into: queue, boundaries, requestsServices: requestsServices)
      } catch {
        throw error.inFile(path)
      }
    }
  }

  /// Replaces a used step with the next one. Returns false at the end; `state` then holds the
  /// result.
  func next(_ step: inout Step) throws(RecorderError) -> Bool { try stage.queue.next(&step) }
}

extension ImportPipeline.State {
  fileprivate typealias Queue = BufferQueue<ImportPipeline.Step, RecorderError>

  /// Judges all records, or those until the queue is closed.
  fileprivate func judge(
    into queue: Queue, _ boundaries: BatchBoundaries, requestsServices: Bool
  ) throws(RecorderError) {
    var read = 0
    while true {
      if !requestsServices, read == boundaries.storedCount || boundaries.endsChunk(at: read) {
        guard try beginChunk(queue) else { return }
      }
      guard let step = queue.emptyBuffer(), try session.read() else { return }
      let batch = step.batch
      // Services are not requested again for stored records.
      let isNew = read >= boundaries.storedCount
      if requestsServices, isNew {
        try session.requestAnswers()
        guard try beginChunk(queue) else { return }
      }
      session.supply(isNew ? [] : try storedAnswers(after: read))
      try session.judgeRecords(services: isNew ? .send : .onlyRecorded)
      preparer.fill(batch, from: session)
      read += batch.count
      if read <= boundaries.storedCount {
        guard try compare(batch, read, boundaries) else { return }
        queue.recycle(step)
      } else {
        prepare(batch)
        session.removeRecords()
        guard queue.append(step) else { return }
      }
    }
  }

  /// Lets the caller begin a transaction, if each chunk is judged inside its own. Returns false if
  /// the queue is closed.
  private func beginChunk(_ queue: Queue) throws(RecorderError) -> Bool {
    guard let claims else { return true }
    guard var step = queue.emptyBuffer() else { return false }
    step.beginsChunk = true
    guard queue.append(step), queue.waitForDemand() else { return false }
    try claims.refresh(session)
    return true
  }

  /// The stored answers of services for the records that were read last.
  private func storedAnswers(
    after read: Int
  ) throws(RecorderError) -> [PreparedBatch.Answer] {
    try prefix?.answers(read + 1, count: session.input.records.records.count) ?? []
  }

  private func prepare(_ batch: PreparedBatch) {
    preparer.tally.add(batch)
    preparer.appendKeys(to: batch, session)
    hasher.add(batch)
    batch.openBlock = hasher.block
  }

  /// Compares a batch with the stored records. Returns false if they differ.
  private func compare(
    _ batch: PreparedBatch, _ read: Int, _ boundaries: BatchBoundaries
  ) throws(RecorderError) -> Bool {
    guard var prefix else { return false }
    defer { self.prefix = prefix }
    if hasher.count == 0 { hasher = BlockHasher(salt: prefix.salt) }
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
    if prefix.hasMore || hasher.isFull || prefix.lastIsFull { hasher = BlockHasher() }
    return true
  }
}
