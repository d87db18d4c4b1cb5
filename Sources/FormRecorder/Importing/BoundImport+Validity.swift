import FormInput
import FormRules
import FormStore

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
