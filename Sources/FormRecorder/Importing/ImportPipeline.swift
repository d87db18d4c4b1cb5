import FormInput
import FormRules
import FormStore
import Foundation

/// Judges records on a separate thread and delivers prepared batches in order. `ReadAheadReader`
/// reads the records on another thread.
///
/// With `unique: ever` rules, each chunk is judged inside its transaction, so that no other process
/// can claim a key between the lookup and the commit. The thread requests the transaction with
/// `gate` and waits for `passGate`. With remote services, each batch is a chunk, and the services
/// are requested before its gate, so that other writers do not wait for them.
final class ImportPipeline {
  /// A step of the judging thread.
  enum Step {
    case batch(PreparedBatch)
    /// The caller must begin the next chunk's transaction.
    case gate
  }

  /// The state of the judging thread. The caller may read it only after the last step.
  final class Outcome: @unchecked Sendable {
    var preparer: BatchPreparer
    var session: JudgingSession
    var error: RecorderError?
    /// Whether the input differs from that of the resumed import.
    var differs = false
    /// Whether another version of formrec judges the stored records differently.
    var judgesOtherwise = false

    fileprivate var hasher = BlockHasher()
    fileprivate var prefix: StoredPrefix?
    fileprivate let claims: StoredClaims?

    init(
      _ session: JudgingSession, _ preparer: BatchPreparer, _ prefix: StoredPrefix?,
      _ claims: StoredClaims?
    ) {
      self.session = session
      self.preparer = preparer
      self.prefix = prefix
      self.claims = claims
    }
  }

  let outcome: Outcome
  /// Whether only the pipeline decides where chunks end, because each chunk is judged inside its
  /// transaction.
  var hasGates: Bool { outcome.claims != nil }
  private let steps: BatchQueue<Step>
  private let empty: BatchQueue<PreparedBatch>
  private let limit = WeightLimit(3 << 19)
  private let gate = BatchQueue<Void>(capacity: 1)
  private let cut: BatchCut
  private let requestsServices: Bool
  private var isStarted = false

  /// - Parameters:
  ///   - prefix: The stored part of a resumed import. Its batches are compared and counted, and not
  ///     delivered.
  ///   - claims: The stored keys for `unique: ever` rules, or nil if there is no such rule or no
  ///     store.
  ///   - requestsServices: Whether remote services are requested.
  init(
    _ session: JudgingSession, _ preparer: BatchPreparer, _ cut: BatchCut = BatchCut(),
    prefix: StoredPrefix? = nil, claims: StoredClaims? = nil, requestsServices: Bool = false
  ) {
    self.requestsServices = requestsServices
    outcome = Outcome(session, preparer, prefix, claims)
    self.cut = cut
    // Large enough to cover the stall of a commit, small enough for memory.
    let depth = 32
    steps = BatchQueue(capacity: depth)
    empty = BatchQueue(capacity: depth + 2, takesLast: true)
    for _ in 0..<depth { _ = empty.put(PreparedBatch()) }
  }

  /// The next step, or nil at the end. `outcome` then holds the result.
  func next() -> Step? {
    if !isStarted { start() }
    return steps.take()
  }

  /// Answers a `gate` step after the transaction has begun.
  func passGate() { _ = gate.put(()) }

  /// Returns a batch's memory to the pipeline.
  func recycle(_ batch: PreparedBatch) {
    let bytes = batch.weight
    // Empty it now and not when it is refilled, so that the memory of a long record does not stay
    // in the queue.
    batch.removeAll()
    limit.remove(bytes)
    _ = empty.put(batch)
  }

  /// Stops the pipeline before the end of the input.
  func stop() {
    steps.close()
    empty.close()
    gate.close()
    limit.close()
  }

  private func start() {
    isStarted = true
    let (outcome, steps, empty, gate, limit, cut) = (outcome, steps, empty, gate, limit, cut)
    let requestsServices = requestsServices
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
          if !requestsServices, read == cut.already || cut.endsChunk(at: read) {
            guard try passGate() else { return }
          }
          guard limit.waitForRoom(), try outcome.session.read() else { return }
          // Services are not requested again for stored records.
          let isNew = read >= cut.already
          if requestsServices, isNew {
            try outcome.session.requestAnswers()
            guard try passGate() else { return }
          }
          outcome.session.supply(isNew ? [] : try outcome.storedAnswers(after: read))
          try outcome.session.judgeRecords(services: isNew ? .send : .known)
          outcome.preparer.fill(batch, from: outcome.session)
          read += batch.count
          if read <= cut.already {
            guard try outcome.compare(batch, read, cut) else { return }
            _ = empty.put(batch)
          } else {
            outcome.prepare(batch)
            outcome.session.removeRecords()
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
  fileprivate func refreshClaims() throws(RecorderError) { try claims?.refresh(session) }

  /// The stored answers of services for the records that were read last.
  fileprivate func storedAnswers(
    after read: Int
  ) throws(RecorderError) -> [PreparedBatch.Answer] {
    try prefix?.answers(read + 1, count: session.records.records.count) ?? []
  }

  fileprivate func prepare(_ batch: PreparedBatch) {
    preparer.count(batch)
    preparer.appendKeys(to: batch, session)
    hasher.update(batch)
    if hasher.isFull {
      batch.fullBlock = hasher.block
      hasher = BlockHasher()
    }
    batch.openBlock = hasher.block
  }

  /// Compares a batch with the stored records. Returns false if they differ.
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
    // The last block may continue after the stored records.
    if prefix.hasMore || hasher.isFull || prefix.lastIsFull { hasher = BlockHasher() }
    return true
  }
}
