import FormBytes
import FormRulesTestSupport
import Foundation

@testable import FormRules

/// The results of our rules for a seed.
struct SeedOutcome {
  var isAccepted: Bool
  /// The possible names of each error: its code, the name in the preset, and its
  /// message.
  var errors: [[String]] = []
  /// Whether the rules do not support the value's type, when they are bound or evaluated.
  var isOfWrongType = false
  /// The error in the rules.
  var refusal: String?
  /// The library's name of the card type.
  var cardType: String?
  /// The final content of a field.
  var text: String?
}

/// Judges seeds with bound plans, like a run.
struct SeedJudge {
  static func outcome(_ seed: Seed) throws -> SeedOutcome {
    let rule = SeedRule(seed)
    switch SeedTable.reading(rule) {
    case .cardType(let preset): return cardType(seed, preset) { $0.type(ofNumber: $1) }
    case .suggestedCardType(let preset): return cardType(seed, preset) { $0.suggested(for: $1) }
    case .typing(let rule, let refuses): return try typing(seed, rule, refuses: refuses)
    case .fields(let fields):
      let values = seed.input.object ?? [:]
      return try judge(
        fields.map { field in
          var field = field
          field.value = values[field.name] ?? .null
          return field
        }, seed)
    case .results(let rules, .all): return try judge([field(seed, rules)], seed)
    case .results(let rules, .merge):
      return try judge(
        rules.enumerated().map { index, rule in
          SeedField(name: "value\(index)", value: rule["value"] ?? .null, rules: [rule])
        }, seed)
    case SeedReading.none?: return SeedOutcome(isAccepted: true, text: "")
    default:
      var outcome = try judge([field(seed, [rule])], seed)
      if seed.rule.hasSuffix("PaymentCardRule") { outcome.cardType = type(of: seed) }
      return outcome
    }
  }

  private static func field(_ seed: Seed, _ rules: [SeedRule]) -> SeedField {
    SeedField(
      label: seed.params["localizedName"]?.text ?? seed.params["name"]?.text, value: seed.input,
      rules: rules)
  }

  private static func cardType(
    _ seed: Seed, _ preset: String,
    _ find: (PaymentCardTable, String) -> PaymentCardType?
  ) -> SeedOutcome {
    let type = PaymentCardTable(preset: preset).flatMap { find($0, seed.input.text ?? "") }
    return SeedOutcome(isAccepted: type != nil, cardType: type?.rawValue)
  }

  /// The type of a complete card number, or else the one that its beginning suggests.
  private static func type(of seed: Seed) -> String? {
    guard let table = PaymentCardTable(preset: "\(seed.system)".lowercased() + ".paymentCard"),
      let digits = seed.input.text?.filter({ ("0"..."9").contains($0) })
    else { return nil }
    return (table.type(ofNumber: digits) ?? table.suggested(for: digits))?.rawValue
  }

  /// Types a text key by key into a field that may reject invalid keys, except the first one.
  private static func typing(_ seed: Seed, _ rule: SeedRule, refuses: Bool) throws -> SeedOutcome {
    var text = ""
    for key in seed.input.text ?? "" {
      let future = SeedField(value: .string(text + String(key)), rules: [rule])
      let isRefused = try refuses && !text.isEmpty && !judge([future], seed).isAccepted
      if !isRefused { text.append(key) }
    }
    return SeedOutcome(isAccepted: text == seed.input.text, text: text)
  }

  private static func judge(_ seedFields: [SeedField], _ seed: Seed) throws -> SeedOutcome {
    var fields: [Field] = []
    var rules: [FieldRules] = []
    var cells: [Cell] = []
    var errors: [JudgedError] = []
    var bytes: [UInt8] = []
    for field in seedFields {
      var reader = SeedEntries()
      var entries = try reader.entries(field)
      // Attaching no validator is an entry without a preset.
      if seed.rule == "attachValidator", seed.input == .null { entries = [RuleEntry("use")] }
      let value = SeedValue(field.value, seed, type: reader.type)
      fields.append(Field(name: field.name, label: field.label, type: value.type))
      rules.append(FieldRules(field: field.name, rules: entries))
      cells.append(value.append(to: &bytes))
    }
    let form = Form(name: "seed", fields: fields)
    let plan: Plan
    do {
      plan = try Plan(form: form, ruleSet: RuleSet(name: "seed", form: "seed", fields: rules))
    } catch {
      return SeedOutcome(isAccepted: false, isOfWrongType: true, refusal: "\(error)")
    }
    let now = seed.params["now"]?.text.flatMap { Instant(iso8601: Array($0.utf8).span) }
    var configuration = RunState.Configuration(
      now: now ?? Instant(seconds: 1_483_228_800), scenario: seed.params["scenario"]?.text)
    configuration.services = answer(seed)
    // The libraries accept any name of a scenario.
    var judge = try Judge(plan, configuration, without: [])
    judge.judge(cells.span, in: bytes.span, into: &errors)
    return outcome(errors, plan)
  }

  /// Replaces the server; returns the answer in the seed.
  private static func answer(_ seed: Seed) -> ServiceAnswers? {
    guard let response = seed.params["response"]?.object,
      let status = response["status"]?.text.flatMap({ Int($0) }), let body = response["body"]?.text
    else { return nil }
    return .answering { _ in .response(status: status, body: Array(body.utf8)) }
  }

  private static func outcome(_ errors: [JudgedError], _ plan: Plan) -> SeedOutcome {
    var outcome = SeedOutcome(isAccepted: errors.isEmpty)
    for error in errors {
      let rule = plan.rules[Int(error.rule)]
      if case .type = rule.kind { outcome.isOfWrongType = true }
      outcome.errors.append(
        [
          error.code, error.arguments.first { $0.name == "failed" }?.value ?? "",
          rule.message(
            code: error.code, arguments: error.arguments,
            field: rule.field.map { plan.form.fields[$0] }),
        ])
    }
    return outcome
  }
}
