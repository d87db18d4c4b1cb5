/// Estimates the number of distinct hashes in 16 KiB of memory, with a standard error of 0.8 %.
///
/// This is the algorithm of Flajolet, Fusy, Gandouet and Meunier (2007), with 2^14 registers and
/// linear counting for small numbers. Hashes have 64 bits, so large numbers need no correction.
struct HyperLogLog: Sendable {
  private static let bits = 14
  private var registers: [UInt8] = []

  /// Adds a hash. Adding the same hash again has no effect.
  mutating func insert(_ hash: UInt64) {
    if registers.isEmpty { registers = [UInt8](repeating: 0, count: 1 << Self.bits) }
    let register = Int(truncatingIfNeeded: hash >> (64 - UInt64(Self.bits)))
    let rank =
      UInt8((hash << UInt64(Self.bits) | 1 << UInt64(Self.bits - 1)).leadingZeroBitCount) + 1
    if registers[register] < rank { registers[register] = rank }
  }

  /// The estimated number of distinct hashes.
  var estimate: Int {
    guard !registers.isEmpty else { return 0 }
    let count = Double(registers.count)
    let sum = registers.reduce(0.0) { $0 + 1 / Double(UInt64(1) << UInt64($1)) }
    let raw = 0.7213 / (1 + 1.079 / count) * count * count / sum
    let zeros = registers.count { $0 == 0 }
    if raw <= 2.5 * count, zeros > 0 {
      return Int((count * log2(count / Double(zeros)) * ln2).rounded())
    }
    return Int(raw.rounded())
  }

  private var ln2: Double { 0.693_147_180_559_945_3 }

  /// The binary logarithm without Foundation, from the exponent and a series for the significand.
  private func log2(_ x: Double) -> Double {
    let y = (x.significand - 1) / (x.significand + 1)
    var (term, sum, n) = (y, 0.0, 1.0)
    while term.magnitude > 1e-17 {
      sum += term / n
      term *= y * y
      n += 2
    }
    return Double(x.exponent) + 2 * sum / ln2
  }
}
