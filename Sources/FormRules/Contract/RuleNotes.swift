import Synchronization

/// What rules read of a record and a run. A judge reads the columns of these fields, no others.
struct RuleReads: Sendable, Equatable {
  /// Positions of fields of the form.
  var fields: Set<Int> = []
  /// Positions of run parameters of the rule set.
  var parameters: Set<Int> = []
}

/// What a rule was handed out while it was bound, itself or a rule inside it: which fields and given
/// parameters, and places in what the run remembers. Derived from what is asked for, so that a rule
/// cannot forget to say it.
final class RuleNotes: Sendable {
  private struct State {
    var reads = RuleReads()
    var memories: Int
  }

  private let state: Mutex<State>

  /// - Parameter memories: how many places the rules before it have taken.
  init(memories: Int = 0) { state = Mutex(State(memories: memories)) }

  /// What the rule reads.
  var reads: RuleReads { state.withLock { $0.reads } }

  /// How many places are taken.
  var memories: Int { state.withLock { $0.memories } }

  func addField(_ index: Int) { state.withLock { _ = $0.reads.fields.insert(index) } }

  func addParameter(_ index: Int) { state.withLock { _ = $0.reads.parameters.insert(index) } }

  func takeMemory() -> MemorySlot {
    state.withLock { state in
      state.memories += 1
      return MemorySlot(index: state.memories - 1)
    }
  }
}
