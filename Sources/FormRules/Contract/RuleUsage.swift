import Synchronization

/// The fields and run parameters that rules read. A judge reads the columns of these fields only.
package struct RuleInputs: Sendable, Equatable {
  /// Positions of fields of the form.
  package var fields: Set<Int> = []
  /// Positions of run parameters of the rule set.
  var parameters: Set<Int> = []
}

/// Records what a rule, including its nested rules, obtains while it is bound: fields, run
/// parameters and state slots. It is filled by the accessors themselves, so a rule cannot forget
/// to declare what it reads.
final class RuleUsage: Sendable {
  private struct State {
    var reads = RuleInputs()
    var stateSlots: Int
  }

  private let state: Mutex<State>

  /// - Parameter stateSlots: The number of slots that earlier rules have reserved.
  init(stateSlots: Int = 0) { state = Mutex(State(stateSlots: stateSlots)) }

  /// The fields and run parameters that the rule reads.
  var reads: RuleInputs { state.withLock { $0.reads } }

  /// The number of reserved slots, including those of earlier rules.
  var stateSlots: Int { state.withLock { $0.stateSlots } }

  func addField(_ index: Int) { state.withLock { _ = $0.reads.fields.insert(index) } }

  func addParameter(_ index: Int) { state.withLock { _ = $0.reads.parameters.insert(index) } }

  func reserveStateSlot() -> StateSlot {
    state.withLock { state in
      state.stateSlots += 1
      return StateSlot(index: state.stateSlots - 1)
    }
  }
}
