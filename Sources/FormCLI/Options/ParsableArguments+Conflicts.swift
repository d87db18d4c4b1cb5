import ArgumentParser

extension ParsableArguments {
  /// Throws if an option is specified that cannot be combined with another one.
  ///
  /// - Parameter options: The options, each with whether it is specified.
  func exclude(
    _ options: KeyValuePairs<String, Bool>, with other: String
  ) throws(ValidationError) {
    if let option = options.first(where: \.value)?.key {
      throw ValidationError("\(other) and \(option) cannot be combined")
    }
  }

  /// Throws if an option is specified whose requirement is not met.
  ///
  /// - Parameters:
  ///   - requirement: What is missing, such as `--html`.
  ///   - options: The options that need it, each with whether it is specified.
  func require(
    _ requirement: String, for options: KeyValuePairs<String, Bool>
  ) throws(ValidationError) {
    if let option = options.first(where: \.value)?.key {
      throw ValidationError("\(option) requires \(requirement)")
    }
  }

  /// Throws if a number is out of bounds.
  func require(
    _ option: String, _ value: Int?, in bounds: ClosedRange<Int>, unit: String = ""
  ) throws(ValidationError) {
    guard let value, !bounds.contains(value) else { return }
    let text =
      bounds.upperBound == .max
      ? "\(bounds.lowerBound) or more" : "\(bounds.lowerBound) to \(bounds.upperBound)"
    throw ValidationError("\(option) must be \(text)" + (unit.isEmpty ? "" : " \(unit)"))
  }

  /// Throws if several files are standard input.
  func requireOneStandardInput(_ files: [String]) throws(ValidationError) {
    if files.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("standard input can be read only once")
    }
  }
}
