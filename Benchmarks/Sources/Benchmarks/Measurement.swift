import CAllocations

/// The cost of one operation.
struct Measurement: Codable {
  /// The name of a group of measurements, such as `rules`.
  var group: String
  /// The name of what is measured.
  var name: String
  /// The variant, if a name has several: parameters, type or shape.
  var detail: String
  /// The name of one operation.
  var unit: String
  /// The minimum time of an operation over many runs, in nanoseconds. Other load on the machine can
  /// only increase a time.
  var nanoseconds: Double
  /// The average number of allocations in an operation.
  var allocations: Double
  /// The average number of bytes that an operation processes.
  var bytes: Double
}

/// Measures the time of repeated work.
struct Stopwatch {
  /// The minimum total duration of the repetitions, in seconds.
  var seconds = 0.15

  /// Measures the cost of one operation, of which each call of `body` does `operations`.
  ///
  /// - Parameter prepare: Runs before each call of `body`, and is not measured.
  func measure(
    operations: Int, prepare: () throws -> Void = {}, _ body: () throws -> Void
  ) throws -> (nanoseconds: Double, allocations: Double) {
    let clock = ContinuousClock()
    // The first call is a warm-up.
    try prepare()
    try body()
    try prepare()
    let before = allocation_count()
    try body()
    let allocations = Double(allocation_count() - before) / Double(operations)
    var least = Double.infinity
    var total = 0.0
    var runs = 0
    while total < seconds || runs < 5 {
      try prepare()
      let time = try clock.measure(body) / .nanoseconds(1)
      least = min(least, time)
      total += time / 1e9
      runs += 1
    }
    return (least / Double(operations), allocations)
  }
}
