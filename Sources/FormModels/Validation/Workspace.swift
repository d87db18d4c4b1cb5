import FormBytes
import FormRules
import Synchronization

/// The memory for judging one record after the other. Creating it costs more than judging, so it is
/// kept for later calls (`WorkspacePool`). It is a class because moving a judge copies a large
/// value. Safe to share because only one call has it at a time.
final class Workspace: @unchecked Sendable {
  private var judge: Judge
  private var cells: [Cell] = []
  /// The bytes of the cells.
  private var bytes: [UInt8] = []
  private var errors: [JudgedError] = []
  /// The messages in the languages that were used last.
  private var messages: [PlanMessages] = []

  /// The maximum number of languages whose messages are kept.
  private static let maximumLanguages = 16
  /// The maximum size of the texts of a record whose memory is kept, in bytes.
  private static let maximumKeptBytes = 1 << 20

  init(_ judge: consuming Judge) { self.judge = judge }

  /// Whether the memory is small enough to be kept.
  var isKeepable: Bool { bytes.capacity <= Self.maximumKeptBytes }

  /// Sets the rules to evaluate and the clock, for the records that are judged next.
  func prepare(_ focus: JudgeFocus, _ clock: RunClock) {
    judge.restrict(to: focus)
    judge.run.set(clock, source: "")
  }

  /// Judges a record.
  ///
  /// - Parameter value: Returns the value of a field by its position, or nil if it is missing.
  func result(in localization: Localization, _ value: (Int) -> (any FormValue)?) -> RecordResult {
    fill(value)
    judge.judge(cells.span, in: bytes.span, into: &errors)
    let skipped = judge.removeSkips()
    if errors.isEmpty, skipped.isEmpty { return RecordResult() }
    return RecordResult(
      failures: errors.isEmpty ? [] : failures(in: localization),
      skipped: skipped.map { judge.plan.rules[$0].id })
  }

  /// Reads a record without evaluating rules, and calls a closure with it. The focus must be on
  /// fields alone.
  func read(
    _ value: (Int) -> (any FormValue)?, _ body: (borrowing RecordContext) -> Void
  ) {
    fill(value)
    let (cells, bytes) = (cells, bytes)
    judge.read(cells.span, in: bytes.span, body)
  }

  private func fill(_ value: (Int) -> (any FormValue)?) {
    // Each access to a class property checks exclusivity, so the loop works on local copies.
    var (cells, bytes): ([Cell], [UInt8]) = ([], [])
    swap(&cells, &self.cells)
    swap(&bytes, &self.bytes)
    cells.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    for field in judge.plan.fields.indices { cells.appendCell(of: value(field), &bytes) }
    swap(&cells, &self.cells)
    swap(&bytes, &self.bytes)
  }

  private func failures(in localization: Localization) -> [ValidationError] {
    let messages = messages(in: localization)
    return errors.flatMap { error in
      if case .failures(let failures) = error.arguments.first?.content {
        return failures.map {
          ValidationError(error, $0, of: judge.plan, in: localization)
        }
      }
      return [
        ValidationError(
          error, of: judge.plan,
          message: messages.message(
            ofRule: Int(error.rule), code: error.code, arguments: error.arguments))
      ]
    }
  }

  private func messages(in localization: Localization) -> PlanMessages {
    if let known = messages.first(where: { $0.localization.identity == localization.identity }) {
      return known
    }
    let new = PlanMessages(judge.plan, in: localization)
    if messages.count == Self.maximumLanguages { messages.removeFirst() }
    messages.append(new)
    return new
  }
}

/// The workspaces of a validator that no call uses. There are as many as calls have run at the same
/// time, up to a maximum.
final class WorkspacePool: Sendable {
  private let workspaces = Mutex<[Workspace]>([])

  private static let maximumCount = 64

  func acquire() -> Workspace? { workspaces.withLock { $0.popLast() } }

  func release(_ workspace: Workspace) {
    guard workspace.isKeepable else { return }
    workspaces.withLock { workspaces in
      if workspaces.count < Self.maximumCount { workspaces.append(workspace) }
    }
  }
}
