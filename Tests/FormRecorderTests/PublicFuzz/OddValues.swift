import FormRules
import FormTestSupport
import Foundation

/// Extreme and random arguments for the public API.
struct OddValues {
  var random: SeededGenerator

  static let names = [
    "", "a", "email", "items", "items[0]", "items[0].name", "items[1].quantity", "items[-1]",
    "items[99999999999999999999].name", "address", "address.zip", "address.", ".", "..", "a..b",
    "a\u{0}b", "Größe", "e\u{301}", "👩‍👩‍👧‍👧", "\u{202E}x", "password", "age", "score_1..score_9",
  ]
  static let texts =
    names + [
      " ", "\n", "\r\n", "0", "-0", "-1", "9223372036854775807", "-9223372036854775808",
      "99999999999999999999999999999999999999", "-170141183460469231731687303715884105728", "1e400",
      "NaN", "inf", "0.1", ".5", "5.", "1,5", "1.234.567,89", "2024-02-30", "0000-01-01",
      "9999-12-31T23:59:60Z", "-5877641-06-24", "24:00", "{", "[", "[1,[2]]", "{\"a\":{\"b\":[]}}",
      "null", "~", "é@例え.jp", "ana@example.com", "http://[::1]:99999/", "https://a/%zz", "::",
      "1.2.3.4/33",
      "DE", "de-DE-x-", "+4930123456", "4111111111111111", "(", "a{1000000}", "(a+)+$", "\\", "[^",
      "(?i)",
      "%", "{label}", "{", "}}", "{label", "{label, plural, one {x}}", "name = 'x'", "age > 1 and",
      "not not", "((((((((((", "1 / 0", "-9223372036854775808 / -1", "today + 1e9 days", "'",
      "param.x",
      "yyyy-MM-dd", "dd.MM", "HH:mm:ss.SSSSSSSSSSSS", "data:;base64,AAAA", "/etc/passwd", "../x",
      String(repeating: "a", count: 5_000), String(repeating: "[", count: 3_000),
      String(repeating: "(", count: 3_000), String(repeating: "not ", count: 2_000),
      String(repeating: "\u{301}", count: 2_000), String(repeating: "1 + ", count: 1_000) + "1",
    ]
  static let integers = [
    Int.min, .min + 1, -1 << 53, -4_294_967_296, -2_147_483_648, -256, -1, 0, 1, 2, 3, 10, 38, 39,
    255, 256,
    65_536, 2_147_483_647, 2_147_483_648, 4_294_967_296, 1 << 53, .max - 1, .max,
  ]
  static let numbers = [
    Double.nan, .signalingNaN, .infinity, -.infinity, 0, -0.0, 1, -1, 0.1, .pi,
    .leastNonzeroMagnitude,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 9.3e18, -9.3e18, 1e300,
  ]

