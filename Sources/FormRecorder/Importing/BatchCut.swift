import FormStore

/// Where batches of records end: where blocks and chunks end, so that what is stored does not depend
/// on scheduling.
struct BatchCut: Sendable {
  /// A batch never goes over a multiple of so many records.
  var chunk = Int.max
  /// A batch never goes over the end of so many records, which are stored already; chunks count
  /// from there.
  var already = 0

  /// How many records the next batch may have at most.
  func room(after read: Int) -> Int {
    let inBlock = BlockHasher.size - read % BlockHasher.size
    return min(inBlock, read < already ? already - read : chunk - (read - already) % chunk)
  }
}
