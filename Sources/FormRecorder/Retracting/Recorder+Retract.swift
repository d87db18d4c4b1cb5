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
    let (done, reopened) = try changing(attribution) { store, now in
      let transaction = WriteTransaction(store, isBulk: true)
      defer { transaction.rollback() }
      let retraction = ImportRetraction(
        request: request, store: store, attribution: attribution, now: now,
        transaction: transaction)
      let (changed, carried) =
        try request.isUndo ? retraction.reinstate() : retraction.withdraw()
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
}
