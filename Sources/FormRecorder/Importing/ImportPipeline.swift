import FormInput
import FormRules
import FormStore
import Foundation

/// Judges on a thread of its own, and hands prepared batches over in order. Their records are read
/// on another one: see `ReadAheadReader`.
///
/// Under rules `unique: ever` each chunk is judged while its transaction is open, so that nobody
/// claims a key between the look at it and the commit: the thread asks for the transaction (`gate`)
/// and waits for `passGate`. Where services are asked, each batch is a chunk, and they are asked before
/// its gate: nobody is kept waiting for them.
final class ImportPipeline {
  /// What comes out of the thread.
  enum Step {
    case batch(PreparedBatch)
    /// The next chunk's transaction is to be begun.
    case gate
  }

  /// What the thread leaves behind when it ends; to be looked at after the last step only.
  final class Outcome: @unchecked Sendable {
    var preparer: BatchPreparer
    var stream: JudgingSession
    var error: RecorderError?
    /// Whether the input is not that of the import to be resumed.
    var differs = false
    /// Whether another version of formrec judges the records that are stored already otherwise.
    var judgesOtherwise = false

    fileprivate var hasher = BlockHasher()
    fileprivate var prefix: StoredPrefix?
    fileprivate let claims: StoredClaims?

    init(
      _ stream: JudgingSession, _ preparer: BatchPreparer, _ prefix: StoredPrefix?,
      _ claims: StoredClaims?
    ) {
      self.stream = stream
      self.preparer = preparer
      self.prefix = prefix
      self.claims = claims
    }
  }

  let outcome: Outcome
  /// Whether a chunk ends where records say so only, because it is judged within its transaction.
  var hasGates: Bool { outcome.claims != nil }
  private let steps: BatchQueue<Step>
  private let empty: BatchQueue<PreparedBatch>
  private let limit = WeightLimit(3 << 19)
  private let gate = BatchQueue<Void>(capacity: 1)
  private let cut: BatchCut
  private let asks: Bool
  private var isStarted = false

  /// - Parameters:
  ///   - prefix: what is stored of an import that is resumed; its batches are compared and counted,
  ///     and not handed over.
  ///   - claims: what `unique: ever` compares with; nil when there is no such rule, or no store.
  ///   - asks: whether services are asked.
  init(
    _ stream: JudgingSession, _ preparer: BatchPreparer, _ cut: BatchCut = BatchCut(),
    prefix: StoredPrefix? = nil, claims: StoredClaims? = nil, asks: Bool = false
  ) {
    self.asks = asks
    outcome = Outcome(stream, preparer, prefix, claims)
    self.cut = cut
    // Enough to cover the stall of a commit, few enough for memory.
    let depth = 32
    steps = BatchQueue(capacity: depth)
    empty = BatchQueue(capacity: depth + 2, takesLast: true)
    for _ in 0..<depth { _ = empty.put(PreparedBatch()) }
  }

  /// The next step, or nil at the end; then `outcome` says how it ended.
  func next() -> Step? {
    if !isStarted { start() }
    return steps.take()
  }

  /// Answers a `gate`: the transaction is open.
  func passGate() { _ = gate.put(()) }

  /// Gives a batch's memory back.
  func recycle(_ batch: PreparedBatch) {
    let bytes = batch.weight
    // Now, not when it is filled: a long record's memory is not for the queue.
    batch.removeAll()
    limit.remove(bytes)
    _ = empty.put(batch)
  }

  /// Ends reading early.
  func stop() {
    steps.close()
    empty.close()
    gate.close()
    limit.close()
  }

  private func start() {
    isStarted = true
    let (outcome, steps, empty, gate, limit, cut) = (outcome, steps, empty, gate, limit, cut)
    let asks = asks
    let thread = Thread {
      defer { steps.close() }
      do throws(RecorderError) {
        var read = 0
        while let batch = empty.take() {
          func passGate() throws(RecorderError) -> Bool {
            guard outcome.claims != nil else { return true }
            guard steps.put(.gate), gate.take() != nil else { return false }
            try outcome.refreshClaims()
            return true
          }
          if !asks, read == cut.already || cut.endsChunk(at: read) {
            guard try passGate() else { return }
          }
          guard limit.waitForRoom(), try outcome.stream.read() else { return }
          // What is stored already is not asked again.
          let isNew = read >= cut.already
          if asks, isNew {
            try outcome.stream.askServices()
            guard try passGate() else { return }
          }
          outcome.stream.supply(isNew ? [] : try outcome.storedAnswers(after: read))
          try outcome.stream.judgeRecords(asking: isNew)
          outcome.preparer.fill(batch, from: outcome.stream)
          read += batch.count
          if read <= cut.already {
            guard try outcome.compare(batch, read, cut) else { return }
            _ = empty.put(batch)
          } else {
            outcome.prepare(batch)
            outcome.stream.removeRecords()
            limit.add(batch.weight)
            guard steps.put(.batch(batch)) else { return }
          }
        }
      } catch {
        outcome.error = error
      }
    }
    thread.stackSize = 8 << 20
    thread.start()
  }
}

extension ImportPipeline.Outcome {
  fileprivate func refreshClaims() throws(RecorderError) { try claims?.refresh(stream) }

  /// What services said of the records that were read last, when they were stored.
  fileprivate func storedAnswers(
    after read: Int
  ) throws(RecorderError) -> [PreparedBatch.Answer] {
    try prefix?.answers(read + 1, count: stream.records.records.count) ?? []
  }

  fileprivate func prepare(_ batch: PreparedBatch) {
    preparer.count(batch)
    preparer.appendKeys(to: batch, stream)
    hasher.update(batch)
    if hasher.isFull {
      batch.fullBlock = hasher.block
      hasher = BlockHasher()
    }
    batch.openBlock = hasher.block
  }

  /// Compares a batch with what is stored; false when they differ.
  fileprivate func compare(
    _ batch: PreparedBatch, _ read: Int, _ cut: BatchCut
  ) throws(RecorderError) -> Bool {
    guard var prefix else { return false }
    defer { self.prefix = prefix }
    if hasher.count == 0 { hasher = BlockHasher(salt: prefix.salt) }
    let stored = try prefix.errors(read - batch.count + 1, count: batch.count)
    if !prefix.isSameProgram, stored != batch.errors {
      judgesOtherwise = true
      return false
    }
    batch.errors = stored
    batch.answers = try prefix.answers(read - batch.count + 1, count: batch.count)
    preparer.count(batch)
    hasher.update(batch)
    guard cut.isStoredEnd(read) else { return true }
    guard prefix.takeBlock()?.digest == hasher.digest else {
      differs = true
      return false
    }
    // The last one may go on after what is stored.
    if prefix.hasMore || hasher.isFull || prefix.lastIsFull { hasher = BlockHasher() }
    return true
  }
}
