import FormRules
import FormStore

/// A request to import a file, with the settings of its source, and the plan that judges the
/// records.
struct BoundImport {
  let recorder: Recorder
  let request: ImportRequest
  let plan: Plan
  /// The stored form's number, or nil if the form is not stored.
  let formID: Int64?
  /// The version of the rule set, or nil if it may not be stored.
  let rulesVersion: Int?
  /// The store, or nil if it does not exist.
  let store: Store?
  let callbacks: ImportCallbacks
}
