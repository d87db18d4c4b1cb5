import FormRules
import FormStore

/// Deliveries whose carried corrections were retracted with their origin.
///
/// They get the corrections that they would have if the retracted import had never been stored:
/// those that the deliveries before it still have, and the repairs of their sources.
struct ReopenedDeliveries {
  private let all: [Delivery]

  private struct Delivery {
    let importID: Int64
    let plan: Plan
    /// The rules that judged it, in their current version.
    let rules: VersionReference?
    /// The submissions that are open now, or lack corrections.
    let submissions: Set<Int64>
    let carried: CarriedCorrections
  }

  /// - Parameter submissions: The submissions to which the retracted corrections were carried.
  init(_ submissions: Set<Int64>, of recorder: Recorder, in store: Store) throws {
    if submissions.isEmpty {
      all = []
      return
    }
    let deliveries = try store.uncorrectedDeliveries(among: submissions)
    let affected = try store.openSubmissions(among: submissions)
      .union(deliveries.map(\.submission))
    var byImport: [Int64: Set<Int64>] = [:]
    for (importID, ids) in try store.parts(containing: affected.sorted()) {
      byImport[importID, default: []].formUnion(affected.filter { ids.contains($0) })
    }
    all = try byImport.sorted { $0.key < $1.key }.compactMap { importID, own in
      guard let summary = try store.importSummary(importID) else { return nil }
      let rules = VersionReference(summary.rules)
      let bound = try recorder.bind(form: VersionReference(summary.form), rules: rules, in: store)
      return Delivery(
        importID: importID, plan: bound.plan, rules: rules, submissions: own,
        carried: try CarriedCorrections(
          to: deliveries.filter { own.contains($0.submission) }, under: bound.plan, in: store))
    }
  }

  var isEmpty: Bool { all.isEmpty }

  /// The number of records to which corrections are carried again.
  var carriedCount: Int { all.reduce(0) { $0 + $1.carried.patches.count } }

  /// Stores the corrections.
  ///
  /// - Parameter attribution: The operator of the retraction.
  func correct(_ recorder: Recorder, _ attribution: Attribution) throws(RecorderError) {
    for delivery in all {
      var request = ImportRequest(path: "")
      (request.rules, request.by) = (delivery.rules, attribution.by)
      _ = try delivery.carried.store(recorder, after: request)
      let store = try recorder.storeForReading()
      let repairs = try mappingErrors {
        try SourceRepairs(
          ofImport: delivery.importID, among: delivery.submissions, under: delivery.plan,
          in: store)
      }
      _ = try repairs?.store(recorder, after: request)
    }
  }
}
