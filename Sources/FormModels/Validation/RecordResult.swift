/// The result of judging one record.
struct RecordResult: Sendable {
  /// The failures, in the order of the rules.
  var failures: [ValidationError] = []
  /// The identifiers of skipped rules.
  var skipped: [String] = []
}

extension RecordResult {
  mutating func add(_ other: RecordResult) {
    if failures.isEmpty, skipped.isEmpty {
      self = other
      return
    }
    failures += other.failures
    // A rule that is skipped for several items is listed once.
    for id in other.skipped where !skipped.contains(id) { skipped.append(id) }
  }

  /// The result of a nested value, converted to a result of the enclosing model.
  ///
  /// - Parameters:
  ///   - path: The path to the nested value.
  ///   - name: The prefix of rule identifiers: `address`, `items`.
  func inside(_ path: [PathElement], named name: String) -> RecordResult {
    RecordResult(
      failures: failures.map { $0.inside(path, named: name) },
      skipped: skipped.map { "\(name).\($0)" })
  }
}
