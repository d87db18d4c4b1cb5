import FormTestSupport
import Foundation
import Testing

@testable import FormRules

/// Compares compiled random expressions over random records with an interpreter that uses
/// fractions and optionals.
@Suite struct ExpressionRandomTests {
  @Test func programsAgreeWithANaiveInterpreter() throws {
    var answers: [Truth: Int] = [:]
    let run = testRun(stateCount: 0)
    let failure = try RandomRounds.run("expressions", 1_700, long: 5_000) { random, show in
      var maker = Maker(random: random)
      let texts = maker.record()
      let condition = maker.condition(depth: 4)
      show("\(condition.source) on \(texts)")
      let found = try truth(condition.source, texts, in: run)
      answers[found, default: 0] += 1
      return found == condition.answer(texts) ? nil : "\(found)"
    }
    #expect(failure == nil)
    // Each result must occur often enough.
    for truth in [Truth.isTrue, .isFalse, .unknown] { #expect(answers[truth, default: 0] > 80) }
  }
}

/// A number as a fraction; nil means an unknown value.
private struct Quotient: Equatable {
  var top: Int128
  var bottom: Int128

  init?(_ top: Int128, _ bottom: Int128 = 1) {
    guard bottom != 0 else { return nil }
    var (a, b) = (top.magnitude, bottom.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    let divisor = Int128(a) * (bottom < 0 ? -1 : 1)
    self.top = top / divisor
    self.bottom = bottom / divisor
  }

  /// Creates a number from digits with at most one decimal.
  init?(_ text: String) {
    let parts = text.split(separator: ".")
    guard let digits = Int128(parts.joined()) else { return nil }
    self.init(digits, parts.count == 2 ? 10 : 1)
  }

  func order(_ other: Quotient) -> Int {
    let (a, b) = (top * other.bottom, other.top * bottom)
    return a < b ? -1 : a == b ? 0 : 1
  }
}

/// A number in an expression.
private indirect enum Number {
  case constant(String), field(String), length(String)
  case operation(Number, String, Number)
  case function(String, [String])

  var source: String {
    switch self {
    case .constant(let text): text
    case .field(let name): name
    case .length(let name): "length(\(name))"
    case .operation(let a, let sign, let b): "(\(a.source) \(sign) \(b.source))"
    case .function(let name, let fields): "\(name)(\(fields.joined(separator: ", ")))"
    }
  }

  func value(_ texts: [String: String]) -> Quotient? {
    switch self {
    case .constant(let text): return Quotient(text)
    case .field(let name): return texts[name].flatMap { Quotient($0) }
    case .length(let name):
      guard let text = texts[name], !text.isEmpty else { return nil }
      return Quotient(Int128(text.count))
    case .operation(let a, let sign, let b):
      guard let x = a.value(texts), let y = b.value(texts) else { return nil }
      let result =
        switch sign {
        case "+": Quotient(x.top * y.bottom + y.top * x.bottom, x.bottom * y.bottom)
        case "-": Quotient(x.top * y.bottom - y.top * x.bottom, x.bottom * y.bottom)
        case "*": Quotient(x.top * y.top, x.bottom * y.bottom)
        default: Quotient(x.top * y.bottom, x.bottom * y.top)
        }
      return result
    case .function(let name, let fields):
      let present = fields.compactMap { texts[$0] }.filter { !$0.isEmpty }
      if name == "count" { return Quotient(Int128(present.count)) }
      let values = present.compactMap { Quotient($0) }
      guard var result = values.first, values.count == present.count else { return nil }
      for value in values.dropFirst() {
        switch name {
        case "min": if value.order(result) < 0 { result = value }
        case "max": if value.order(result) > 0 { result = value }
        default:
          result =
            Quotient(
              result.top * value.bottom + value.top * result.bottom, result.bottom * value.bottom)
            ?? result
        }
      }
      return result
    }
  }
}

/// A condition in an expression.
private indirect enum Condition {
  case numbers(Number, String, Number)
  case texts(String, String, String)
  case membership(String, [String])
  case blank(String)
  case active
  case distinct([String])
  case not(Condition)
  case join(String, [Condition])

  var source: String {
    switch self {
    case .numbers(let a, let sign, let b): "\(a.source) \(sign) \(b.source)"
    case .texts(let a, let sign, let b): "\(a) \(sign) \(b)"
    case .membership(let field, let list): "\(field) in (\(list.joined(separator: ", ")))"
    case .blank(let field): "\(field) is blank"
    case .active: "active"
    case .distinct(let fields): "distinct(\(fields.joined(separator: ", ")))"
    case .not(let condition): "not (\(condition.source))"
    case .join(let word, let parts):
      parts.map { "(\($0.source))" }.joined(separator: " \(word) ")
    }
  }

  func answer(_ texts: [String: String]) -> Truth { Truth(value(texts)) }

  private func value(_ texts: [String: String]) -> Bool? {
    switch self {
    case .numbers(let a, let sign, let b):
      guard let x = a.value(texts), let y = b.value(texts) else { return nil }
      return holds(sign, x.order(y))
    case .texts(let a, let sign, let b):
      func text(_ operand: String) -> [UInt8]? {
        let text = operand.hasPrefix("'") ? String(operand.dropFirst().dropLast()) : texts[operand]
        return text.flatMap { $0.isEmpty ? nil : Array($0.utf8) }
      }
      guard let x = text(a), let y = text(b) else { return nil }
      return holds(sign, x == y ? 0 : x.lexicographicallyPrecedes(y) ? -1 : 1)
    case .membership(let field, let list):
      guard let x = Number.field(field).value(texts) else { return nil }
      let answers = list.map { item -> Bool? in
        let y = Quotient(item) ?? Number.field(item).value(texts)
        return y.map { $0 == x }
      }
      return answers.contains(true) ? true : answers.contains(nil) ? nil : false
    case .blank(let field): return texts[field]?.isEmpty ?? true
    case .active: return texts["active"] == "ja" ? true : texts["active"] == "nein" ? false : nil
    case .distinct(let fields):
      let present = fields.compactMap { texts[$0] }.filter { !$0.isEmpty }
      let values = present.compactMap { Quotient($0) }
      for (index, value) in values.enumerated() where values[..<index].contains(value) {
        return false
      }
      return values.isEmpty || values.count < present.count ? nil : true
    case .not(let condition): return condition.value(texts).map { !$0 }
    case .join(let word, let parts):
      let answers = parts.map { $0.value(texts) }
      let deciding = word == "or"
      return answers.contains(deciding) ? deciding : answers.contains(nil) ? nil : !deciding
    }
  }

  private func holds(_ sign: String, _ order: Int) -> Bool {
    switch sign {
    case "=": order == 0
    case "!=": order != 0
    case "<": order < 0
    case "<=": order <= 0
    case ">": order > 0
    default: order >= 0
    }
  }
}

/// Generates random records and conditions.
private struct Maker {
  var random: SeededGenerator
  let numbers = ["age", "price", "ratio", "score_1", "score_2", "part_1", "part_2"]
  let words = ["country", "name"]

