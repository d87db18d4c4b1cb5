import FormTestSupport
import Foundation

@testable import FormRules

/// A value from the test suite of a source library with the expected verdict: a
/// line of `../shared/vectors/seeds.jsonl`.
struct Seed: Decodable, Sendable {
  let id: String
  let system: SeedSystem
  /// The release of the library.
  let version: String
  /// The library's name of the rule.
  let rule: String
  let params: [String: VectorOption]
  let input: VectorOption
  /// Whether it comes from a loop over numbers or files.
  let isOfLoop: Bool
  let isAccepted: Bool
  /// The names of the errors, if the test states them.
  let errors: [String]?
  let errorCount: Int?
  let message: String?
  let messagePrefix: String?
  let result: VectorOption?
  /// The states that a handler received, if the test states them.
  let states: [String]

  private enum Keys: String, CodingKey {
    case id, system, version, rule, params, input, loop, expect, error, message, result, states
    case errorCount = "error_count"
    case messagePrefix = "message_prefix"
  }

  init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: Keys.self)
    id = try line.decode(String.self, forKey: .id)
    system = try line.decode(SeedSystem.self, forKey: .system)
    version = try line.decode(String.self, forKey: .version)
    rule = try line.decode(String.self, forKey: .rule)
    params = try line.decode([String: VectorOption].self, forKey: .params)
    input = try line.decode(VectorOption.self, forKey: .input)
    isOfLoop = try line.decodeIfPresent(Bool.self, forKey: .loop) ?? false
    isAccepted = try line.decode(String.self, forKey: .expect) == "pass"
    errorCount = try line.decodeIfPresent(Int.self, forKey: .errorCount)
    message = try line.decodeIfPresent(String.self, forKey: .message)
    messagePrefix = try line.decodeIfPresent(String.self, forKey: .messagePrefix)
    result = try line.decodeIfPresent(VectorOption.self, forKey: .result)
    states = try line.decodeIfPresent([String].self, forKey: .states) ?? []
    switch try line.decodeIfPresent(VectorOption.self, forKey: .error) {
    case .string(let name): errors = [name]
    case .list(let names): errors = names.compactMap(\.text)
    default: errors = nil
    }
  }

  static func all() throws -> [Seed] {
    let url = Repository.shared("vectors/seeds.jsonl")
    let decoder = JSONDecoder()
    return try Data(contentsOf: url).split(separator: UInt8(ascii: "\n")).map {
      try decoder.decode(Seed.self, from: $0)
    }
  }
}

/// The source libraries.
enum SeedSystem: String, Decodable, Sendable, CaseIterable {
  case atg = "ATGValidator"
  case fvs = "FormValidatorSwift"
  case ngr = "NGRValidator"
  case ajw = "AJWValidator"
  case val = "Validator"
}

/// A rule of a source library with its parameters, which may be nested.
struct SeedRule: Sendable {
  let system: SeedSystem
  let version: String
  let name: String
  let params: [String: VectorOption]

  init(_ seed: Seed) {
    (system, version, name, params) = (seed.system, seed.version, seed.rule, seed.params)
  }

  init(_ name: String, _ params: [String: VectorOption], like other: SeedRule) {
    (system, version) = (other.system, other.version)
    (self.name, self.params) = (name, params)
  }

  subscript(_ param: String) -> VectorOption? { params[param] }

  /// The rules in a parameter that is a rule or a list of rules.
  func rules(_ param: String) -> [SeedRule] {
    let items: [VectorOption]
    switch params[param] {
    case .list(let list): items = list
    case let item?: items = [item]
    case nil: items = []
    }
    return items.compactMap { item in
      guard case .object(var params) = item, let name = params.removeValue(forKey: "rule")?.text
      else { return nil }
      return SeedRule(name, params, like: self)
    }
  }
}

extension VectorOption {
  /// The entries of an object.
  var object: [String: VectorOption]? {
    if case .object(let entries) = self { entries } else { nil }
  }
  /// The items of a list.
  var list: [VectorOption]? { if case .list(let items) = self { items } else { nil } }
}
