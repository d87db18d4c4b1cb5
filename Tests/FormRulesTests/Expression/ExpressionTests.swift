import Testing

@testable import FormRules

/// The results of expressions for records.
@Suite struct ExpressionTests {
  /// An expression, a record and the result.
  struct Case: CustomTestStringConvertible, Sendable {
    let source: String
    let texts: [String: String]
    let answer: Truth
    var testDescription: String { "\(source) \(texts)" }
    init(_ source: String, _ texts: [String: String] = [:], _ answer: Truth) {
      self.source = source
      self.texts = texts
      self.answer = answer
    }
  }

  static let comparisons: [Case] = [
    Case("age >= 0 and age < 18", ["age": "17"], .isTrue),
    Case("age >= 0 and age < 18", ["age": "18"], .isFalse),
    Case("18 > age", ["age": "17"], .isTrue),
    Case("18 <= age", ["age": "17"], .isFalse),
    Case("age = 017", ["age": "17"], .isTrue),
    Case("age != 17", ["age": "17"], .isFalse),
    Case("age < 17.5", ["age": "17"], .isTrue),
    Case("age = '17'", ["age": "017"], .isTrue),
    Case("age > -1", ["age": "0"], .isTrue),
    Case("age < 99999999999999999999", ["age": "9223372036854775807"], .isTrue),
    Case("amount = 1.50", ["amount": "1,5EUR"], .isTrue),
    // Constants are canonical whatever the field's format is.
    Case("amount = '1.5'", ["amount": "1,50"], .isTrue),
    Case("amount <= 1000000", ["amount": "1000000,01"], .isFalse),
    Case("price = 0.1", ["price": "0.10"], .isTrue),
    Case("price < 0.1000000000000000000000000000000000001", ["price": "0.1"], .isTrue),
    Case("price < age", ["price": "16.99", "age": "17"], .isTrue),
    Case("ratio = 0.1", ["ratio": "1e-1"], .isTrue),
    Case("ratio > 1 and ratio < '1e300'", ["ratio": "1e299"], .isTrue),
    Case("ratio = price", ["ratio": "0.1", "price": "0.1"], .isTrue),
    Case("country = 'DE'", ["country": "DE"], .isTrue),
    Case("country = \"it's\"", ["country": "it's"], .isTrue),
    Case("country = 'it''s'", ["country": "it's"], .isTrue),
    Case("country < name", ["country": "ab", "name": "abc"], .isTrue),
    Case("country < name", ["country": "ab", "name": "aa"], .isFalse),
    Case("country = 'é'", ["country": "e\u{301}"], .isFalse),
    Case("'DE' = country", ["country": "DE"], .isTrue),
    Case("`odd ``name``` = 'x'", ["odd `name`": "x"], .isTrue),
    Case("größe > 1 and count = 2", ["größe": "2", "count": "2"], .isTrue),
    Case("active", ["active": "JA"], .isTrue),
    Case("not active", ["active": "ja"], .isFalse),
    Case("active = false", ["active": "nein"], .isTrue),
    Case("active != 'nein'", ["active": "nein"], .isFalse),
    Case("active = param.strict", ["active": "ja"], .isTrue),
    Case("true and not false", .isTrue),
    Case("start = 2026-01-31", ["start": "2026-01-31"], .isTrue),
    Case("start < '2026-02-01'", ["start": "2026-01-31"], .isTrue),
    Case("end = '31.01.2026' and end = '2026-01-31'", ["end": "31.01.2026"], .isTrue),
    Case("end >= start", ["start": "2026-01-31", "end": "31.01.2026"], .isTrue),
    Case("sent > start", ["start": "2026-01-31", "sent": "2026-01-31T00:00:01Z"], .isTrue),
    Case("sent = 2026-01-31T09:30:00+02:00", ["sent": "2026-01-31T07:30Z"], .isTrue),
    Case("opens < 09:30 and opens >= '09:00:00.5'", ["opens": "09:15"], .isTrue),
    Case("start >= param.period_start", ["start": "2026-06-01"], .isTrue),
    Case("price < param.limit", ["price": "99.5"], .isFalse),
    Case("param.region = 'EU' and country = param.region", ["country": "EU"], .isTrue),
    Case("start = today()", ["start": "2026-06-15"], .isTrue),
    Case("sent <= now()", ["sent": "2026-06-15T12:00:00.000000001Z"], .isFalse),
    Case("source() = 'test' and source() in ('a', 'test')", .isTrue),
    Case("source() matches 't.*' and length(source()) = 4", .isTrue),
  ]

