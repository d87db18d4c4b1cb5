#if Server
import FormRecorder
import FormTestSupport
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

  /// No server has a limit that is out of bounds.
  @Test(arguments: ServerLimit.all.map(\.name)) func limitsHaveBounds(_ name: String) throws {
    let limit = try #require(ServerLimit.all.first { $0.name == name })
    var configuration = ServerConfiguration()
    for value in [limit.bounds.lowerBound, limit.bounds.upperBound] {
      limit.set(value, in: &configuration)
      try configuration.requireLimits()
    }
    for value in [limit.bounds.lowerBound - 1, limit.bounds.upperBound + 1] {
      limit.set(value, in: &configuration)
      let error = #expect(throws: RecorderError.self) {
        try FormHTTPServer(Recorder(database: "/nonexistent"), configuration)
      }
      #expect(error?.reason == .usage)
      #expect(
        error?.description
          == "\(name) must be \(limit.bounds.lowerBound) to \(limit.bounds.upperBound)")
    }
  }

  @Test(arguments: [0.5, 1, 1.5]) func timesMayBeFractions(seconds: Double) throws {
    var configuration = ServerConfiguration()
    configuration.readingTimeout = seconds
    try configuration.requireLimits()
  }

  @Test(arguments: [-0.5, 0, Double.nan, Double.infinity, -Double.infinity, 1e300])
  func timesMustBeInBounds(seconds: Double) {
    var configuration = ServerConfiguration()
    configuration.readingTimeout = seconds
    #expect(throws: RecorderError.self) { try configuration.requireLimits() }
  }

  @Test func negativeFractionsAreNotRoundedToZero() {
    var configuration = ServerConfiguration()
    configuration.changeDelay = -0.5
    #expect(throws: RecorderError.self) { try configuration.requireLimits() }
  }

  /// The comment of a limit states its bounds, unless they are the usual ones.
  @Test func boundsAreDocumented() throws {
    let source = try String(
      contentsOf: Repository.root.appendingPathComponent(
        "Sources/FormServer/Settings/ServerConfiguration.swift"), encoding: .utf8)
    for limit in ServerLimit.all {
      let property = try #require(source.range(of: "  public var \(limit.name) = "))
      let comment = source[..<property.lowerBound].split(separator: "\n").reversed()
        .prefix { $0.hasPrefix("  /// ") }.reversed().map { $0.dropFirst(6) }
        .joined(separator: " ")
      #expect(comment.contains("May be 0.") == (limit.bounds.lowerBound == 0), "\(limit.name)")
      #expect(
        comment.contains("At most 2^50.") == (limit.bounds.upperBound == 1 << 50), "\(limit.name)")
    }
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
