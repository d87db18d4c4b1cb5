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
  /// Whether to undo the retraction of the import, and of the corrections that were withdrawn with
  /// it.
  public var isUndo = false
  /// Whether to report without storing anything.
  public var isDryRun = false

  /// Creates a request.
  public init(importID: Int64, by: String, reason: String) {
    self.importID = importID
    self.by = by
    self.reason = reason
  }
}

/// The result of withdrawing an import, or of undoing that.
public struct RetractReport: Sendable, Equatable {
  /// The withdrawn imports, those of corrections first, or the imports that are in effect again.
  public var imports: [Int64]
  /// The number of their submissions.
  public var submissions: Int
  /// The other submissions that are in effect again, in ascending order.
  public var restored: [Int64] = []
  /// The number of these that are open, before corrections are carried to them again.
  public var open = 0
  /// The number of records of later deliveries to which corrections are carried again, because the
  /// withdrawn imports had only passed them on.
  public var carried = 0
  /// The other submissions that are no longer in effect, in ascending order.
  public var replaced: [Int64] = []
  /// The first 1,000 open submissions that only rules `unique: ever` reject. A replay accepts those
  /// whose keys were released.
  public var rejectedByKeys: [Int64] = []
  /// The head of the hash chain, which serves as a receipt. Nil in a dry run.
  public var head: String?

  /// The report as JSON with stable keys.
  package var json: JSON {
    .object([
      "imports": .array(imports.map { .integer(Int($0)) }), "submissions": .integer(submissions),
      "restored": .array(restored.map { .integer(Int($0)) }),
      "open": .integer(open), "carried": .integer(carried),
      "replaced": .array(replaced.map { .integer(Int($0)) }),
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
  /// If carried corrections of later deliveries are withdrawn as dependents, corrections that
  /// earlier deliveries still have are carried there again, and the repairs of their sources apply.
  ///
  /// Undoing the retraction puts the import back at its place in the order of deliveries: it
  /// replaces what it replaced, except by later deliveries.
  ///
  /// - Throws: `RecorderError` if the reason or the operator is empty; if the import does not
  ///   exist, is unfinished, or contains single submissions or the records of an external run; if
  ///   its records were corrected or its corrections were carried to later deliveries, unless the
  ///   request includes dependents; or, to undo a retraction, if the import is in effect, was
  ///   imported again or purged, or if records that it replaces were corrected meanwhile.
  public func retract(_ request: RetractRequest) throws(RecorderError) -> RetractReport {
    let attribution = try Attribution(
      requiredBy: request.by, reason: request.reason, for: "a retraction")
    let (done, reopened) = try changing(attribution) { store, _ in
      let transaction = WriteTransaction(store, isBulk: true)
      defer { transaction.rollback() }
      let change = request.isUndo ? reinstate : withdraw
      let (changed, carried) = try change(request, store, attribution, transaction)
      var report = changed
      let reopened = try ReopenedDeliveries(carried, of: self, in: store)
      report.open = try store.openSubmissions(among: report.restored).count
      report.carried = reopened.carriedCount
      if !request.isDryRun {
        report.head = try store.head()
        try transaction.commit()
      }
      return (report, reopened)
    }
    if request.isDryRun || reopened.isEmpty { return done }
    try reopened.correct(self, attribution)
    var report = done
    let store = try storeForReading()
    report.head = try mappingErrors { try store.head() }
    return report
  }

  /// - Returns: The report, and the submissions whose carried corrections were withdrawn as
  ///   dependents.
  private func withdraw(
    _ request: RetractRequest, in store: WritableStore, _ attribution: Attribution,
    transaction: WriteTransaction
  ) throws -> (RetractReport, carried: Set<Int64>) {
    let (dependents, parts) = try retractable(request, in: store)
    let imports = dependents + parts
    let carried = try store.carriedSubmissions(ofImports: dependents)
    let restored = try retract(imports, in: store, attribution, transaction)
    let report = RetractReport(
      imports: imports, submissions: try submissions(of: imports, in: store), restored: restored,
      rejectedByKeys: try store.submissionsRejectedByClaims(
        ofImport: request.importID, limit: 1_000))
    return (report, carried)
  }

  /// - Returns: The submissions that are in effect again, in ascending order.
  private func retract(
    _ imports: [Int64], in store: WritableStore, _ attribution: Attribution,
    _ transaction: WriteTransaction
  ) throws -> [Int64] {
    let restored = try store.retract(
      imports, at: try settings.now().description, attribution, in: transaction)
    try ReinstatedClaims(store).add(restored.map { $0...$0 }.joined(), in: transaction)
    return restored
  }

  private func reinstate(
    _ request: RetractRequest, in store: WritableStore, _ attribution: Attribution,
    transaction: WriteTransaction
  ) throws -> (RetractReport, carried: Set<Int64>) {
    try requireKind(of: request, in: store)
    // Corrections that were carried again, and those that depend on them.
    var carried: Set<Int64> = []
    var withdrawn: [ClosedRange<Int64>] = []
    for importID in try store.carriedInstead(ofImport: request.importID) {
      let dependents = try store.dependents(ofImports: [importID])
      carried.formUnion(try store.carriedSubmissions(ofImports: dependents))
      for id in dependents + [importID] { withdrawn += try store.spans(ofImport: id) }
      _ = try retract(dependents + [importID], in: store, attribution, transaction)
    }
    let (imports, replaced) = try store.reinstate(
      request.importID, at: try settings.now().description, attribution, in: transaction)
    let reinstated = try imports.flatMap { try store.spans(ofImport: $0) }
    try ReinstatedClaims(store).add(
      reinstated.sorted { $0.lowerBound < $1.lowerBound }, in: transaction)
    let report = RetractReport(
      imports: imports, submissions: try submissions(of: imports, in: store),
      replaced: (replaced + withdrawn.flatMap { Array($0) }).sorted())
    return (report, carried)
  }

  private func submissions(of imports: [Int64], in store: Store) throws -> Int {
    try imports.reduce(0) { sum, id in
      try sum + store.spans(ofImport: id).reduce(0) { $0 + $1.count }
    }
  }

  /// Returns the import of a request.
  @discardableResult
  private func requireKind(
    of request: RetractRequest, in store: Store
  ) throws -> ImportSummary {
    let id = request.importID
    guard let summary = try store.importSummary(id) else { throw StoreError.unknownImport(id) }
    if let isCorrection = request.isCorrection, isCorrection != (summary.kind == .correction) {
      throw RecorderError(
        .refused, "import \(id) contains \(isCorrection ? "no corrections" : "corrections")")
    }
    return summary
  }

  /// The dependents of the import and its parts that are in effect, newest first.
  private func retractable(
    _ request: RetractRequest, in store: Store
  ) throws -> (dependents: [Int64], parts: [Int64]) {
    let id = request.importID
    let summary = try requireKind(of: request, in: store)
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
        "records of import \(id) were corrected by \(dependents.count == 1 ? "import" : "imports") "
          + "\(names), or its corrections were carried there", .includeDependents)
    }
    return (dependents, parts.reversed())
  }
}
