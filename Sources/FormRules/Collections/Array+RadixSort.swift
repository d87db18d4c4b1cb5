extension [Hash128] {
  /// Sorts in place by the bytes, the most significant first (American flag sort; McIlroy, Bostic
  /// and McIlroy, 1993).
  mutating func radixSort() {
    var span = mutableSpan
    Self.sort(&span, 0..<span.count, byte: 0)
  }

  private static func sort(_ span: inout MutableSpan<Hash128>, _ range: Range<Int>, byte: Int) {
    if range.count <= 24 { return insertionSort(&span, range) }
    var ends = [Int](repeating: 0, count: 257)
    for index in range { ends[span[index].byte(byte) + 1] += 1 }
    // Hashes of one group share their first bytes.
    if ends.contains(range.count) {
      if byte < 15 { sort(&span, range, byte: byte + 1) }
      return
    }
    ends[0] = range.lowerBound
    for digit in 1...256 { ends[digit] += ends[digit - 1] }
    var nexts = ends
    for digit in 0..<256 {
      while nexts[digit] < ends[digit + 1] {
        let position = nexts[digit]
        let target = span[position].byte(byte)
        if target == digit {
          nexts[digit] += 1
        } else {
          span.swapAt(position, nexts[target])
          nexts[target] += 1
        }
      }
    }
    guard byte < 15 else { return }
    for digit in 0..<256 where ends[digit + 1] - ends[digit] > 1 {
      sort(&span, ends[digit]..<ends[digit + 1], byte: byte + 1)
    }
  }

  private static func insertionSort(_ span: inout MutableSpan<Hash128>, _ range: Range<Int>) {
    for index in range.dropFirst() {
      let hash = span[index]
      var position = index
      while position > range.lowerBound, hash < span[position - 1] {
        span[position] = span[position - 1]
        position -= 1
      }
      span[position] = hash
    }
  }
}