  static let unknowns: [Case] = [
    Case("age > 1", .unknown),
    Case("age > 1", ["age": ""], .unknown),
    Case("age > 1", ["age": "x"], .unknown),
    Case("not age > 1", .unknown),
    Case("age != 1", .unknown),
    Case("country = 'x'", ["country": ""], .unknown),
    Case("country < name", ["country": "a"], .unknown),
    Case("active", .unknown),
    Case("country matches 'a'", .unknown),
    Case("age in (1, 2)", .unknown),
    Case("age not in (1, 2)", ["age": "y"], .unknown),
    Case("length(country) > 1", .unknown),
    Case("age is blank", .isTrue),
    Case("age is blank", ["age": ""], .isTrue),
    Case("age is blank", ["age": "x"], .isFalse),
    Case("age is not blank", ["age": "x"], .isTrue),
    Case("tags is blank or photo is not blank", ["tags": "a"], .isFalse),
    Case("param.region is not blank and source() is not blank", .isTrue),
    Case("end is blank or end >= start", ["start": "2026-01-31"], .isTrue),
    Case("age > 1 and false", .isFalse),
    Case("false and age > 1", .isFalse),
    Case("age > 1 and true", .unknown),
    Case("age > 1 or true", .isTrue),
    Case("age > 1 or false", .unknown),
    Case("age > 1 or age < 5 or age is blank", .isTrue),
    Case("not (age > 1 or price > 1)", ["price": "2"], .isFalse),
  ]

  static let precedence: [Case] = [
    Case("true or false and false", .isTrue),
    Case("(true or false) and false", .isFalse),
    Case("not true or true", .isTrue),
    Case("not (true or true)", .isFalse),
    Case("not not true", .isTrue),
    Case("not age = 1 and true", ["age": "2"], .isTrue),
    Case("1 + 2 * 3 = 7", .isTrue),
    Case("(1 + 2) * 3 = 9", .isTrue),
    Case("10 - 3 - 2 = 5", .isTrue),
    Case("24 / 4 / 2 * 3 = 9", .isTrue),
    Case("-age + 1 = -(age - 1)", ["age": "5"], .isTrue),
    Case("2 - -3 = 5 and 2*-3 = -6", .isTrue),
    Case("age=1 or(age=2)", ["age": "2"], .isTrue),
  ]

