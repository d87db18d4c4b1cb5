import FormTestSupport
import Foundation

@testable import FormRules

/// A value of another project's test suite with its verdict: a line of `rules_<name>.jsonl` in
/// `../shared/vectors`.
struct Vector: Decodable, Sendable {
  /// The project.
  let source: String
  /// The options of that project's rule, by its names; an empty object is its default.
  let options: [String: VectorOption]
  let input: String
  /// The function, if the project has several for one rule.
  let fn: String?
  /// For phone numbers of other projects, the verdict of libphonenumber.
  let libphonenumber: String?
  /// `trailing-newline`: a valid value followed by a line feed.
  let tag: String?
  private let expect: String

  /// Whether there is a verdict of libphonenumber that differs from that of the project.
  var isDisputedByLibphonenumber: Bool { libphonenumber.map { $0 != expect } ?? false }

  /// The verdict of the project.
  var isValid: Bool { expect == "valid" }

  /// The lines of a file.
  static func load(_ file: String) throws -> [Vector] {
    let url = Repository.shared("vectors/rules_\(file).jsonl")
    let decoder = JSONDecoder()
    return try Data(contentsOf: url).split(separator: UInt8(ascii: "\n")).map {
      try decoder.decode(Vector.self, from: $0)
    }
  }

  subscript(_ option: String) -> VectorOption? { options[option] }

  /// A Boolean option, or nil if it is absent.
  func flag(_ option: String) -> Bool? {
    if case .bool(let value) = options[option] { value } else { nil }
  }

  /// The text of an option, or its number as text, or nil if it is absent.
  func text(_ option: String) -> String? { options[option]?.text }

  /// The whole number of an option, or nil if it is absent.
  func integer(_ option: String) -> Int? { text(option).flatMap { Int($0) } }

  /// The texts and numbers of a list option, or nil if it is absent.
  func texts(_ option: String) -> [String]? {
    if case .list(let items) = options[option] { items.compactMap(\.text) } else { nil }
  }
}

/// The value of an option: any JSON value.
enum VectorOption: Decodable, Sendable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case list([VectorOption])
  case object([String: VectorOption])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let list = try? value.decode([VectorOption].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: VectorOption].self))
    }
  }

  /// A string, or a number as text.
  var text: String? {
    switch self {
    case .string(let text): text
    case .number(let number):
      Int(exactly: number).map { String($0) } ?? String(number)
    default: nil
    }
  }
}

extension DefinitionNode {
  /// A list of texts, as `["a", "b"]` in a definition.
  static func list(_ texts: [String]) -> DefinitionNode { .init(.sequence(texts.map(Self.text))) }

  /// `true` or `false`.
  static func flag(_ value: Bool) -> DefinitionNode { .text(value ? "true" : "false") }

  /// A mapping of the parameters that are not nil.
  static func parameters(_ entries: KeyValuePairs<String, DefinitionNode?>) -> DefinitionNode {
    .init(.mapping(entries.compactMap { key, value in value.map { Entry(key, $0) } }))
  }
}
