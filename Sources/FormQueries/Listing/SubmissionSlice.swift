/// The extent of a slice of submissions.
public struct SubmissionSlice: Sendable, Equatable {
  /// The number of submissions in the slice.
  public var count: Int
  /// The number of the last submission in the slice, or the number after which the slice was
  /// requested if it has none. Pass it as `after` for the next slice.
  public var last: Int64
  /// Whether more submissions follow.
  public var hasMore: Bool
}
