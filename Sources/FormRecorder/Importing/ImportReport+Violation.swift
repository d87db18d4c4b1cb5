import FormRules

extension ImportReport {
  /// Adds the violation of a limit on rejected records, if there is one.
  mutating func addViolation(of maximumRejected: Limit.Amount?) {
    guard let maximumRejected,
      let violation = Limit(.rejected, max: maximumRejected).violation(counts, after: nil),
      !exceededLimits.contains(violation)
    else { return }
    exceededLimits.append(violation)
  }
}
