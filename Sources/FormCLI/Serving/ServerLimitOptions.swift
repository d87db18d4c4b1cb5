import ArgumentParser
import FormRules
import FormServer

/// The limits of a server.
struct ServerLimitOptions: ParsableArguments {
  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "A limit of the server, such as maximumBody=65536; may be repeated. docs/server.md lists them.",
      valueName: "name=number"))
  var entries: [String] = []

  func validate() throws {
    var names: Set<String> = []
    for entry in entries {
      guard let pair = NameValue(entry), let value = Int(pair.value) else {
        throw ValidationError("--limit '\(entry)' must be written NAME=NUMBER")
      }
      guard let limit = ServerLimit.all.first(where: { $0.name == pair.name }) else {
        throw ValidationError(
          String.unknown("limit", pair.name, known: ServerLimit.all.map(\.name)))
      }
      try require("--limit \(pair.name)", value, in: limit.bounds, unit: limit.unit.rawValue)
      guard names.insert(pair.name).inserted else {
        throw ValidationError("--limit \(pair.name) may be specified only once")
      }
    }
  }

  /// Sets the limits in a configuration.
  func set(in configuration: inout ServerConfiguration) {
    for pair in entries.compactMap({ NameValue($0) }) {
      guard let limit = ServerLimit.all.first(where: { $0.name == pair.name }),
        let value = Int(pair.value)
      else { continue }
      limit.set(value, in: &configuration)
    }
  }
}