  mutating func pick<T>(_ items: [T]) -> T {
    items[Int.random(in: 0..<items.count, using: &random)]
  }
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func record() -> [String: String] {
    var texts: [String: String] = [:]
    for name in numbers {
      let isWhole = ["age", "score_1", "score_2"].contains(name)
      texts[name] = state(number(isWhole: isWhole))
    }
    for name in words {
      texts[name] = state(pick(["a", "b", "ab", "é", "e\u{301}", "ba"]), invalid: false)
    }
    texts["active"] = state(pick(["ja", "nein"]))
    return texts
  }

  /// A text, which may be missing, empty or of another type.
  private mutating func state(_ text: String, invalid: Bool = true) -> String? {
    if chance(10) { return nil }
    if chance(10) { return "" }
    return invalid && chance(5) ? "wrong" : text
  }

  private mutating func number(isWhole: Bool) -> String {
    let whole = String(Int.random(in: -9...9, using: &random))
    return isWhole || chance(50) ? whole : "\(whole).\(Int.random(in: 0...9, using: &random))"
  }

  private mutating func some(_ items: [String]) -> [String] {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in pick(items) }
  }

  private mutating func value(depth: Int) -> Number {
    if depth > 0, chance(60) {
      return .operation(
        value(depth: depth - 1), pick(["+", "-", "*", "/"]), value(depth: depth - 1))
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return .length(pick(words))
    case 1, 2: return .function(pick(["sum", "min", "max", "count"]), some(numbers))
    case 3, 4: return .constant(number(isWhole: false))
    default: return .field(pick(numbers))
    }
  }

  mutating func condition(depth: Int) -> Condition {
    if depth > 0, chance(60) {
      if chance(25) { return .not(condition(depth: depth - 1)) }
      let parts = (0..<Int.random(in: 2...3, using: &random)).map { _ in condition(depth: depth - 1)
      }
      return .join(pick(["and", "or"]), parts)
    }
    let signs = ["=", "!=", "<", "<=", ">", ">="]
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return .blank(pick(numbers + words))
    case 1: return .active
    case 2: return .distinct(some(numbers))
    case 3: return .membership(pick(numbers), some(numbers + ["1", "-2", "0.5", "3", "7.0"]))
    case 4: return .texts(pick(words), pick(signs), pick(words + ["'a'", "'é'", "'zz'"]))
    default:
      // An operation on constants is evaluated when it is compiled, and may be an error.
      return .numbers(.field(pick(numbers)), pick(signs), guarded(value(depth: 2)))
    }
  }

  /// The value without operations on constants.
  private func guarded(_ number: Number) -> Number {
    guard case .operation(let a, let sign, let b) = number else { return number }
    if case .constant = a { return .operation(.field("age"), sign, guarded(b)) }
    return .operation(guarded(a), sign, guarded(b))
  }
}
