import FormTestSupport
import Testing

@testable import FormStore

/// Sets of ids as ranges, compared with sets of numbers.
@Suite struct RangeSetTests {
  private func random(
    _ generator: inout SeededGenerator
  ) -> [ClosedRange<Int64>] {
    var next: Int64 = 1
    return (0..<Int.random(in: 0...6, using: &generator)).map { _ in
      let low = next + .random(in: 0...4, using: &generator)
      let high = low + .random(in: 0...5, using: &generator)
      next = high + 1
      return low...high
    }
  }

  @Test func rangesBehaveLikeSets() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<5_000 {
      let (a, b) = (random(&generator), random(&generator))
      let (left, right) = (Set(a.flatMap { $0 }), Set(b.flatMap { $0 }))
      #expect(Set(a.subtracting(b).flatMap { $0 }) == left.subtracting(right), "\(a) \(b)")
      #expect(Set(a.intersection(b).flatMap { $0 }) == left.intersection(right), "\(a) \(b)")
      for range in a {
        #expect(b.overlap(range) == !right.isDisjoint(with: range), "\(b) \(range)")
      }
    }
  }
}
