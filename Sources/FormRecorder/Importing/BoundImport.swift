import FormInput
import FormRules
import FormStore

/// A request to import a file, with the settings of its source, and the plan that judges the
/// records.
struct BoundImport {
  let recorder: Recorder
  let request: ImportRequest
  let plan: Plan
  /// The versions of the plan in the store, or nil if it does not exist.
  let versions: BoundVersions?
  /// The store, or nil if it does not exist.
  let store: Store?
  let callbacks: ImportCallbacks
}

/// What imports and dry runs refuse, whatever the input contains. It is checked first, so that the
/// errors are also reported for files that were already imported.
extension ImportRequest {
  /// Checks what does not depend on the form.
  func requireStorable() throws(RecorderError) {
    try attribution.requireStorable()
    try require(chunk, in: Self.chunks, "chunk")
  }
}

extension BoundImport {
  /// Checks what depends on the form and its rules.
  ///
  /// - Parameter file: The file, or nil for a stream.
  func requireValid(_ file: InputFile?) throws(RecorderError) {
    try request.localization.requireKnown(by: [plan])
    _ = try request.input.readerOptions(plan.form)
    if request.scenario != nil || !request.parameters.isEmpty {
      try mappingErrors {
        try plan.check(parameters: request.parameters, scenario: request.scenario)
      }
    }
    if let file, let store, file.belongs(toDatabase: store.path) {
      throw RecorderError(.usage, "\(request.path): is the database")
    }
  }
}
