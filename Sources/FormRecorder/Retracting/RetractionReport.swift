import FormRules

/// The result of retracting an import, or of undoing that.
public struct RetractionReport: Sendable, Equatable, Encodable {
  /// The retracted imports, those of corrections first, or the imports that are in effect again.
  public var imports: [Int64]
  /// The number of their submissions.
  public var submissions: Int
  /// The other submissions that are in effect again, in ascending order.
  public var restored: [Int64] = []
  /// The number of these that are open, before corrections are carried to them again.
  public var open = 0
  /// The number of records of later deliveries to which corrections are carried again, because the
  /// retracted imports had only passed them on.
  public var carried = 0
  /// The other submissions that are no longer in effect, in ascending order.
  public var replaced: [Int64] = []
  /// The first 1,000 open submissions that only rules `unique: ever` reject. A replay accepts those
  /// whose keys were released.
  public var rejectedByKeys: [Int64] = []
  /// The head of the hash chain, which serves as a receipt. Nil in a dry run.
  public var head: String?

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "imports": imports, "submissions": submissions, "restored": restored, "open": open,
      "carried": carried, "replaced": replaced, "rejectedByKeys": rejectedByKeys, "head": head,
    ])
  }
}
