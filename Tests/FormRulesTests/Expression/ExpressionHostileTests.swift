import FormTestSupport
import Foundation
import Testing

@testable import FormRules

/// Expressions that could cause a crash, a hang or exponential growth.
@Suite struct ExpressionHostileTests {
  /// The deepest accepted sources, and much deeper ones.
  static func nested(_ depth: Int) -> [String] {
    func times(_ text: String) -> String { String(repeating: text, count: depth) }
    return [
      times("(") + "true" + times(")"),
      times("not ") + "true",
      times("-(") + "age" + times(")") + " = 1",
      // Every level of precedence at each level of nesting.
      times("true or true and age = 1 + 2 * (") + "age" + times(")"),
      times("true or true and not (") + "true" + times(")"),
      times("count(") + "age" + times(") = 1"),
      times("age in (") + "age" + times(")"),
    ]
  }

  /// Runs on a thread with a small stack, as on some systems.
  func onSmallStack(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      body()
      done.signal()
    }
    thread.stackSize = 512 * 1024
    thread.start()
    done.wait()
  }

  @Test func depthIsBoundedOnASmallStack() {
    onSmallStack {
      for depth in [10, 12, 13, 31, 63, 64, 100, 450] {
        for source in Self.nested(depth) { _ = try? truth(source, ["age": "1"]) }
      }
      let deepest = Self.nested(63)
      #expect((try? truth(deepest[0])) == .isTrue)
      #expect((try? truth(deepest[1])) == .isFalse)
      #expect((try? truth(Self.nested(15)[4])) == .isTrue)
    }
  }

  @Test func tooDeepAndTooLongAreErrors() {
    for source in Self.nested(65).prefix(5) {
      let error = #expect(throws: DefinitionError.self) { try expression(source) }
      #expect(error?.message == "the expression is nested deeper than 64")
    }
    for source in Self.nested(100_000) {
      let error = #expect(throws: DefinitionError.self) { try expression(source) }
      #expect(error?.message == "the expression has more than 16384 bytes")
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func longChainsAreNotNesting() throws {
    let ands = Array(repeating: "age = 1", count: 1_300).joined(separator: " and ")
    #expect(try truth(ands, ["age": "1"]) == .isTrue)
    let ors = Array(repeating: "age = 1", count: 1_300).joined(separator: " or ")
    #expect(try truth(ors, ["age": "2"]) == .isFalse)
    let sum = "age" + String(repeating: "+1", count: 8_000) + " = 8001"
    #expect(try truth(sum, ["age": "1"]) == .isTrue)
    let list = "age in (" + (0..<3_000).map(String.init).joined(separator: ",") + ")"
    #expect(try truth(list, ["age": "2999"]) == .isTrue)
    #expect(try truth(list, ["age": "3000"]) == .isFalse)
  }

  @Test func listsAndFunctionsAreBounded() throws {
    let form = Form(
      name: "wide", fields: (0..<10_001).map { Field(name: "f\($0)", type: .integer) })
    for (source, message) in [
      ("f0 in (f0..f10000)", "the list has more than 10000 values"),
      ("distinct(f0..f1000)", "the expression uses more than 100000 values"),
      (
        "f0" + String(repeating: "+1", count: 20) + " in (f0..f9999)",
        "the expression uses more than 100000 values"
      ),
      (
        Array(repeating: "f0 in (f0..f9999)", count: 11).joined(separator: " or "),
        "the expression uses more than 100000 values"
      ),
      (
        Array(repeating: "sum(f0..f9999)", count: 11).joined(separator: "+") + " = 1",
        "the expression uses more than 100000 values"
      ),
    ] {
      let error = #expect(throws: DefinitionError.self) {
        try Expression(source, at: .none, form: form, parameters: [])
      }
      #expect(error?.message == message)
    }
    let sum = try Expression("sum(f0..f10000) = 10001", at: .none, form: form, parameters: [])
    let texts = Dictionary(uniqueKeysWithValues: form.fields.map { ($0.name, "1") })
    #expect(withRecord(form, texts) { sum.truth($0) } == .isTrue)
  }

  @Test func unusualTextsAreErrors() {
    for source in [
      "\0", "\u{FEFF}age > 1", "age > 1\u{0}", "\u{202E}age", "a\u{301}", "'", "\"", "`", "``",
      "`` = 1",
      ".", "..", "age..", "age..age..age = 1", "given.", "param.given", "1.", ".5 = age", "1..2",
      "-", "()", "(,)", "sum(", "sum(,", "not", "is blank", "in (1)", "age is", "age is not",
      "age not", "age in", "age in (", "matches 'x'", "2026-", "2026-01-", "2026-01-01T",
      "2026-01-01T00:00+", "12:", "age = 😀", "'\\'' = name",
      "name matches '" + String(repeating: "(", count: 500) + "'",
      "name matches '" + String(repeating: "a", count: 1_001) + "'",
    ] {
      #expect(throws: DefinitionError.self, "\(source)") { try expression(source) }
    }
  }

  /// Random tokens in random order result in an error or an answer, not in a trap.
  @Test func randomTokensDoNotTrap() {
    let words = [
      "age", "price", "ratio", "name", "active", "start", "sent", "opens", "tags", "score_1", "..",
      "score_4", "1", "0.5", "'x'", "'1'", "2026-01-31", "09:30", "true", "(", ")", "(", ")", ",",
      "=",
      "!=", "<", ">=", "+", "-", "*", "/", "and", "or", "not", "in", "is", "blank", "matches",
      "sum",
      "count", "distinct", "length", "today()", "param", ".", "region", "min", "`",
    ]
    var taken = 0
    _ = RandomRounds.run("ExpressionHostile", 7_000, long: 20_000) { random, show in
      let source = (0..<Int.random(in: 1...9, using: &random))
        .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
      show(source)
      if (try? truth(source, ["age": "1", "name": "x", "start": "9999-12-31"])) != nil {
        taken += 1
      }
      return nil
    }
    #expect(taken > 0)
  }
}
