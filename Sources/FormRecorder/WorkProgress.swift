/// How far long work has come.
public struct WorkProgress: Sendable, Equatable {
  /// How many records or submissions are done.
  public var count: Int
  /// Which part of the whole that is, from 0 to 1; nil when the whole is not known, as of a pipe.
  public var share: Double?

  init(_ count: Int, of whole: Int? = nil) {
    self.init(count, share: whole.map { $0 > 0 ? Double(count) / Double($0) : 1 })
  }

  init(_ count: Int, share: Double?) {
    self.count = count
    self.share = share.map { min(1, max(0, $0)) }
  }
}
