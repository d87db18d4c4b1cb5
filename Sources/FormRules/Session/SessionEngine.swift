import FormBytes
import Synchronization

/// The rules of a live form, shared by all copies of a session. Creating it costs as much as
/// binding the rules; using it allocates no lasting memory.
final class SessionEngine<Root>: Sendable {
  let validator: ModelValidator<Root>
  let layout: SessionLayout<Root>
  private let workspaces: [KeptWorkspace]

  init(_ validator: ModelValidator<Root>) {
    self.validator = validator
    layout = SessionLayout(validator.units)
    workspaces = validator.units.plans.map { _ in KeptWorkspace() }
  }

  /// The failures of one plan in a model, restricted to a focus.
  ///
  /// - Parameter absent: the plan's fields that count as missing.
  func failures(
    ofPlan index: Int, _ focus: JudgeFocus, in model: Root, without absent: Set<Int>,
    _ call: ValidationCall
  ) -> [ValidationError] {
    let unit = validator.units.plans[index]
    guard unit.isPresent(model) else { return [] }
    let validation = unit.validation
    let focus =
      call.scenario == nil ? focus : focus.without(scenario: call.scenario, of: validation.plan)
    // The memory of rules and the answers of services belong to a single call.
    let isKept = validation.plan.memories == 0 && call.services == nil
    let workspace = (isKept ? workspaces[index].take() : nil) ?? Workspace(validation.judge(call))
    defer { if isKept { workspaces[index].put(workspace) } }
    workspace.fill(unit.reads.count) { field in
      focus.isRead[field] && !absent.contains(field) ? unit.reads[field](model) : nil
    }
    return workspace.failures(focus, validation, call)
  }
}

/// The workspace kept for the next keystroke. Access never waits: a caller that finds none creates
/// its own.
private final class KeptWorkspace: Sendable {
  private let workspace = Mutex<Workspace?>(nil)

  func take() -> Workspace? { workspace.withLock { $0.take() } }
  func put(_ used: Workspace) { workspace.withLock { $0 = used } }
}

/// The reusable memory for judging one record; creating it for every keystroke would cost more than
/// judging. It is a class because moving a judge copies a large value. Safe to share because one
/// call holds it at a time.
private final class Workspace: @unchecked Sendable {
  private var judge: Judge
  private var batch = JudgedBatch()
  /// The bytes of the batch's cells.
  private var bytes: [UInt8] = []

  init(_ judge: consuming Judge) { self.judge = judge }

  /// Fills the batch with a record, reading only some fields.
  func fill(_ fieldCount: Int, _ value: (Int) -> (any FormValue)?) {
    // Each access to a class property checks exclusivity, so the loop works on local copies.
    var (cells, bytes): ([Cell], [UInt8]) = ([], [])
    swap(&cells, &batch.cells)
    swap(&bytes, &self.bytes)
    cells.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    for field in 0..<fieldCount { cells.appendCell(of: value(field), &bytes) }
    swap(&cells, &batch.cells)
    swap(&bytes, &self.bytes)
  }

  func failures(
    _ focus: JudgeFocus, _ validation: PlanValidation, _ call: ValidationCall
  ) -> [ValidationError] {
    judge.run.receive(now: call.now ?? .now, source: "")
    judge.ask(only: focus)
    return validation.failures(of: &batch, bytes, &judge, call)
  }
}
