/// The progress of a long operation.
public struct WorkProgress: Sendable, Equatable {
  /// The number of records or submissions processed.
  public var count: Int
  /// The fraction of the work that is done, from 0 to 1, or nil if the total is unknown, as for a
  /// pipe.
  public var share: Double?

  init(_ count: Int, of whole: Int? = nil) {
    self.init(count, share: whole.map { $0 > 0 ? Double(count) / Double($0) : 1 })
  }

  init(_ count: Int, share: Double?) {
    self.count = count
    self.share = share.map { min(1, max(0, $0)) }
  }
}
