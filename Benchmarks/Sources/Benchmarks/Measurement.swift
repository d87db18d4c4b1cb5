import CAllocations

/// What one operation costs.
struct Measurement: Codable {
  /// What is measured together, such as `rules`.
  var group: String
  /// What is measured.
  var name: String
  /// Of what kind, where a name has several: parameters, type, shape.
  var detail: String
  /// What counts as one operation.
  var unit: String
  /// Nanoseconds an operation, the least of many runs: what else the machine does only adds to it.
  var nanoseconds: Double
  /// How often memory is asked for in an operation.
  var allocations: Double
  /// How many bytes an operation looks at on average.
  var bytes: Double
}

/// Runs work and takes the time.
struct Stopwatch {
  /// For how long work is repeated, in seconds.
  var seconds = 0.15

  /// The cost of one of `operations` that `body` does in one call.
  ///
  /// - Parameter prepare: what is done before each call and does not count.
  func measure(
    operations: Int, prepare: () throws -> Void = {}, _ body: () throws -> Void
  ) throws -> (nanoseconds: Double, allocations: Double) {
    let clock = ContinuousClock()
    // The first call makes what is made once.
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
