extension Sequence where Element: Comparable {
  /// The distinct elements in ascending order.
  @inlinable
  package var sortedWithoutDuplicates: [Element] {
    var result = sorted()
    var kept = 0
    for index in result.indices where index == 0 || result[index] != result[kept - 1] {
      result[kept] = result[index]
      kept += 1
    }
    result.removeLast(result.count - kept)
    return result
  }
}