  static let arithmetic: [Case] = [
    Case("price + 0.2 = 0.3", ["price": "0.1"], .isTrue),
    Case("ratio + ratio + ratio = 0.3", ["ratio": "0.1"], .isTrue),
    Case("ratio * 1 = 15", ["ratio": "1.5e1"], .isTrue),
    Case("ratio * 1 = 0.00000015", ["ratio": "1.5e-7"], .isTrue),
    Case("ratio + 0 > 0", ["ratio": "1e40"], .isTrue),
    Case("ratio + 0 > 0", ["ratio": "1e-40"], .isTrue),
    Case("ratio * 1 = 100000000000000000000", ["ratio": "1e20"], .isTrue),
    Case("price * 1.19 = 119", ["price": "100"], .isTrue),
    Case("price / 4 = 0.25", ["price": "1"], .isTrue),
    Case("price / 3 < 1", ["price": "1"], .isTrue),
    Case("price / age <= 20", ["price": "100", "age": "3"], .isFalse),
    Case("price / age <= 33.33", ["price": "100", "age": "3"], .isFalse),
    Case("price / age <= 33.34", ["price": "100", "age": "3"], .isTrue),
    Case("price / 3 * 3 = price", ["price": "1"], .isTrue),
    Case("price / age = 1 / 3", ["price": "2", "age": "6"], .isTrue),
    Case("price / age in (1, 0.5)", ["price": "1", "age": "3"], .isFalse),
    Case("price / 3 * 3 in (1, 0.5)", ["price": "1"], .isTrue),
    Case("1 / (price / 3) = 0.3", ["price": "10"], .isTrue),
    Case("-price / 3 < -0.3", ["price": "1"], .isTrue),
    Case("1 / 3 < age", ["age": "1"], .isTrue),
    Case("price / 3 > 0 or true", ["price": "x"], .isTrue),
    Case("price / 3 / 0 > 0", ["price": "1"], .unknown),
    Case("price / (age / 3 - 1) > 0", ["price": "1", "age": "3"], .unknown),
    Case("part_1 / 3 > price", ["price": "1"], .unknown),
    Case("ratio / 3 < ratio", ["ratio": "5e-324"], .isTrue),
    Case("ratio * ratio > ratio", ["ratio": "1.7976931348623157e308"], .isTrue),
    Case("price / 3 = 33", ["price": "99"], .isTrue),
    Case("price / age > 0", ["price": "1", "age": "0"], .unknown),
    Case("age + 1 > 0", ["age": "9223372036854775807"], .isTrue),
    Case("age - 1 < age", ["age": "-9223372036854775808"], .isTrue),
    Case("-age > 0", ["age": "-9223372036854775808"], .isTrue),
    Case("age / -1 > 0", ["age": "-9223372036854775808"], .isTrue),
    Case("age * age > 0", ["age": "-9223372036854775808"], .isTrue),
    Case("age * age * age > 0", ["age": "9223372036854775807"], .isTrue),
    Case("age * age * age - 1 < age * age * age", ["age": "-9223372036854775808"], .isTrue),
    Case("price + price > 0", ["price": String(repeating: "9", count: 38)], .isTrue),
    Case(
      "(price - part_1) / -1 > 0",
      [
        "price": "-" + String(repeating: "9", count: 38),
        "part_1": "70141183460469231731687303715884105729",
      ], .isTrue),
    Case("start + 1 = 2024-02-29", ["start": "2024-02-28"], .isTrue),
    Case("start - 1 = 0001-01-01", ["start": "0001-01-02"], .isTrue),
    Case("start - 1 < start", ["start": "0001-01-01"], .isTrue),
    Case("start + 1 > start", ["start": "9999-12-31"], .isTrue),
    Case("start + age > start", ["start": "2026-01-01", "age": "9223372036854775807"], .isTrue),
    Case("start + price > start", ["start": "2026-01-01", "price": "0.5"], .isTrue),
    Case(
      "start + price < day_1", ["start": "2026-01-01", "price": "0.5", "day_1": "2026-01-02"],
      .isTrue),
    Case(
      "start + price < sent",
      ["start": "2026-01-01", "price": "0.5", "sent": "2026-01-01T12:00:00Z"], .isFalse),
    Case("start + price > start", ["start": "2026-01-01", "price": "2.0"], .isTrue),
    Case("start - day_1 = 31", ["start": "2026-02-01", "day_1": "2026-01-01"], .isTrue),
    Case("today() - start <= 14", ["start": "2026-06-01"], .isTrue),
    Case("2026-01-31 + 1 = 2026-02-01", .isTrue),
    Case("2026-01-31 - 2026-01-01 = 30", .isTrue),
  ]

