import FormRules
import FormStore
import Foundation
import Synchronization

/// A verification in progress: the chain on one thread, then the file and the blocks on two.
struct RunningVerification {
  let store: Store
  /// A head that must be in the chain.
  var receipt: String?
  /// The path of a file of receipts.
  var receipts: String?

  func run(
    _ progress: (WorkProgress) -> Void
  ) throws(RecorderError) -> VerificationReport {
    do {
      // Excludes concurrent commits, which change counts and, if they purge, blocks.
      return try store.snapshot { try verify(progress) }
    } catch StoreError.altered(let what) {
      return VerificationReport(problem: StoreProblem(.content, what))
    } catch {
      throw RecorderError(error)
    }
  }

  private func verify(_ progress: (WorkProgress) -> Void) throws -> VerificationReport {
    let verification = StoreVerification(store)
    let chain = try verification.verifyChain()
    var report = VerificationReport(
      problem: chain.problem, head: chain.head, events: chain.events)
    report.receipts = try receipts.map { path in
      try mappingErrors(file: path) { try ReceiptComparison(file: path, with: store) }
    }
    if chain.problem != nil { return report }
    let blocks = try blockProblem(verification, progress)
    report.submissions = blocks.totals.submissions + chain.submissions
    report.externalRunImports = try store.externalRuns().map(\.importID)
    report.problem =
      try blocks.problem ?? verification.strayProblem(blocks.totals)
      ?? restProblem(verification)
      // A truncated chain or a wrong receipt is reported only if nothing else is wrong.
      ?? receipt.flatMap { try verification.receiptProblem($0.lowercased()) }
      ?? report.receipts?.problem
    return report
  }

  private func restProblem(_ verification: StoreVerification) throws -> StoreProblem? {
    let forms = try store.latestForms()
    for kind in DefinitionKind.allCases {
      for latest in try store.latestVersions(of: kind) {
        for version in try store.allVersions(of: kind, named: latest.name)
        where version.contentDigest != version.digest {
          return StoreProblem(
            .content, table: "version", row: version.id,
            "\(version.name)@\(version.number) does not match its digest")
        }
      }
    }
    return try verification.schemaProblem(forms) ?? verification.derivedProblem(forms)
      ?? ClaimVerification(verification, store).problem()
  }

  /// Recomputes all blocks while SQLite checks the file.
  private func blockProblem(
    _ verification: StoreVerification, _ progress: (WorkProgress) -> Void
  ) throws -> (problem: StoreProblem?, totals: BlockTotals) {
    let blocks: [RunBlock]
    do {
      blocks = try verification.blocks()
    } catch let problem as StoreProblem {
      return (problem, BlockTotals())
    }
    let shared = SharedBlocks(blocks)
    let done = DispatchGroup()
    let thread = Thread { [open = store.openAnotherReader] in
      shared.work(opening: open) { verification throws(StoreError) in
        try verification.fileProblem()
      }
      done.leave()
    }
    done.enter()
    thread.stackSize = 8 << 20
    thread.start()
    shared.work(verification, progress)
    done.wait()
    return try shared.result(on: verification)
  }
}

/// Blocks to be verified by several threads.
private final class SharedBlocks: Sendable {
  private let blocks: [RunBlock]

  private struct State {
    var next = 0
    var totals = BlockTotals()
    var problem: StoreProblem?
    var error: (any Error)?
    /// The blocks that failed outside the snapshot.
    var failed: [RunBlock] = []

    /// Keeps the first problem by run and row, regardless of which thread finds it first.
    mutating func add(_ problem: StoreProblem, of block: RunBlock) {
      if let known = self.problem,
        (known.runID ?? 0, known.row ?? 0) < (block.runID, problem.row ?? 0)
      {
        return
      }
      self.problem = problem
    }
  }

  private let state = Mutex(State())

  init(_ blocks: [RunBlock]) { self.blocks = blocks }

  /// The result of all blocks. Blocks that failed on the other connection are verified again on the
  /// connection of the snapshot, because a purge by another process may have changed them since.
  func result(
    on verification: StoreVerification
  ) throws -> (problem: StoreProblem?, totals: BlockTotals) {
    var state = state.withLock { $0 }
    if let error = state.error { throw error }
    for block in state.failed {
      if let problem = try verification.problem(of: block, &state.totals) {
        state.add(problem, of: block)
      }
    }
    return (state.problem, state.totals)
  }

  /// Runs another check and then verifies blocks, with a separate connection.
  func work(
    opening open: () throws(StoreError) -> Store,
    first: (StoreVerification) throws(StoreError) -> StoreProblem?
  ) {
    do {
      let verification = StoreVerification(try open())
      if let problem = try first(verification) {
        state.withLock { $0.problem = problem }
        return
      }
      work(verification, isInSnapshot: false) { _ in }
    } catch {
      state.withLock { $0.error = error }
    }
  }

  /// Verifies blocks until there are none left or a problem is found.
  func work(
    _ verification: StoreVerification, isInSnapshot: Bool = true,
    _ progress: (WorkProgress) -> Void
  ) {
    var totals = BlockTotals()
    do {
      while let block = take() {
        var sum = totals
        if let problem = try verification.problem(of: block, &sum) {
          state.withLock { state in
            if isInSnapshot { state.add(problem, of: block) } else { state.failed.append(block) }
          }
          if isInSnapshot { break } else { continue }
        }
        totals = sum
        progress(WorkProgress(totals.submissions, fraction: fraction))
      }
    } catch {
      state.withLock { $0.error = error }
    }
    state.withLock { $0.totals += totals }
  }

  /// The fraction of the blocks that threads have taken.
  private var fraction: Double {
    state.withLock { Double($0.next) / Double(max(1, blocks.count)) }
  }

  private func take() -> RunBlock? {
    state.withLock { state in
      guard state.problem == nil, state.error == nil, state.next < blocks.count else { return nil }
      defer { state.next += 1 }
      return blocks[state.next]
    }
  }
}
