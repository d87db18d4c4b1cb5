import Synchronization

/// The fields and run parameters that rules read. A judge reads the columns of these fields only.
package struct RuleInputs: Sendable, Equatable {
  /// Positions of fields of the form.
  package var fields: Set<Int> = []
  /// Positions of run parameters of the rule set.
  var parameters: Set<Int> = []
}

/// Records what a rule, including its nested rules, obtains while it is bound: fields, run
/// parameters and states. It is filled by the accessors themselves, so a rule cannot forget
/// to declare what it reads.
package final class RuleUsage: Sendable {
  private struct State {
    var reads = RuleInputs()
    var stateCount: Int
  }

  private let state: Mutex<State>

  /// - Parameter stateCount: The number of states that earlier rules have reserved.
  package init(stateCount: Int = 0) { state = Mutex(State(stateCount: stateCount)) }

  /// The fields and run parameters that the rule reads.
  var reads: RuleInputs { state.withLock { $0.reads } }

  /// The number of reserved states, including those of earlier rules.
  var stateCount: Int { state.withLock { $0.stateCount } }

  func addField(_ index: Int) { state.withLock { _ = $0.reads.fields.insert(index) } }

  func addParameter(_ index: Int) { state.withLock { _ = $0.reads.parameters.insert(index) } }

  func reserveStateIndex() -> StateIndex {
    state.withLock { state in
      state.stateCount += 1
      return StateIndex(index: state.stateCount - 1)
    }
  }
}
