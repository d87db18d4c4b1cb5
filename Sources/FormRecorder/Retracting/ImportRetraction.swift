import FormBytes
import FormRules
import FormStore

/// Retracts an import, or undoes that, in a transaction.
struct ImportRetraction {
  let request: RetractionRequest
  let store: WritableStore
  let attribution: Attribution
  let now: String
  let transaction: WriteTransaction

  /// - Returns: The report, and the submissions whose carried corrections were retracted as
  ///   dependents.
  func retract() throws -> (RetractionReport, carried: Set<Int64>) {
    let (dependents, parts) = try retractable()
    let imports = dependents + parts
    let carried = try store.carriedSubmissions(ofImports: dependents)
    let restored = try retract(imports)
    let report = RetractionReport(
      imports: imports, submissions: try submissions(of: imports), restored: restored,
      rejectedByKeys: try store.submissionsRejectedByClaims(
        ofImport: request.importID, limit: 1_000))
    return (report, carried)
  }

  /// - Returns: The submissions that are in effect again, in ascending order.
  private func retract(_ imports: [Int64]) throws -> [Int64] {
    let restored = try store.retract(imports, at: now, attribution, in: transaction)
    try ReinstatedClaims(store).add(restored.joinedRanges, in: transaction)
    return restored
  }

  /// - Returns: The report, and the submissions whose carried corrections were retracted.
  func reinstate() throws -> (RetractionReport, carried: Set<Int64>) {
    try requireKind()
    // Corrections that were carried again, and those that depend on them.
    var carried: Set<Int64> = []
    var retracted: [ClosedRange<Int64>] = []
    for importID in try store.carriedInstead(ofImport: request.importID) {
      let dependents = try store.dependents(ofImports: [importID])
      carried.formUnion(try store.carriedSubmissions(ofImports: dependents))
      for id in dependents + [importID] { retracted += try store.spans(ofImport: id) }
      _ = try retract(dependents + [importID])
    }
    let (imports, replaced) = try store.reinstate(
      request.importID, at: now, attribution, in: transaction)
    let reinstated = try imports.flatMap { try store.spans(ofImport: $0) }
    try ReinstatedClaims(store).add(
      reinstated.sorted { $0.lowerBound < $1.lowerBound }, in: transaction)
    let report = RetractionReport(
      imports: imports, submissions: try submissions(of: imports),
      replaced: (replaced + retracted.flatMap { Array($0) }).sorted())
    return (report, carried)
  }

  private func submissions(of imports: [Int64]) throws -> Int {
    try imports.reduce(0) { sum, id in
      try sum + store.spans(ofImport: id).reduce(0) { $0 + $1.count }
    }
  }

  /// Returns the import of a request.
  @discardableResult
  private func requireKind() throws -> ImportSummary {
    let id = request.importID
    guard let summary = try store.importSummary(id) else { throw StoreError.unknownImport(id) }
    if let isCorrection = request.isCorrection, isCorrection != (summary.kind == .correction) {
      throw RecorderError(
        .refused, "import \(id) contains \(isCorrection ? "no corrections" : "corrections")")
    }
    return summary
  }

  /// The dependents of the import and its parts that are in effect, newest first.
  private func retractable() throws -> (dependents: [Int64], parts: [Int64]) {
    let id = request.importID
    let summary = try requireKind()
    let parts = try store.parts(ofImport: id).filter {
      try store.importSummary($0)?.state == .finished
    }
    guard !parts.isEmpty else {
      throw RecorderError(
        .refused,
        "import \(id) is \(summary.state.rawValue); only a finished import can be retracted")
    }
    switch summary.kind {
    case .file, .stream, .correction: break
    case .intake:
      throw RecorderError(
        .refused, "import \(id) contains single submissions; only imports of files can be retracted"
      )
    case .externalRun:
      throw RecorderError(
        .refused, "import \(id) is of an external run; only imports of files can be retracted")
    }
    let dependents = try store.dependents(ofImports: parts)
    guard dependents.isEmpty || request.includesDependents else {
      let names = dependents.sorted().map(String.init).joined(separator: ", ")
      throw RecorderError(
        .refused,
        "records of import \(id) were corrected by \("import".inflected(for: dependents.count)) "
          + "\(names), or its corrections were carried there", .includeDependents)
    }
    return (dependents, parts.reversed())
  }
}
