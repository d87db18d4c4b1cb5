import FormDefinitions
import FormRules
import Testing

/// Rules built in Swift equal those of a file. The compiler ensures that a factory passes
/// parameters that the rule declares, of their types; these tests cover the notations of values.
@Suite struct FluentRuleTests {
  /// A rule built in Swift, and the same rule as an item of a YAML list.
  struct Pair: Sendable, CustomTestStringConvertible {
    let built: RuleEntry
    let yaml: String

    init(_ built: RuleEntry, _ yaml: String) { (self.built, self.yaml) = (built, yaml) }

    var testDescription: String { yaml }
  }

  @Test(arguments: [
    Pair(.required, "required"),
    Pair(.email(), "email"),
    Pair(.email(profile: .html), "email: html"),
    Pair(.length(min: 2, exact: 3), "length: {exact: 3, min: 2}"),
    Pair(
      .length(max: 8, unit: .utf8, ignore: [.space, "-"]),
      "length: {max: 8, unit: utf8, ignore: [space, '-']}"),
    Pair(.pattern("a+", mode: .search), "{pattern: a+, mode: search}"),
    Pair(.range(min: 0, max: "0.30"), "range: {min: 0, max: 0.30}"),
    Pair(
      .range(min: .today, maxExclusive: .field("end")),
      "range: {min: today, maxExclusive: {field: end}}"),
    Pair(.in(["DE", "NO"]), "in: [DE, NO]"),
    Pair(.in([1.5], ignoreCase: false), "{in: 1.5, ignoreCase: false}"),
    Pair(.in(list: "countries"), "in: {list: countries}"),
    Pair(.equals("é", normalize: .nfc), "equals: {to: é, normalize: nfc}"),
    Pair(.equals(.parameter("limit")), "equals: {param: limit}"),
    Pair(.before(.field("end"), orEqual: true), "before: {field: end, orEqual: true}"),
    Pair(.before(.now), "before: now"),
    Pair(.multipleOf("0.05", offset: 1), "multipleOf: {step: 0.05, offset: 1}"),
    Pair(.exists(file: "a.csv", values: ["x"]), "exists: {file: a.csv, values: [x]}"),
    Pair(.exists(form: "a", field: "b"), "exists: {form: a, field: b}"),
    Pair(.media(.image, .audio, types: ["pdf"]), "media: {kinds: [image, audio], types: [pdf]}"),
    Pair(.image(minSize: "640x480", minRatio: 2), "image: {minSize: 640x480, minRatio: 2}"),
    Pair(.uuid(versions: [4, 7], forms: [.plain]), "uuid: {versions: [4, 7], forms: plain}"),
    Pair(.time(clock: 12), "time: {clock: 12}"),
    Pair(
      .paymentCard(ranges: [.init(.visa, prefixes: ["4"], lengths: ["16"])]),
      "paymentCard: {ranges: [{type: visa, prefixes: ['4'], lengths: ['16']}]}"),
    Pair(
      .remote("https://a.example/", extra: ["a": "b"]),
      "remote: {url: https://a.example/, extra: {a: b}}"),
    Pair(.custom("test.words", args: ["min": "2"]), "custom: {name: test.words, args: {min: 2}}"),
    Pair(.use("atg.length", ["min": 2]), "{use: atg.length, min: 2}"),
    Pair(.not(.in(["a", "b"])), "not: {in: [a, b]}"),
    Pair(
      .any(.email().trimmed(), .all(.ip(version: .four), .pattern("a", mode: .once).code("x"))),
      "any: [{email: , trim: true}, all: [ip: 4, {pattern: a, mode: once, code: x}]]"),
  ])
  func aRuleBuiltInSwiftIsTheOneReadFromYAML(_ pair: Pair) throws {
    let read = try [RuleEntry](yaml: "- \(pair.yaml)")
    #expect(read == [pair.built])
  }
}
