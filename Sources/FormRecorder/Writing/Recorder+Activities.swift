import FormRules
package import FormStore

extension Recorder {
  /// Records and seals an activity.
  ///
  /// - Parameter condition: Called in the transaction that records the activity. Nothing is
  ///   recorded if it returns false.
  /// - Returns: The activity's id, or nil if nothing was recorded.
  @discardableResult
  package func record(
    _ detail: ActivityDetail, subject: Int64? = nil, attribution: Attribution,
    if condition: (Store) throws -> Bool = { _ in true }
  ) throws(RecorderError) -> Int64? {
    try requireDatabase()
    let store = try storeForWriting(attribution)
    let now = try settings.now().description
    return try mappingErrors {
      try store.transaction {
        guard try condition(store) else { return nil }
        return try store.record(
          detail.kind, subject: subject, detail: detail.json.text, at: now, attribution)
      }
    }
  }
}
