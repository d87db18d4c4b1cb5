import FormRules

extension InputOpener {
  /// The input of a request. An export is refused unless its records are stored as new ones.
  init(_ request: ImportRequest, under plan: Plan) throws(RecorderError) {
    try self.init(
      request.path, request.input, under: plan, exports: request.storesExports ? .store : .refuse)
  }

  /// The input of an import. A stream that may be read more than once is copied.
  init(_ bound: BoundImport) throws(RecorderError) {
    let plan = bound.plan
    try self.init(bound.request, under: plan)
    let mayReread = !plan.countingRulePositions.isEmpty || !plan.storeComparingPositions.isEmpty
    if mayReread || bound.request.copy != nil {
      rereadable = try RereadableFile(bound.request.readPath)
    }
  }
}