  static let functions: [Case] = [
    Case("sum(score_1..score_4) = 10", ["score_1": "3", "score_4": "7"], .isTrue),
    Case("sum(score_1..score_4) = 10", .unknown),
    Case("sum(score_1..score_4) = 3", ["score_1": "3", "score_4": "x"], .unknown),
    Case("sum(score_1, part_1..part_3) = 3.5", ["score_1": "3", "part_2": "0.5"], .isTrue),
    Case("sum(ratio) = 0.5", ["ratio": "0.5"], .isTrue),
    Case(
      "sum(price, part_1) > 0", ["price": String(repeating: "9", count: 38), "part_1": "1"], .isTrue
    ),
    Case("sum(price, part_1) / 2 > price", ["price": "1", "part_1": "x"], .unknown),
    Case("min(score_1..score_4) = -3", ["score_1": "2", "score_3": "-3"], .isTrue),
    Case("max(score_1, part_1) = 2.5", ["score_1": "2", "part_1": "2.5"], .isTrue),
    Case("max(day_1, day_2) = 2026-02-01", ["day_1": "2026-02-01"], .isTrue),
    Case("max(day_1, day_2) + 1 = '2026-02-02'", ["day_1": "2026-02-01"], .isTrue),
    Case("min(day_1..day_2) > start", ["start": "2026-01-01"], .unknown),
    Case("count(score_1..score_4) = 0", .isTrue),
    Case("count(score_1..score_4) = 2", ["score_2": "x", "score_4": "7"], .isTrue),
    Case("count(tags, photo, name) = 1", ["tags": "a"], .isTrue),
    Case("distinct(score_1..score_4)", ["score_1": "1", "score_2": "2"], .isTrue),
    Case("distinct(score_1..score_4)", ["score_1": "1", "score_2": "01"], .isFalse),
    Case("distinct(score_1..score_4)", ["score_1": "1", "score_2": "x"], .unknown),
    Case(
      "distinct(score_1..score_4)", ["score_1": "1", "score_2": "x", "score_3": "1"], .isFalse),
    Case("distinct(score_1..score_4)", .unknown),
    Case("distinct(word_1..word_3)", ["word_1": "a", "word_2": "b", "word_3": "ab"], .isTrue),
    Case("distinct(word_1..word_3)", ["word_1": "a", "word_3": "a"], .isFalse),
    Case("length(name) = 3", ["name": "abc"], .isTrue),
    Case("length(name) = 2", ["name": "e\u{301}👨‍👩‍👧‍👦"], .isTrue),
    Case("length(name) = 1", ["name": "\r\n"], .isTrue),
    Case("length('abc') = 3", .isTrue),
  ]

  static let lists: [Case] = [
    Case("country in ('DE', 'FR')", ["country": "FR"], .isTrue),
    Case("country not in ('DE', 'FR')", ["country": "F"], .isTrue),
    Case("age in (3, 1, 2.0, '7')", ["age": "2"], .isTrue),
    Case("age in (3, 1, 2.0, '7')", ["age": "4"], .isFalse),
    Case("ratio in (0.1, 0.2)", ["ratio": "0.2"], .isTrue),
    Case("start in (2026-01-31, '2026-01-01')", ["start": "2026-01-01"], .isTrue),
    Case("active in (true)", ["active": "nein"], .isFalse),
    Case("age in (score_1..score_4, 9)", ["age": "5", "score_3": "5"], .isTrue),
    Case("age in (score_1..score_4, 9)", ["age": "9"], .isTrue),
    Case("age in (score_1..score_4, 9)", ["age": "5", "score_3": "6"], .unknown),
    Case("'x' in (word_1..word_3)", ["word_3": "x"], .isTrue),
    Case("2 in (1, 2) and 'a' not in ('b')", .isTrue),
    Case("age + 1 in (2)", ["age": "1"], .isTrue),
    Case("name matches '[a-z]+'", ["name": "abc"], .isTrue),
    Case("name matches '[a-z]+'", ["name": "abc1"], .isFalse),
    Case("name matches '(a+)+$'", ["name": String(repeating: "a", count: 70_000)], .unknown),
  ]

  @Test(arguments: comparisons + unknowns + precedence + arithmetic + functions + lists)
  func expressionsAreEvaluated(_ test: Case) throws {
    #expect(try truth(test.source, test.texts) == test.answer)
  }

  @Test func unknownSourceIsBlank() throws {
    let run = RunState(.init(now: Instant(seconds: 0)), parameters: [], stateCount: 0)
    #expect(try truth("source() is blank", in: run) == .isTrue)
    #expect(try truth("source() = 'x'", in: run) == .unknown)
  }

  @Test func expressionsListTheirFields() throws {
    let expression = try expression("`count` > 1 or sum(score_2..score_3) = age or age > 1")
    #expect(
      expression.fields.map { expressionForm.fields[$0].name } == [
        "age", "count", "score_2", "score_3",
      ])
    #expect(expression.text.hasPrefix("`count`"))
  }
}

extension ExpressionTests.Case {
  init(_ source: String, _ answer: Truth) { self.init(source, [:], answer) }
}
