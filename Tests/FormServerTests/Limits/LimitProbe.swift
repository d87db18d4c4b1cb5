#if Server
import FormRecorder
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// What happens at the edge of a limit and beyond it.
struct LimitProbe: Sendable, CustomTestStringConvertible {
  let limit: String
  /// The value of the limit.
  let value: Int
  /// The outcomes with this value, which those with every other value differ from.
  let expected: [Int]
  let outcomes: @Sendable (ServerConfiguration) async throws -> [Int]

  init(
    _ limit: String, _ value: Int, _ expected: [Int],
    _ outcomes: @escaping @Sendable (ServerConfiguration) async throws -> [Int]
  ) {
    (self.limit, self.value, self.expected, self.outcomes) = (limit, value, expected, outcomes)
  }

  static let all = requests + work + responses + memory + rates + connections + times

  var testDescription: String { limit }

  /// A configuration with a value of the limit.
  func configuration(_ value: Int) throws -> ServerConfiguration {
    var configuration = ServerConfiguration.patient
    try #require(ServerLimit.all.first { $0.name == limit }).set(value, in: &configuration)
    return configuration
  }
}

@Suite(.timeLimit(.minutes(10))) struct LimitTests {
  /// Each limit has effect at its value, not one before or after it.
  @Test(arguments: LimitProbe.all)
  func limitsHaveEffectAtTheirValue(_ probe: LimitProbe) async throws {
    let outcomes = try await probe.outcomes(probe.configuration(probe.value))
    #expect(outcomes == probe.expected)
    for other in [probe.value - 1, probe.value + 1] {
      let outcomes = try await probe.outcomes(probe.configuration(other))
      #expect(outcomes != probe.expected, "\(other)")
    }
  }

  /// A limit that is as great as the probe needs has no effect. With sockets and concurrent tasks,
  /// the first value after the limit might have another outcome only because of the timing.
  @Test(arguments: LimitProbe.connections + LimitProbe.times.filter { $0.limit == "changeDelay" })
  func greatLimitsHaveNoEffect(_ probe: LimitProbe) async throws {
    let outcomes = try await probe.outcomes(probe.configuration(probe.value + 1000))
    #expect(outcomes != probe.expected)
  }

  @Test func eachLimitHasAProbe() {
    #expect(Set(LimitProbe.all.map(\.limit)) == Set(ServerLimit.all.map(\.name)))
  }

  /// Every number of the configuration is a limit, except the port.
  @Test func eachNumberIsALimit() {
    let numbers = Self.numbers(of: ServerConfiguration())
    #expect(Set(numbers.keys).subtracting(["port"]) == Set(ServerLimit.all.map(\.name)))
    for limit in ServerLimit.all {
      var configuration = ServerConfiguration()
      #expect(limit.bounds.contains(limit.value(in: configuration)))
      limit.set(1_234_567, in: &configuration)
      let changed = Self.numbers(of: configuration).filter { numbers[$0.key] != $0.value }
      #expect(changed == [limit.name: 1_234_567])
      #expect(limit.value(in: configuration) == 1_234_567)
    }
  }

  private static func numbers(of configuration: ServerConfiguration) -> [String: Double] {
    var numbers: [String: Double] = [:]
    for case (let name?, let value) in Mirror(reflecting: configuration).children {
      numbers[name] = (value as? Double) ?? (value as? Int).map(Double.init)
    }
    return numbers
  }

  /// The documentation has a row with the name and the default of each limit.
  @Test func limitsAreDocumented() throws {
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../docs/server.md"), encoding: .utf8)
    for limit in ServerLimit.all {
      let value = limit.value(in: ServerConfiguration())
      let row = "| `\(limit.name)` | \(value.formatted(.number.locale(Locale(identifier: "en")))) |"
      #expect(page.contains(row), "\(row)")
    }
  }
}
#endif
