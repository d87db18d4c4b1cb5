import Dispatch
import FormModels
import FormRules
import Synchronization

/// Measures the validation of a model of six fields with a shared validator, and with the same
/// checks written by hand.
struct ValidatorBenchmarks {
  let stopwatch: Stopwatch

  private struct Order: Sendable {
    var name = "Ana"
    var email = "ana@example.com"
    var city = "Ljubljana"
    var age = 30
    var code = "AB-1234"
    var size = "large"
  }

  private static let calls = 1_000
  private static let models = 10_000
  private static let tasks = 8

  private static let valid = Order()
  private static let invalid = Order(email: "ana@", age: 7)

  func run() throws -> [Measurement] {
    let validator = try ModelValidator<Order> {
      Property("name", \.name, .required)
      Property("email", \.email, .email())
      Property("city", \.city, .length(min: 2, max: 40))
      Property("age", \.age, .range(min: 16, max: 99))
      Property("code", \.code, .pattern("[A-Z]{2}-[0-9]{4}"))
      Property("size", \.size, .in(["small", "medium", "large"]))
    }
    return try [
      measureByHand("6 valid fields", Self.valid, failures: 0),
      measure(validator, "6 valid fields", order: Self.valid, failures: 0),
      measure(validator, "6 valid fields, language de", order: Self.valid, failures: 0, in: "de"),
      measureByHand("2 failures", Self.invalid, failures: 2),
      measure(validator, "2 failures", order: Self.invalid, failures: 2),
      measure(validator, "2 failures, language de", order: Self.invalid, failures: 2, in: "de"),
    ] + measureAll(validator)
  }

  private func measure(
    _ validator: ModelValidator<Order>, _ detail: String, order: Order, failures: Int,
    in language: String = "en"
  ) throws -> Measurement {
    var found = 0
    let cost = try stopwatch.measure(operations: Self.calls) {
      found = 0
      for _ in 0..<Self.calls {
        // Creates the localization in each call, as `in: "de"` does.
        let result = validator.validate(order, in: Localization(language))
        for error in result.errors where !error.message.isEmpty { found += 1 }
      }
    }
    return try measurement(
      "validate", detail, cost: cost, found: found, expected: Self.calls * failures)
  }

  /// Measures the validation of many models, in one task and in several.
  private func measureAll(_ validator: ModelValidator<Order>) throws -> [Measurement] {
    var orders = Array(repeating: Self.valid, count: Self.models)
    for index in stride(from: 0, to: orders.count, by: 10) { orders[index] = Self.invalid }
    let parts = stride(from: 0, to: orders.count, by: orders.count / Self.tasks).map { start in
      Array(orders[start..<min(start + orders.count / Self.tasks, orders.count)])
    }
    @Sendable func failures(_ orders: [Order]) -> Int {
      validator.validate(all: orders).reduce(0) { $0 + $1.errors.count }
    }
    var found = 0
    let alone = try stopwatch.measure(operations: Self.models) { found = failures(orders) }
    let shared = Atomic(0)
    let together = try stopwatch.measure(operations: Self.models) {
      shared.store(0, ordering: .relaxed)
      DispatchQueue.concurrentPerform(iterations: parts.count) { part in
        shared.add(failures(parts[part]), ordering: .relaxed)
      }
    }
    return [
      try measurement(
        "validate(all:)", "1 task", cost: alone, found: found, expected: Self.models / 5),
      try measurement(
        "validate(all:)", "\(Self.tasks) tasks", cost: together,
        found: shared.load(ordering: .relaxed),
        expected: Self.models / 5),
    ]
  }

  private func measureByHand(
    _ detail: String, _ order: Order, failures: Int
  ) throws -> Measurement {
    var found = 0
    let cost = try stopwatch.measure(operations: Self.calls) {
      found = 0
      for _ in 0..<Self.calls { found += Self.errorsByHand(order).count }
    }
    return try measurement(
      "by hand", detail, cost: cost, found: found, expected: Self.calls * failures)
  }

  private func measurement(
    _ name: String, _ detail: String, cost: (nanoseconds: Double, allocations: Double),
    found: Int, expected: Int
  ) throws -> Measurement {
    guard found == expected else {
      throw BenchmarkFailure("\(name), \(detail): \(found) failures instead of \(expected)")
    }
    return Measurement(
      group: "validators", name: name, detail: detail, unit: "model",
      nanoseconds: cost.nanoseconds, allocations: cost.allocations, bytes: 40)
  }

  private struct HandWrittenError {
    var field: String
    var message: String
  }

  /// Checks the same requirements without a library.
  @inline(never)
  private static func errorsByHand(_ order: Order) -> [HandWrittenError] {
    var errors: [HandWrittenError] = []
    func require(_ isValid: Bool, _ field: String, message: @autoclosure () -> String) {
      if !isValid { errors.append(HandWrittenError(field: field, message: message())) }
    }
    require(!order.name.isEmpty, "name", message: "name is required.")
    require(isEmail(order.email), "email", message: "email must be an email address.")
    require(
      (2...40).contains(order.city.count), "city", message: "city must have 2 to 40 characters.")
    require(
      (16...99).contains(order.age), "age", message: "age must be from 16 to 99, not \(order.age).")
    require(isCode(order.code), "code", message: "code must be like AB-1234.")
    require(sizes.contains(order.size), "size", message: "size must be small, medium or large.")
    return errors
  }

  private static let sizes: Set = ["small", "medium", "large"]

  /// Does not use `Regex`, which is much slower for these seven characters.
  private static func isCode(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 7, bytes[2] == UInt8(ascii: "-") else { return false }
    return bytes[..<2].allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      && bytes[3...].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static func isEmail(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, (1...64).contains(parts[0].count) else { return false }
    let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    return labels.count > 1 && parts[0].allSatisfy { isWord($0) || $0 == UInt8(ascii: ".") }
      && labels.allSatisfy { (1...63).contains($0.count) && $0.allSatisfy(isWord) }
  }
}
