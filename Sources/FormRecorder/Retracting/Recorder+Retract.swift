import FormStore

extension Recorder {
  /// Retracts a finished import. Its submissions stay in the store, sealed, but have the state
  /// `retracted` and no verdict. What they superseded or corrected is in effect again, and the same
  /// file can be imported again.
  ///
  /// If carried corrections of later deliveries are retracted as dependents, corrections that
  /// earlier deliveries still have are carried there again, and the repairs of their sources apply.
  ///
  /// Undoing the retraction puts the import back at its place in the order of deliveries: it
  /// replaces what it replaced, except by later deliveries.
  ///
  /// - Throws: `RecorderError` if the reason or the operator is empty; if the import does not
  ///   exist, is unfinished, or contains single submissions or the records of an external run; if
  ///   its records were corrected or its corrections were carried to later deliveries, unless the
  ///   request includes dependents; or, to undo a retraction, if the import is in effect, was
  ///   imported again or purged, or if records that it replaces were corrected meanwhile. An error
  ///   while corrections are carried again states what is stored and how to complete it.
  public func retract(_ request: RetractionRequest) throws(RecorderError) -> RetractionReport {
    let attribution = try Attribution(
      requiredBy: request.by, reason: request.reason, for: "a retraction")
    // The change is made and rolled back. Opening an older store for writing would update it.
    if request.isDryRun { _ = try storeForReading() }
    let (done, reopened) = try withWritableStore(attribution) { store, now in
      let transaction = WriteTransaction(store, isBulk: true)
      defer { transaction.rollback() }
      let retraction = ImportRetraction(
        request: request, store: store, attribution: attribution, now: now,
        transaction: transaction)
      let (changed, carried) =
        try request.isUndo ? retraction.reinstate() : retraction.retract()
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
    do throws(RecorderError) {
      try reopened.correct(self, attribution)
    } catch {
      let (state, repetition) =
        request.isUndo
        ? ("in effect", "retract the import again and undo that")
        : ("retracted", "undo the retraction and retract the import again")
      throw error.after(
        "import \(request.importID) is \(state), but not all corrections of earlier deliveries are "
          + "carried again; to complete them, \(repetition)")
    }
    var report = done
    let store = try storeForReading()
    report.head = try mappingErrors { try store.head() }
    return report
  }
}

/// A request to retract a finished import.
public struct RetractionRequest: Sendable {
  /// The import: of a file, a stream, or corrections.
  public var importID: Int64
  /// Whether the import must contain corrections. Nil: either is retracted.
  public var isCorrection: Bool?
  /// The operator and the reason.
  public var by, reason: String
  /// Whether corrections of its records are retracted, too.
  public var includesDependents = false
  /// Whether to undo the retraction of the import, and of the corrections that were retracted with
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
