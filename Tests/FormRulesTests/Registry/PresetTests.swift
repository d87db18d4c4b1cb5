import Testing

@testable import FormRules

/// The built-in presets, and those of rule sets.
@Suite struct PresetTests {
  private let text = Form(name: "f", fields: [Field(name: "value", type: .text)])
  private let number = Form(name: "f", fields: [Field(name: "value", type: .decimal())])

  private func preset(_ name: String, _ document: DefinitionNode) throws -> Preset {
    try Preset(name, document)
  }

  /// Arguments for the parameters of the built-in presets.
  private static let arguments: [String: DefinitionNode] = [
    "min": 1, "max": 2, "to": 2, "length": 2, "width": 2, "height": 2, "value": 1, "string": 1,
    "other": 1, "target": 1, "base": 1, "values": [1], "sequence": [1], "set": "digit",
    "regex": "a", "pattern": "a", "contain": "true", "inclusive": "true", "type": "png",
    "block": "luhn", "condition": "luhn", "date": "2020-01-01T00:00:00Z",
    "from": "2020-01-01T00:00:00Z", "url": "https://example.com", "parameters": ["a": "b"],
  ]

  /// The parameters of `use` for a preset, including the required ones.
  static func entry(_ preset: Preset) throws -> DefinitionNode {
    let needed = preset.parameters.filter(\.value.isNull).map { parameter in
      let isDate = preset.name == "ngr.betweenDates" && parameter.key == "to"
      return DefinitionNode.Entry(
        parameter.key, isDate ? "now" : arguments[parameter.key] ?? "no argument")
    }
    return DefinitionNode(.mapping([.init("preset", .text(preset.name))] + needed))
  }

  /// The presets that builds without PCRE2 cannot use.
  private static let requiringPCRE2: Set = ["ngr.regex", "ngr.syntax.domain"]

  /// Each preset can be bound to a field, with its own parameters.
  @Test(arguments: PresetRegistry.names)
  func everyBuiltInPresetCanBeBound(_ name: String) throws {
    let preset = try #require(PresetRegistry.preset(named: name))
    #expect(preset.note?.hasSuffix(".") == true)
    let node = try Self.entry(preset)
    let types: [FieldType] = [.text, .decimal(), .datetime(), .list(), .boolean(), .file]
    let errors = types.map { type in
      bindingError(
        UseRule.self, node, of: Form(name: "f", fields: [Field(name: "value", type: type)]))
    }
    if !hasPCRE2, Self.requiringPCRE2.contains(name) {
      #expect(!errors.contains { $0 == nil })
      return
    }
    #expect(errors.contains { $0 == nil }, "\(errors.compactMap { $0 })")
    for (type, error) in zip(types, errors) where preset.types.contains(type.name) {
      #expect(error == nil)
    }
  }

