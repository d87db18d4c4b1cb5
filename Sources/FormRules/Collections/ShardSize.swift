/// The sizes of the shards of hash tables with open addressing.
enum ShardSize {
  /// The number of slots up to which a shard doubles.
  private static let doublingLimit = 4_096

  /// The number of slots after a growth: a shard doubles while it is small, and then grows by a
  /// fifth.
  static func next(after size: Int) -> Int {
    size < doublingLimit ? max(16, size * 2) : size + size / 5
  }

  /// The maximum number of keys in the slots, a load of 0.85.
  static func limit(of size: Int) -> Int { size * 85 / 100 }
}
