/// Requires that a value satisfies every rule of a preset.
struct UseRule: Rule {
  static let name = "use"
  static let usesNestedCodes = true
  static let preset = Parameter<String?>(
    Preset.nameParameter, effect: .rules,
    "The name of the preset. The preset declares the other parameters.")

  static let documentation = RuleDocumentation(
    "The value satisfies every rule of a preset.",
    discussion: """
      A preset is a named list of rules: either defined in the rule set (`presets`) or built in. \
      The built-in presets with the prefix `atg` (ATGValidator), `fvs` (FormValidatorSwift), `ngr` \
      (NGRValidator), `ajw` (AJWValidator) or `val` (Validator) behave like these libraries, for \
      rule sets that are ported from them; their names and error codes are those of the library. \
      The meaning of a preset name never changes.

      A preset may have parameters, which are written beside `use`: `- use: atg.length` with `min: \
      5`. It also defines how missing and empty values are treated; `empty: validate` or `empty: \
      skip` beside `use` overrides that. The rules are evaluated in order, and the first failure \
      determines the code and the message.
      """,
    mainParameter: Preset.nameParameter,
    parameters: [preset],
    codes: [],
    examples: [
      .init(
        "slug", accepts: ["a-b-1", "x"], rejects: ["A", "a--b", "-a", "a b"],
        code: "pattern.mismatch"),
      .init(
        "personName", accepts: ["Ana Lima-O'Neil", "Zo\u{EB} St. John"], rejects: ["R2D2"],
        code: "characters.notAllowed"),
      .init("identifier", accepts: ["_a1"], rejects: ["1a", "a-b"], code: "pattern.mismatch"),
      .init(
        "atg.email", accepts: ["a..b@c.com"], rejects: ["a@b", "o'neil@c.com"],
        code: "invalidEmail"),
      .init(
        ["preset": "atg.length", "min": 2, "max": 3], accepts: [" ab ", "abc"],
        rejects: ["", " a ", "abcd"], code: "lengthOutOfRange"),
      .init(
        "fvs.email", accepts: ["O'Neil@c.com"], rejects: ["", "a%b@c.com"], code: "EmailCondition"),
      .init(
        "ajw.email", accepts: ["a@b.info"], rejects: ["user@valid.museum"], code: "pattern.mismatch"
      ),
      .init(
        "val.email", accepts: ["user@valid.museum"], rejects: ["a..b@c.com"],
        code: "pattern.mismatch"),
      .init(
        ["preset": "ngr.min", "min": "0.5"], type: .decimal(), accepts: ["", "0.50"],
        rejects: ["0.49"], code: "MSGTooSmall"),
    ],
    acceptsMoreParameters: true)

  private let missing, empty: Preset.BlankTreatment
  private let rules: NestedRules?
  let arguments: [MessageArgument]
  let evaluatesBlank: Bool

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    guard let name = try parameters[Self.preset] else {
      throw parameters.error("requires the name of a preset", .missing(nil))
    }
    let location = parameters.location(of: Self.preset)
    guard let preset = parameters.preset(named: name) else {
      let known = parameters.presets.map(\.name) + parameters.library.presetNames
      throw .unknown("preset", name, known: known, at: location)
    }
    let given = parameters.entries.filter { $0.key != Self.preset.name }
    try parameters.check(given, known: preset.parameters.map(\.key), of: "use \(name)")
    try parameters.checkType(preset.types)
    let inner = try parameters.inside(preset)
    rules = try preset.rules(with: given, at: location).map { node throws(DefinitionError) in
      try NestedRules(parameters.library.rules(node, inside: Self.self), inner)
    }
    (missing, empty) = preset.blanks(in: parameters.field?.type)
    evaluatesBlank = missing != .skip || empty != .skip || rules?.evaluatesBlank == true
    arguments =
      [MessageArgument("preset", name)]
      + given.compactMap { entry in entry.value.scalar.map { MessageArgument(entry.key, $0) } }
  }

  var externalInputs: [ExternalInput] { rules?.externalInputs ?? [] }

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    var value = value
    if value.isBlank {
      switch value == .missing ? missing : empty {
      case .skip: break
      case .validate: value = .text
      case .fail: return blankResult()
      }
    }
    return rules?.all(value, text, in: record) ?? .passes
  }

  /// The causes of the rules, followed by the cause for a blank value, if blank values fail.
  var causes: [RuleCause] {
    let inner = rules?.causes ?? []
    guard missing == .fail || empty == .fail else { return inner }
    var blank = RuleCause(RequiredRule.documentation.codes[0])
    blank.nestedRule = (inner.last?.nestedRule ?? -1) + 1
    return inner + [blank]
  }

  private func blankResult() -> RuleResult {
    var failure = Failure(RequiredRule.name)
    failure.cause = rules?.causes.count ?? 0
    return .fails(failure)
  }
}

extension Preset {
  /// The treatment of missing and of empty values in a field of the given type.
  fileprivate func blanks(in type: FieldType?) -> (missing: BlankTreatment, empty: BlankTreatment) {
    switch type {
    case nil, .text, .list, .file: return (missing, empty)
    case .integer, .decimal, .number, .boolean, .date, .time, .datetime:
      let missing = missing == .validate ? BlankTreatment.fail : missing
      return (missing, empty == .validate ? missing : empty)
    }
  }
}

extension RuleParameters {
  /// The preset with the given name; presets of the rule set take precedence over built-in ones.
  func preset(named name: String) -> Preset? {
    presets.first { $0.name == name } ?? library.preset(named: name)
  }

  /// The parameters for binding the rules of a preset.
  ///
  /// - Throws: `DefinitionError` if the rules are nested too deeply or a preset uses itself.
  func inside(_ preset: Preset) throws(DefinitionError) -> RuleParameters {
    var inner = self
    inner.nesting = try nesting.inside(preset.name, at: location)
    return inner
  }
}

extension DeclaredRule {
  /// The value satisfies every rule of a preset, which is defined in the rule set or built in, such
  /// as `atg.length`.
  public static func use(
    _ preset: String, _ parameters: [String: DefinitionNode] = [:]
  ) -> Self {
    let given = parameters.map { DefinitionNode.Entry($0.key, $0.value) }
    return Self(UseRule.self, [UseRule.preset(preset)] + given)
  }
}
