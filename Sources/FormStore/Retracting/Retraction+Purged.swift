import GRDB

extension Retraction {
  /// Returns the next deliveries of submissions that purged ones of a retracted import supersede.
  ///
  /// A purged submission has no key. What supersedes it is therefore as it was when it was purged,
  /// whatever was retracted, reinstated or delivered since. Later deliveries have the keys of the
  /// submissions, unless they are purged, too.
  ///
  /// - Parameter superseders: By submission, the purged one that supersedes it.
  static func nextDeliveries(
    _ db: Database, superseders: [Int64: Int64], formID: Int64
  ) throws -> [Int64: Int64] {
    guard let list = try KeyList.find(db, formID: formID, rule: "") else { return [:] }
    let order = try DeliveryOrder(db, formID: formID)
    let retracted = try Int64.fetchSet(db, sql: "SELECT import FROM retracted_import")
    func event(_ submission: Int64) -> Int64 { order.effects.event(of: submission) }
    func knownNext(_ purged: Int64) throws -> Int64? {
      var last = purged
      while let next = try SupersededTable.range(db, containing: last)?.superseder(of: last),
        event(next) > event(last), let range = order.effects.range(of: next)
      {
        if !retracted.contains(range.importID) { return next }
        last = next
      }
      return nil
    }
    var keys: [KeyEntry] = []
    try KeyPages(list).forEach(db, superseders.keys.joinedRanges) { keys.append($0.entry) }
    keys.sortByHash()
    let rivals = Dictionary(
      grouping: try KeyRuns(list).matches(db, keys)
        + KeyRuns(list, isFormer: true).matches(db, keys), by: \.hash)
    var found: [Int64: Int64] = [:]
    for key in keys {
      guard let purged = superseders[key.submission] else { continue }
      let withKey = order.first(
        of: (rivals[key.hash] ?? []).map(\.submission), after: event(purged))
      found[key.submission] = [withKey, try knownNext(purged)].compactMap(\.self)
        .min { (event($0), $0) < (event($1), $1) }
    }
    return found
  }
}
