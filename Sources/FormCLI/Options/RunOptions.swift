import ArgumentParser

/// The parameters of a run.
struct RunParameterOptions: ParsableArguments {
  @Option(
    name: .customLong("param"),
    help: ArgumentHelp("A run parameter; may be repeated.", valueName: "name=value"))
  var entries: [String] = []

  func validate() throws {
    var names: Set<String> = []
    for entry in entries {
      guard let parameter = NameValue(entry) else {
        throw ValidationError("--param '\(entry)' must be written NAME=VALUE")
      }
      guard names.insert(parameter.name).inserted else {
        throw ValidationError("--param \(parameter.name) may be specified only once")
      }
    }
  }

  /// The values by name.
  var values: [String: String] {
    Dictionary(
      entries.compactMap { NameValue($0) }.map { ($0.name, $0.value) },
      uniquingKeysWith: { $1 })
  }
}

/// The options of a run.
struct RunOptions: ParsableArguments {
  @OptionGroup var parameters: RunParameterOptions

  @Option(help: "Evaluate only rules of this scenario and rules without a scenario.")
  var scenario: String?
}