  mutating func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }
  mutating func pick<Item>(_ items: [Item]) -> Item {
    items.randomElement(using: &random) ?? items[0]
  }
  mutating func name() -> String { chance(3) ? text() : pick(Self.names) }
  mutating func integer() -> Int {
    chance(3) ? .random(in: -3...70, using: &random) : pick(Self.integers)
  }
  mutating func number() -> Double { pick(Self.numbers) }

  mutating func text() -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return String(integer())
    case 1: return "\(number())"
    case 2: return pick(Self.texts) + pick(Self.texts)
    case 3:
      let scalars = (0..<Int.random(in: 0..<20, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
      }
      return String(String.UnicodeScalarView(scalars))
    case 4: return condition()
    default: return pick(Self.texts)
    }
  }

  mutating func condition() -> String {
    let words = [
      "email", "age", "a", "and", "or", "not", "(", ")", "=", "!=", "<", ">=", "+", "-", "*", "/",
      "in",
      "'x'", "1", "0", "9223372036854775807", "null", "is", "empty", "matches", "today", "now",
      "days",
      "length(email)", "lower(a)", "sum(a, age)", "count(", ",", "date('2024-01-31')", "param.p",
      "[", "]",
      "between", "month", "year(", "-", "1e308", "'2024-02-30'", "`a b`", "like",
    ]
    return (0..<Int.random(in: 1..<12, using: &random)).map { _ in pick(words) }.joined(
      separator: " ")
  }

  mutating func value() -> (any FormValue)? {
    switch Int.random(in: 0..<14, using: &random) {
    case 0: nil
    case 1: integer()
    case 2: number()
    case 3: Bool.random(using: &random)
    case 4: [text(), text()]
    case 5: [String]()
    case 6:
      ExactDecimal(
        mantissa: Int128(integer()) * Int128(pick([1, integer()])),
        scale: UInt8.random(in: 0...255, using: &random))
    case 7: CalendarDate(daysSinceEpoch: Int32(truncatingIfNeeded: integer()))
    case 8: Instant(seconds: Int64(integer()), nanoseconds: Int32(truncatingIfNeeded: integer()))
    case 9: Date(timeIntervalSince1970: number())
    case 10: Data(text().utf8)
    case 11:
      pick([Decimal.nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude, Decimal(integer())])
    case 12: String?.none
    default: text()
    }
  }

  mutating func type() -> FieldType {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: .integer
    case 1:
      .decimal(
        .init(
          scale: chance(2) ? integer() : nil, point: pick([".", ",", "", "··", text()]),
          group: chance(2) ? [text(), pick([" ", "\u{A0}", "--"])] : [],
          grouping: pick([.thousands, .indian]), strip: chance(2) ? [text(), "€"] : [],
          negative: chance(2) ? [] : [.parentheses, pick([.minus, .credit, .debit])]))
    case 2: .number
    case 3: .boolean(.init(yes: chance(2) ? [] : [text()], no: chance(2) ? [text()] : []))
    case 4: .date(formats: [text(), "dd.MM.yyyy"].compactMap(DateFormat.init))
    case 5: .time(formats: [text(), "HH:mm"].compactMap(TimeFormat.init))
    case 6: .datetime(formats: [text()].compactMap(DateTimeFormat.init))
    case 7: .list(separator: pick([",", "", "||", text()]))
    case 8: .file
    case 9: .boolean()
    default: .text
    }
  }

  mutating func node(_ depth: Int = 0) -> DefinitionNode {
    switch Int.random(in: 0..<(depth > 3 ? 6 : 10), using: &random) {
    case 0, 1: .init(.scalar(String(integer()), isPlain: true))
    case 2: .init(.scalar(pick(["true", "false", "null", "", "~", "any", "none"]), isPlain: true))
    case 3, 4, 5: .init(.scalar(text(), isPlain: Bool.random(using: &random)))
    case 6, 7:
      .init(.sequence((0..<Int.random(in: 0..<4, using: &random)).map { _ in node(depth + 1) }))
    default:
      .init(
        .mapping(
          (0..<Int.random(in: 0..<4, using: &random)).map { _ in
            .init(chance(2) ? pick(RuleRegistry.names) : text(), node(depth + 1))
          }))
    }
  }

  mutating func rule(_ depth: Int = 0) -> RuleEntry {
    if depth < 3, chance(5) {
      let rules = (0..<Int.random(in: 0..<4, using: &random)).map { _ in rule(depth + 1) }
      return pick([RuleEntry.any(rules), .all(rules), .not(rules), .each(rules)])
    }
    if chance(10) {
      let accepts = Bool.random(using: &random)
      return .custom(pick(["same", text()]), text()) { (_: String) in accepts }
    }
    let name = pick(RuleRegistry.names)
    var entry = RuleEntry(name, chance(8) ? nil : chance(8) ? node() : parameters(of: name))
    if chance(4) { entry = entry.id(name + text()) }
    if chance(6) { entry = entry.message(text()) }
    if chance(8) { entry = entry.message(text(), language: text()) }
    if chance(8) { entry = entry.code(text()) }
    if chance(8) { entry = entry.when(chance(2) ? condition() : text()) }
    if chance(10) { entry = entry.validatesEmpty() }
    if chance(10) { entry = entry.trimmed(Bool.random(using: &random)) }
    if chance(10) { entry = entry.needs(text()) }
    if chance(10) { entry = entry.scenarios("s", text()) }
    if chance(10) { entry = entry.stop(pick(RuleEntry.Stop.allCases)) }
    if chance(10) { entry = entry.severity(.warning) }
    return entry
  }

  /// Some of the parameters of the rule, with simple random values.
  private mutating func parameters(of rule: String) -> DefinitionNode? {
    guard let documentation = RuleRegistry.documentation(ofRule: rule) else { return nil }
    let names = documentation.parameters.map(\.name).filter { _ in chance(3) }
    if names.isEmpty { return documentation.parameters.isEmpty ? nil : node(4) }
    return .init(.mapping(names.map { .init($0, node(3)) }))
  }

  mutating func localization() -> Localization {
    chance(2) ? .english : Localization(pick(["de", "ar", "x", "", "pt-BR", text()]))
  }

  mutating func now() -> Instant? {
    chance(2)
      ? nil : Instant(seconds: Int64(integer()), nanoseconds: Int32(truncatingIfNeeded: integer()))
  }
}
