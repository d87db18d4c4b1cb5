package import FormRules

/// The distribution of a column's numbers in binary floating point. It is intended for reports, not
/// for validation.
package struct NumericSummary: Sendable {
  /// A number with the location of its first record.
  package struct Extreme: Sendable, Equatable {
    package var value: Double
    /// The number without rounding, unless it is written with an exponent.
    package var exact: ExactDecimal?
    /// The number of cells with the number.
    package var count: Int
    package var line: Int

    /// The number in plain notation, without rounding.
    package var text: String { exact?.description ?? value.shortDescription }

    /// Whether the number is less than another one, exactly if both are written without an
    /// exponent.
    static func precedes(_ first: Extreme, _ second: Extreme) -> Bool {
      guard let left = first.exact, let right = second.exact else {
        return first.value < second.value
      }
      return left < right
    }
  }

  private static let maximumSample = 2048
  private static let maximumExtremes = 3

  package private(set) var count = 0
  package private(set) var negative = 0
  package private(set) var zero = 0
  package private(set) var mean = 0.0
  private var squares = 0.0
  /// The smallest and the largest distinct numbers, most extreme first.
  package private(set) var smallest: [Extreme] = []
  package private(set) var largest: [Extreme] = []
  /// A random sample, or all numbers if there are few. Sorted after a call of `finish`.
  package private(set) var sample: [Double] = []
  private var seed: UInt64 = 0x2545_F491_4F6C_DD1D

  /// The standard deviation.
  package var deviation: Double { count > 1 ? (squares / Double(count - 1)).squareRoot() : 0 }

  /// Adds a number that occurs `weight` times.
  mutating func add(_ value: Double, _ exact: ExactDecimal?, weight: Int, line: Int) {
    count += weight
    if value < 0 { negative += weight }
    if value == 0 { zero += weight }
    let delta = value - mean
    mean += delta * Double(weight) / Double(count)
    squares += Double(weight) * delta * (value - mean)
    let extreme = Extreme(value: value, exact: exact, count: weight, line: line)
    Self.insert(extreme, into: &smallest, by: Extreme.precedes)
    Self.insert(extreme, into: &largest) { Extreme.precedes($1, $0) }
    for _ in 0..<min(weight, Self.maximumSample - sample.count) { sample.append(value) }
    guard count > Self.maximumSample else { return }
    // Chao (1982): each occurrence is in the sample with equal probability.
    var expected = Double(Self.maximumSample) * Double(weight) / Double(count)
    while expected > 0 {
      if random() < min(1, expected) {
        sample[Int(random() * Double(sample.count))] = value
      }
      expected -= 1
    }
  }

  private static func insert(
    _ extreme: Extreme, into list: inout [Extreme], by precedes: (Extreme, Extreme) -> Bool
  ) {
    if list.count == maximumExtremes, precedes(list[list.count - 1], extreme) {
      return
    }
    guard let index = list.firstIndex(where: { !precedes($0, extreme) }) else {
      list.append(extreme)
      return
    }
    if !precedes(extreme, list[index]) {
      list[index].count += extreme.count
      list[index].line = min(list[index].line, extreme.line)
      return
    }
    list.insert(extreme, at: index)
    if list.count > maximumExtremes { list.removeLast() }
  }

  private mutating func random() -> Double {
    seed ^= seed << 13
    seed ^= seed >> 7
    seed ^= seed << 17
    return Double(seed >> 11) / Double(1 << 53)
  }

  mutating func finish() { sample.sort() }

  /// A quantile of the sample, or nil if there are no numbers.
  package func quantile(_ share: Double) -> Double? {
    guard !sample.isEmpty else { return nil }
    return sample[min(sample.count - 1, Int(share * Double(sample.count)))]
  }

  /// The number of sampled values in each of `bins` intervals of equal width between the smallest
  /// and the largest number. Empty if the numbers are equal, or their distance is not a number.
  package func histogram(bins: Int) -> [Int] {
    guard let low = smallest.first?.value, let high = largest.first?.value, high > low,
      (high - low).isFinite
    else { return [] }
    var counts = [Int](repeating: 0, count: bins)
    for value in sample {
      counts[min(bins - 1, Int((value - low) / (high - low) * Double(bins)))] += 1
    }
    return counts
  }
}
