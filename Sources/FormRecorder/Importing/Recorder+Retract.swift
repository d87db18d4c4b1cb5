package import FormRules
import FormStore

/// A request to withdraw a finished import.
public struct RetractRequest: Sendable {
  /// The import: of a file, a stream, or corrections.
  public var importID: Int64
  /// Whether the import must contain corrections. Nil: either is retracted.
  public var isCorrection: Bool?
  /// The operator and the reason.
  public var by, reason: String
  /// Whether corrections of its records are withdrawn, too.
  public var includesDependents = false
  /// Whether to report without storing anything.
  public var isDryRun = false

  /// Creates a request.
  public init(importID: Int64, by: String, reason: String) {
    self.importID = importID
    self.by = by
    self.reason = reason
  }
}

/// The result of withdrawing an import.
public struct RetractReport: Sendable, Equatable {
  /// The withdrawn imports: those of corrections first, then the requested one.
  public var imports: [Int64]
  /// The number of withdrawn submissions.
  public var submissions: Int
  /// The submissions that are in effect again, in ascending order.
  public var restored: [Int64]
  /// The first 1,000 open submissions that only rules `unique: ever` reject. A replay accepts those
  /// whose keys were released.
  public var rejectedByKeys: [Int64]
  /// The head of the hash chain, which serves as a receipt. Nil in a dry run.
  public var head: String?

  /// The report as JSON with stable keys.
  package var json: JSON {
    .object([
      "imports": .array(imports.map { .integer(Int($0)) }), "submissions": .integer(submissions),
      "restored": .array(restored.map { .integer(Int($0)) }),
      "rejectedByKeys": .array(rejectedByKeys.map { .integer(Int($0)) }),
      "head": .optional(head),
    ])
  }
}

extension Recorder {
  /// Withdraws a finished import. Its submissions stay in the store, sealed, but have the state
  /// `retracted` and no verdict. What they superseded or corrected is in effect again, and the same
  /// file can be imported again.
  ///
  /// - Throws: `RecorderError` if the reason or the operator is empty; if the import does not
  ///   exist, is unfinished, or contains single submissions or the records of an external run; or
  ///   if its records were corrected, unless the request includes dependents.
  public func retract(_ request: RetractRequest) throws(RecorderError) -> RetractReport {
    guard !request.reason.allSatisfy(\.isWhitespace), !request.by.allSatisfy(\.isWhitespace) else {
      throw RecorderError(.usage, "a retraction requires a reason and an operator")
    }
    guard try hasDatabase else { throw RecorderError(StoreError.missing(path: database)) }
    let attribution = Attribution(by: request.by, reason: request.reason)
    let store = try storeForWriting(attribution)
    return try mappingErrors {
      let transaction = try WriteTransaction(store, isBulk: true)
      defer { transaction.rollback() }
      try store.lock?.acquire(wait: settings.wait)
      store.lock?.isKept = true
      defer {
        store.lock?.isKept = false
        store.lock?.release()
      }
      let imports = try retractable(request, in: store) + [request.importID]
      let submissions = try imports.reduce(0) { sum, id in
        try sum + store.spans(ofImport: id).reduce(0) { $0 + $1.count }
      }
      let restored = try store.retract(
        imports, at: try settings.now().description, attribution, in: transaction)
      try RestoredClaims(store).add(restored, in: transaction)
      var report = RetractReport(
        imports: imports, submissions: submissions, restored: restored,
        rejectedByKeys: try store.submissionsRejectedByClaims(
          ofImport: request.importID, limit: 1_000))
      if !request.isDryRun {
        report.head = try store.head()
        try transaction.commit()
      }
      return report
    }
  }

  /// The dependents of the import, newest first.
  private func retractable(
    _ request: RetractRequest, in store: Store
  ) throws -> [Int64] {
    let id = request.importID
    guard let summary = try store.importSummary(id) else { throw StoreError.unknownImport(id) }
    if let isCorrection = request.isCorrection, isCorrection != (summary.kind == .correction) {
      throw RecorderError(
        .refused,
        "import \(id) contains \(isCorrection ? "no corrections" : "corrections")")
    }
    switch (summary.state, summary.kind) {
    case (.finished, .file), (.finished, .stream), (.finished, .correction): break
    case (.finished, .intake):
      throw RecorderError(
        .refused, "import \(id) contains single submissions; only imports of files can be retracted"
      )
    case (.finished, .externalRun):
      throw RecorderError(
        .refused, "import \(id) is of an external run; only imports of files can be retracted")
    case (let state, _):
      throw RecorderError(
        .refused, "import \(id) is \(state.rawValue); only a finished import can be retracted")
    }
    let dependents = try store.dependents(ofImport: id)
    guard dependents.isEmpty || request.includesDependents else {
      let names = dependents.sorted().map(String.init).joined(separator: ", ")
      throw RecorderError(
        .refused,
        "records of import \(id) were corrected by \(dependents.count == 1 ? "import" : "imports") "
          + names, .includeDependents)
    }
    return dependents
  }
}
