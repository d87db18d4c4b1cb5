import FormRules
import FormStore

/// Writes the errors and answers of replayed submissions, block by block.
final class ReplayOutput {
  private let store: WritableStore
  private let writer: ReplayWriter
  private let services: ServiceAnswers?
  /// Whether no other process can write during the replay.
  private let isAlone: Bool
  private var hasher: BlockHasher
  private var uncommittedCount = 0
  /// The submission that was written last.
  private var last: Int64?

  /// - Parameters:
  ///   - services: The answers of services, or nil if no rule needs any.
  ///   - isAlone: Whether no other process can write during the replay.
  init(
    _ store: WritableStore, _ start: RunStart, services: ServiceAnswers?, isAlone: Bool
  ) throws(StoreError) {
    self.store = store
    self.services = services
    self.isAlone = isAlone
    writer = ReplayWriter(store, start)
    hasher = BlockHasher(start.bound.errorLines)
    if isAlone { try writer.begin() }
  }

  /// Writes a batch.
  ///
  /// - Parameter ids: The submissions that the run covers.
  func write(_ batch: PreparedBatch, of ids: [Int64], from parsed: ParsedBatch) throws {
    guard let first = parsed.rows.ids.first, !ids.isEmpty else { return }
    // The submissions of a block are in the order of their numbers.
    if let last, first < last, hasher.count > 0 {
      try writer.append(hasher.block)
      hasher.startNext()
    }
    last = ids.last
    batch.answers = answers(ids, parsed, from: first)
    batch.lines = ids
    batch.ends = Array(repeating: 0, count: ids.count)
    hasher.add(batch, from: first)
    try writer.append(batch, first: first, covering: ids)
    uncommittedCount += ids.count
    let requestsServices = services?.canSend == true
    if uncommittedCount >= ImportRequest.defaultChunk || requestsServices, !isAlone {
      try writer.commit(releasing: requestsServices)
      uncommittedCount = 0
    }
  }

  /// The new answers of services.
  private func answers(
    _ ids: [Int64], _ parsed: ParsedBatch, from first: Int64
  ) -> [PreparedBatch.Answer] {
    guard let services, !services.answers.isEmpty else { return [] }
    let covered = Set(ids)
    return services.answers.compactMap { answer in
      let id = parsed.judgedIDs[Int(answer.record)]
      guard covered.contains(id) else { return nil }
      return PreparedBatch.Answer(
        record: Int32(clamping: id - first), rule: answer.rule, key: answer.key,
        outcome: answer.outcome)
    }.sorted { $0.order < $1.order }
  }

  /// Ends the run, whose verdicts become current.
  ///
  /// - Parameters:
  ///   - claims: The keys of the accepted submissions, or nil if they are unchanged.
  ///   - isCurrent: Whether the replay compared with this state of the store.
  /// - Returns: The run and the head of the chain, or nil if the state is another one. The run is
  ///   then not finished.
  func finish(
    _ end: RunEnd, _ imports: some Sequence<ReplayedImportCounts>, claims: [RuleClaims]?,
    isCurrent: (ClaimState) -> Bool
  ) throws(StoreError) -> (run: Int64, head: String)? {
    let head = try writer.finish(
      end, imports, lastBlock: hasher.count > 0 ? hasher.block : nil, claims: claims,
      isStill: { try isCurrent(store.claimState($0)) })
    return head.map { (writer.runID, $0) }
  }

  /// Discards uncommitted writes.
  func rollback() { writer.rollback() }
}