  @Test func namesAreInOrderAndUnique() {
    let names = PresetRegistry.names
    #expect(names == Set(names).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  @Test func presetParametersAreNextToUse() throws {
    let bounded = try preset(
      "bounded",
      [
        "parameters": ["min": 2, "max": .null()],
        "rules": [["length": ["min": ["parameter": "min"], "max": ["parameter": "max"]]]],
      ])
    func error(_ parameters: DefinitionNode) -> String? {
      bindingError(UseRule.self, parameters, of: text, presets: [bounded])
    }
    let rule = try bind(
      UseRule.self, ["preset": "bounded", "max": 3], of: text, presets: [bounded])
    #expect(code(rule, of: text, ["value": "a"]) == "length.tooShort")
    #expect(code(rule, of: text, ["value": "abc"]) == nil)
    #expect(code(rule, of: text, ["value": "abcd"]) == "length.tooLong")
    #expect(rule.arguments == [MessageArgument("preset", "bounded"), MessageArgument("max", 3)])
    #expect(error("bounded") == "preset 'bounded' requires max")
    #expect(
      error(["preset": "bounded", "mx": 3])
        == "unknown parameter of 'use bounded': 'mx'; did you mean 'max'?")
    #expect(error(["preset": "bounded", "max": "x"]) == "'length': max must be a whole number")
    #expect(error(["preset": "bounded", "max": 1])?.contains("above") == true)
    #expect(error("boundet") == "unknown preset 'boundet'; did you mean 'bounded'?")
  }

  @Test func errorsAreLocatedAtTheUseOfThePreset() throws {
    let place = DefinitionLocation(line: 7, column: 9)
    let node = DefinitionNode(
      .mapping([
        .init("preset", DefinitionNode(.scalar("atg.length", isPlain: true), at: place)),
        .init("trimWhiteSpace", DefinitionNode(.scalar("no", isPlain: true))),
      ]))
    let error = #expect(throws: DefinitionError.self) { try bind(UseRule.self, node, of: text) }
    #expect(error?.location == place)
  }

  @Test(
    arguments: [
      // A preset with its verdicts on a missing value, an empty one, and blanks.
      (["length": ["min": 2]], nil, nil, "length.tooShort"),
      ([["length": ["min": 2], "code": "short"]], nil, nil, "short"),
      (
        ["blank": "validate", "rules": [["length": ["min": 2]]]], "length.tooShort",
        "length.tooShort",
        "length.tooShort"
      ),
      (
        ["empty": "validate", "rules": [["length": ["min": 2]]]], nil, "length.tooShort",
        "length.tooShort"
      ),
      (
        ["blank": "fail", "missing": "skip", "rules": [["length": ["max": 2]]]], nil, "required",
        nil
      ),
      (["missing": "fail"], "required", nil, nil),
      (["required"], "required", "required", nil),
      ([["required": .null(), "trim": "true", "code": ["required": "nil"]]], "nil", "nil", "nil"),
      ([["any": ["blank", ["length": ["min": 2]]]]], nil, nil, "any.none"),
      (
        [["any": [["use": "fvs.range", "min": 0, "max": 1], ["use": "fvs.url"]]]], "any.none", nil,
        nil
      ),
      ([["not": ["use": "fvs.range", "min": 0, "max": 1]]], nil, "not.satisfied", "not.satisfied"),
    ] as [(DefinitionNode, String?, String?, String?)])
  func presetsDefineTheTreatmentOfBlanks(
    _ document: DefinitionNode, _ missing: String?, _ empty: String?, _ blank: String?
  ) throws {
    let document: DefinitionNode =
      if case .mapping(let entries) = document.content, entries[0].key == "length" {
        [document]
      } else {
        document
      }
    let rule = try bind(
      UseRule.self, "p", of: text, presets: [try preset("p", document)])
    func failed(_ texts: [String: String]) -> String? { code(rule, of: text, texts) }
    #expect(failed([:]) == missing)
    #expect(failed(["value": ""]) == empty)
    #expect(failed(["value": " "]) == blank)
  }

  @Test func numbersHaveNoEmptyText() throws {
    for (blanks, missing, empty) in [
      (["blank": "validate"], true, true), (["empty": "validate"], false, false),
      (["missing": "fail", "empty": "validate"], true, true),
      (["empty": "fail"], false, true), (["missing": "fail"], true, false),
    ] as [([String: String], Bool, Bool)] {
      let document = DefinitionNode(
        .mapping(
          blanks.map { .init($0.key, .text($0.value)) } + [.init("rules", [["range": ["min": 1]]])])
      )
      let rule = try bind(UseRule.self, "p", of: number, presets: [try preset("p", document)])
      #expect((code(rule, of: number, [:]) != nil) == missing, "\(blanks)")
      #expect((code(rule, of: number, ["value": ""]) != nil) == empty, "\(blanks)")
    }
  }

  @Test func ruleSetPresetsPrecedeBuiltInOnes() throws {
    let own = [
      try preset("slug", [["length": ["max": 2]]]),
      try preset("both", [["use": "slug"], ["use": "atg.length.min", "min": 1]]),
    ]
    let rule = try bind(UseRule.self, "both", of: text, presets: own)
    #expect(code(rule, of: text, ["value": "A!"]) == nil)
    #expect(code(rule, of: text, ["value": "abc"]) == "length.tooLong")
    #expect(code(rule, of: text, ["value": "  "]) == "shorterThanMinimumLength")
  }

  @Test func recursiveAndExpandingPresetsAreRefused() throws {
    let own = [try preset("a", [["use": "b"]]), try preset("b", [["not": ["use": "a"]]])]
    #expect(
      bindingError(UseRule.self, "a", of: text, presets: own)?.contains("does it use itself?")
        == true)
    let many = try (0..<7).map { index in
      try preset(
        "p\(index)",
        DefinitionNode(
          .sequence(
            Array(repeating: index == 6 ? "email" : ["use": .text("p\(index + 1)")], count: 20))))
    }
    #expect(
      bindingError(UseRule.self, "p0", of: text, presets: many)
        == "presets expand to more than 10000 rules; use fewer")
  }

  @Test(
    arguments: [
      ("a b", [["length": ["max": 1]]], "preset 'a b' its name must consist of 1 to 63 letters"),
      ("a", "length", "preset 'a' must be a list of rules, or a mapping"),
      ("a", ["note": "x"], "preset 'a' has no rules"),
      ("a", ["rules": []], "preset 'a' requires a list of rules"),
      ("a", [["lenght": 1]], "unknown rule 'lenght'; did you mean 'length'?"),
      ("a", ["rule": ["email"]], "unknown key of preset 'a': 'rule'; did you mean 'rules'?"),
      ("a", ["blank": "valid", "rules": ["email"]], "unknown blank of preset 'a': 'valid'"),
      ("a", ["types": ["txt"], "rules": ["email"]], "unknown type 'txt'; did you mean 'text'?"),
      ("a", ["types": "text", "rules": ["email"]], "preset 'a' requires a list of types"),
      ("a", ["parameters": ["trim": 1], "rules": ["email"]], "preset 'a' cannot have a parameter"),
      (
        "a", ["parameters": ["x": 1], "rules": ["email"]],
        "preset 'a' does not use its parameter 'x'"
      ),
      ("a", [["length": ["max": ["parameter": "x"]]]], "unknown parameter of preset 'a': 'x'"),
      ("a", [["email": "html", "when": "x"]], "'when' is not allowed inside 'use'"),
    ] as [(String, DefinitionNode, String)])
  func errorsOfPresetsSayWhatIsWrong(
    _ name: String, _ document: DefinitionNode, _ message: String
  ) {
    let error = #expect(throws: DefinitionError.self) { try Preset(name, document) }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }

  @Test(
    arguments: [
      ([["length": ["max": 1], "code": ["length.long": "x"]]], "unknown code of 'length':"),
      ([["length": ["max": 1], "code": []]], "code must be a single value, not a list"),
      ([["length": ["max": 1], "trim": "yes"]], "trim must be true or false"),
    ] as [(DefinitionNode, String)])
  func modifiersOfNestedRulesAreChecked(_ rules: DefinitionNode, _ message: String) {
    #expect(bindingError(AllRule.self, rules, of: text)?.hasPrefix(message) == true)
  }
}
