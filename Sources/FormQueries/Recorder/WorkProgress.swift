/// The progress of a long operation.
public struct WorkProgress: Sendable, Equatable {
  /// The number of records or submissions processed.
  public var count: Int
  /// The fraction of the work that is done, from 0 to 1, or nil if the total is unknown, as for a
  /// pipe.
  public var fraction: Double?

  package init(_ count: Int, of whole: Int? = nil) {
    self.init(count, fraction: whole.map { $0 > 0 ? Double(count) / Double($0) : 1 })
  }

  package init(_ count: Int, fraction: Double?) {
    self.count = count
    self.fraction = fraction.map { min(1, max(0, $0)) }
  }
}
