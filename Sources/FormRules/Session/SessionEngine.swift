import FormBytes
import Synchronization

/// What a live form judges by. It is shared by all copies of a session: making it costs as much as
/// binding the rules did, and using it takes no memory that stays.
final class SessionEngine<Root>: Sendable {
  let validator: ModelValidator<Root>
  let layout: SessionLayout<Root>
  private let workspaces: [KeptWorkspace]

  init(_ validator: ModelValidator<Root>) {
    self.validator = validator
    layout = SessionLayout(validator.units)
    workspaces = validator.units.plans.map { _ in KeptWorkspace() }
  }

  /// What one plan has against a model, as far as a focus goes.
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
    // What rules remember, and what services said, is of one call.
    let isKept = validation.plan.memories == 0 && call.remote == nil
    let workspace = (isKept ? workspaces[index].take() : nil) ?? Workspace(validation.judge(call))
    defer { if isKept { workspaces[index].put(workspace) } }
    workspace.fill(unit.reads.count) { field in
      focus.isRead[field] && !absent.contains(field) ? unit.reads[field](model) : nil
    }
    return workspace.failures(focus, validation, call)
  }
}

/// What is kept for the next key. Nobody waits for it: who finds nothing makes his own.
private final class KeptWorkspace: Sendable {
  private let workspace = Mutex<Workspace?>(nil)

  func take() -> Workspace? { workspace.withLock { $0.take() } }
  func put(_ used: Workspace) { workspace.withLock { $0 = used } }
}

/// What judging one record takes, to be used again: making it for every key would cost more than the
/// judging. A class, because moving a judge copies a lot; safe to share because one call has it at a
/// time.
private final class Workspace: @unchecked Sendable {
  private var judge: Judge
  private var batch = JudgedBatch()
  /// What the batch's cells lie in.
  private var bytes: [UInt8] = []

  init(_ judge: consuming Judge) { self.judge = judge }

  /// Lays a record out, of which some fields are read.
  func fill(_ fieldCount: Int, _ value: (Int) -> (any FormValue)?) {
    // Each access to a property of a class is checked for exclusivity: not one a field.
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
