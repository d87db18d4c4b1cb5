import FormBytes
import FormRules
import FormTestSupport

extension CaseGenerator {
  /// The sender of the records.
  static let sender = "north"
  /// The stored values of the field `code` of the form `codes`, which rules `exists` refer to.
  package static let storedCodes = ["a", "DE", "red", "dothan"]

  /// Returns a case with the features, whose records can be written to files of any format.
  package static func combined(
    _ features: Set<RuleSetFeature>, seed: UInt64, records: Int
  ) -> DifferentialCase {
    var generator = CaseGenerator(seed: seed)
    generator.makeRun()
    generator.differential.run.source = sender
    if !features.contains(.scenarios) { generator.differential.run.scenario = nil }
    generator.makeFields(features)
    for feature in RuleSetFeature.allCases where features.contains(feature) {
      generator.addRules(feature, features)
    }
    generator.makeTexts(records)
    // A run refuses a scenario that the rule set does not have.
    let entries =
      generator.differential.ruleSet.fields.flatMap(\.rules)
      + generator.differential.ruleSet.recordRules
    if let scenario = generator.differential.run.scenario,
      !entries.contains(where: { $0.scenarios.contains(scenario) })
    {
      generator.differential.run.scenario = nil
    }
    return generator.differential
  }

  private mutating func makeFields(_ features: Set<RuleSetFeature>) {
    differential.form.lists = [ValueList(name: "list", values: ["a", "DE", "red"])]
    if features.contains(.missing) { differential.form.file.missing = ["NA", "-"] }
    addField("value", .text)
    addField("b", .integer)
    addField("c", .text, required: features.contains(.presence))
    let formats = ["dd.MM.yyyy", "d-MMM-yy"].compactMap { DateFormat($0) }
    addField("d", .date(formats: features.contains(.formats) ? formats : []))
    if features.contains(.formats) {
      addField("e", .decimal(.init(scale: 2, point: ",", group: ["."], strip: ["EUR", "€"])))
    }
    if features.contains(.trim) { differential.form.fields[2].trim = true }
  }

  private mutating func addField(_ name: String, _ type: FieldType, required: Bool = false) {
    differential.form.fields.append(Field(name: name, type: type, required: required))
    differential.ruleSet.fields.append(FieldRules(field: name, rules: []))
    pools.append(pool(type).filter { !$0.contains("\0") && !$0.contains("\n") })
    needed += required ? ["\(name).required", "\(name).\(type.name)"] : ["\(name).\(type.name)"]
    ids.formUnion(needed)
  }

  /// Adds two rules of a kind. Every modifier of the case applies to one of them.
  private mutating func addRules(_ feature: RuleSetFeature, _ features: Set<RuleSetFeature>) {
    let modifiers = RuleSetFeature.modifiers.filter(features.contains).shuffled(using: &random)
    let half = modifiers.count / 2
    for part in [modifiers[..<half], modifiers[half...]] {
      switch feature {
      case .limits:
        differential.ruleSet.limits = [
          Limit(.rejected, max: .count(1)), Limit(.records, min: .count(1)),
        ]
      case .sources:
        let condition = ReferenceCondition.source(
          sender: Self.sender, isEqual: chance(50), pick([Self.sender, "south"]))
        differential.conditions[condition.source] = condition
        add(RuleEntry("must", .text(condition.source)), on: nil, Set(part))
      case .must:
        add(RuleEntry("must", .text(condition(depth: 2))), on: nil, Set(part))
      case .uniqueRecord:
        add(RuleEntry("unique", uniqueParameters(fields: ["value", "b"])), on: nil, Set(part))
      case .parameters:
        add(RuleEntry("range", ["max": ["param": "limit"]]), on: 1, Set(part))
      case .formats: break
      default: addFieldRule(feature, Set(part))
      }
    }
  }

  /// The rules of kinds whose documented examples are used.
  private static let names: [RuleSetFeature: [String]] = [
    .notation: ["decimal", "number", "semver", "duration", "time"],
    .codes: ["iban", "vat", "luhn", "isbn", "paymentCard"], .net: ["email", "ip", "url", "port"],
    .data: ["json", "base64", "uuid", "hex"], .combining: ["all", "any", "not"], .each: ["each"],
  ]

