import FormRules
import Foundation

/// Measures the parts of formrec separately. See Benchmarks/README.md.
@main struct BenchmarkCommand {
  private static let groups = [
    "types", "rules", "patterns", "session", "validators", "reading", "store", "submissions",
  ]

  static func main() {
    do {
      try run()
    } catch {
      fail("\(error)", code: 1)
    }
  }

  private static func fail(_ message: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(code)
  }

  private static func run() throws {
    var arguments = CommandLine.arguments.dropFirst()
    func takeFlag(_ name: String) -> Bool {
      guard let index = arguments.firstIndex(of: name) else { return false }
      arguments.remove(at: index)
      return true
    }
    let isJSON = takeFlag("--json")
    let stopwatch = Stopwatch(seconds: takeFlag("--quick") ? 0.01 : 0.15)
    if let unknown = arguments.first(where: { !(groups + RuleRegistry.names).contains($0) }) {
      fail(
        "\(unknown)? There are --json and --quick, then names of rules, or of groups: "
          + groups.joined(separator: ", "), code: 64)
    }
    let results = try measurements(of: Set(arguments), stopwatch)
    if isJSON {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(results), as: UTF8.self))
    } else {
      print(MeasurementTable(results).text)
    }
  }

  /// - Parameter wanted: Names of groups and rules. An empty list means all.
  private static func measurements(
    of wanted: Set<String>, _ stopwatch: Stopwatch
  ) throws -> [Measurement] {
    func isWanted(_ name: String) -> Bool { wanted.isEmpty || wanted.contains(name) }
    var results: [Measurement] = []
    if isWanted("types") { results += try TypeBenchmarks(stopwatch: stopwatch).run() }
    results += try RuleBenchmarks(stopwatch: stopwatch).run(
      RuleRegistry.all.filter { isWanted("rules") || wanted.contains($0.name) })
    if isWanted("patterns") { results += try PatternBenchmarks(stopwatch: stopwatch).run() }
    if isWanted("session") { results += try SessionBenchmarks(stopwatch: stopwatch).run() }
    if isWanted("validators") {
      results += try ValidatorBenchmarks(stopwatch: stopwatch).run()
    }
    if isWanted("reading") { results += try FileBenchmarks(stopwatch: stopwatch).run() }
    if isWanted("store") { results += try StoreBenchmarks(stopwatch: stopwatch).run() }
    if isWanted("submissions") { results += try SubmissionBenchmarks(stopwatch: stopwatch).run() }
    return results
  }
}
