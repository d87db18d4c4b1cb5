import FormRules
import FormStore

/// The plans that judge submissions, which are bound once for each form and rules.
///
/// Only one thread uses it at a time.
final class SubmissionPlans {
  private let store: WritableStore
  private var plans: [Key: (bound: BoundVersions, layout: IntakeLayout)] = [:]
  private let maximum: Int
  /// The latest definition when the plans were bound.
  private var definitions: Int64 = 0

  private struct Key: Hashable {
    let form, rules: VersionReference?
  }

  /// - Parameter maximum: The maximum number of plans, so that requests for old versions do not
  ///   fill the memory.
  init(in store: WritableStore, maximum: Int = 100) {
    self.store = store
    self.maximum = maximum
  }

  /// The number of plans that are bound.
  var count: Int { plans.count }

  /// Discards the plans if a definition was stored since they were bound.
  func discardOutdated() throws(StoreError) {
    let latest = try store.lastVersionID()
    if latest != definitions { plans.removeAll() }
    definitions = latest
  }

  /// The plan that judges the record of a request, and the columns of its form.
  func plan(
    for request: SubmissionRequest, _ recorder: Recorder
  ) throws(RecorderError) -> (bound: BoundVersions, layout: IntakeLayout) {
    let key = Key(form: request.form, rules: request.rules)
    if let known = plans[key] { return known }
    let bound = try recorder.bind(form: key.form, rules: key.rules, in: store)
    if plans.count >= maximum { plans.removeAll() }
    let plan = (bound, try IntakeLayout(bound.plan.form))
    plans[key] = plan
    return plan
  }
}
