extension RandomAccessCollection {
  /// Returns the first index whose element belongs to the second partition, or `endIndex`.
  ///
  /// - Parameter belongsInSecondPartition: A condition that no element fulfils before elements that
  ///   do not.
  /// - Complexity: O(log *n*).
  @inlinable
  package func partitioningIndex<Failure>(
    where belongsInSecondPartition: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Index {
    var low = startIndex
    var length = count
    while length > 0 {
      let half = length / 2
      let middle = index(low, offsetBy: half)
      if try belongsInSecondPartition(self[middle]) {
        length = half
      } else {
        low = index(after: middle)
        length -= half + 1
      }
    }
    return low
  }
}