  private mutating func addFieldRule(
    _ feature: RuleSetFeature, _ modifiers: Set<RuleSetFeature>
  ) {
    if let names = Self.names[feature] {
      let examples = Self.examples.filter { names.contains($0.rule) }
      guard !examples.isEmpty else { return }
      let (rule, example) = pick(examples)
      let name = "\(feature)\(differential.form.fields.count)"
      addField(name, example.type)
      let field = differential.form.fields.count - 1
      // A card number is stored masked, so its rules are not evaluated again.
      differential.form.fields[field].storesClear = true
      pools[field] += (example.accepted + example.rejected).filter { text in
        text.utf8.count < 200 && !text.utf8.contains { $0 < 0x20 }
      }
      return add(RuleEntry(rule, example.parameters), on: field, modifiers)
    }
    switch feature {
    case .text: add(common(["length", "pattern"], on: 0), on: 0, modifiers)
    case .presence: add(RuleEntry(pick(["required", "blank"])), on: pick([0, 1, 3]), modifiers)
    case .comparison:
      let field = pick([1, 3])
      add(common(["range", "between", "in", "notEquals"], on: field), on: field, modifiers)
    case .depends:
      let field = pick([0, 2])
      add(RuleEntry("depends", dependencyParameters(of: field)), on: field, modifiers)
    case .resembles:
      add(RuleEntry("resembles", ["times": "2", "least": "2"]), on: pick([0, 2]), modifiers)
    case .unique: add(RuleEntry("unique"), on: pick([0, 1, 3]), modifiers)
    case .uniqueEver:
      add(
        RuleEntry("unique", pick(["ever", ["ever": "true", "ignoreCase": "true"]])),
        on: pick([0, 1, 2]), modifiers)
    case .exists:
      add(RuleEntry("exists", ["form": "codes", "field": "code"]), on: pick([0, 2]), modifiers)
    case .remote:
      add(RuleEntry("remote", .text("https://example.com/x")), on: pick([0, 1]), modifiers)
    default: break
    }
  }

  private mutating func common(_ names: [String], on field: Int) -> RuleEntry {
    let (name, node) = commonRule(named: pick(names), on: field)
    return RuleEntry(name, node)
  }

  private mutating func add(
    _ entry: RuleEntry, on field: Int?, _ modifiers: Set<RuleSetFeature>
  ) {
    guard isBindable(entry, on: field) else { return }
    var entry = entry
    entry.id = "rule\(ids.count)"
    if modifiers.contains(.severity) { entry.severity = pick([.warning, .info]) }
    if modifiers.contains(.when) { entry.when = Located(condition(depth: 1)) }
    if modifiers.contains(.needs), entry.rule != "required", !types(before: field).isEmpty {
      entry.needs = [Located(pick(types(before: field)))]
    }
    if modifiers.contains(.scenarios) { entry.scenarios = [pick(["draft", "final"])] }
    if modifiers.contains(.empty), field != nil { entry.empty = pick(RuleEntry.Empty.allCases) }
    if modifiers.contains(.trim), field != nil { entry.trim = true }
    if modifiers.contains(.stop) { entry.stop = pick([.first, .firstPerField]) }
    ids.insert(entry.id ?? "")
    if field == nil {
      differential.ruleSet.recordRules.append(entry)
    } else if let field {
      if let last = differential.ruleSet.fields[field].rules.last, modifiers.contains(.needs),
        last.rule != "remote", last.rule != "required", entry.rule != "required", chance(50)
      {
        entry.needs = [Located(last.id ?? "")]
      }
      differential.ruleSet.fields[field].rules.append(entry)
    }
  }

  /// The rules of types that precede a rule of a field or, if it is nil, of the record. A plan
  /// evaluates rules field by field, and each text is of the type text.
  private func types(before field: Int?) -> [String] {
    differential.form.fields.prefix(field.map { $0 + 1 } ?? .max)
      .filter { $0.type.name != "text" }.map { "\($0.name).\($0.type.name)" }
  }

  /// Cells that every format can represent: texts.
  private mutating func makeTexts(_ count: Int) {
    let garbage = ["x", " ", "NA", "-", "0", "1,5", "é", "invalid", "2026-13-01", ""]
    for _ in 0..<count {
      differential.records.append(
        pools.enumerated().map { index, pool in
          if chance(35), let earlier = differential.records.randomElement(using: &random) {
            return earlier[index]
          }
          var text = chance(20) ? pick(garbage) : pick(pool)
          if chance(6) { text = " \(text) " }
          return .init(kind: .string, text: text)
        })
    }
  }
}
