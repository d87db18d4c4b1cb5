/// Builds a plan: traverses the form and the rule set once and collects all errors.
struct PlanBinder {
  let form: Form
  let ruleSet: RuleSet
  private(set) var rules: [PlanRule] = []
  private(set) var fields: [PlanField] = []
  private(set) var stateCount = 0
  private(set) var cardFields: [Int] = []
  private var errors: [DefinitionError] = []
  private var positions: [String: Int] = [:]
  /// The ids of the rule set's rules for the field that is being bound.
  private var fieldIDs: Set<String> = []
  private let nesting = RuleNesting()
  private(set) var expressions = FieldExpressions.none

  private let context: RuleContext

  init(form: Form, ruleSet: RuleSet) {
    self.form = form
    self.ruleSet = ruleSet
    context = RuleContext(form, ruleSet, library: RuleRegistry.self)
  }

  mutating func bind() throws(DefinitionErrors) {
    add(PlanRule(.reader, id: "record.malformed", of: nil, shownAt: nil))
    let entries = entriesByField()
    do throws(DefinitionErrors) {
      expressions = try FieldExpressions(form)
    } catch {
      errors += error.errors
    }
    for (index, field) in form.fields.enumerated() {
      bindForm(field, index)
      fieldIDs = Set(entries[index].map { $0.id(at: field.name) })
      // Prerequisites are evaluated first, regardless of the position of their entries.
      for isFirst in [true, false] {
        for entry in entries[index] where entry.isPrerequisite == isFirst {
          bind(entry, field: index)
        }
      }
    }
    fieldIDs = []
    for entry in ruleSet.recordRules { bind(entry, field: nil) }
    if ruleSet.form != form.name {
      errors.append(
        DefinitionError(
          "rule set '\(ruleSet.name)' is for form '\(ruleSet.form)', not '\(form.name)'", .conflict,
          at: .none)
      )
    }
    bindMaskedFields()
    if !errors.isEmpty { throw DefinitionErrors(errors) }
  }

  /// Adds a field, and the rules that the form implies for it.
  private mutating func bindForm(_ field: Field, _ index: Int) {
    var requiredRule: Int?
    let condition = expressions.conditions[index]
    if field.required, let condition {
      add(implied: RuleRegistry.conditionalRequirement, at: index, .init(shownWhen: condition))
    } else if field.required {
      requiredRule = rules.count
      add(
        PlanRule(
          .required, id: "\(field.name).\(RuleRegistry.requirement.name)", of: index,
          shownAt: index))
    }
    let typeRule = rules.count
    add(
      PlanRule(
        .type(field.type), id: "\(field.name).\(field.type.name)", of: index, shownAt: index))
    fields.append(
      PlanField(
        field: field, requiredRule: requiredRule, typeRule: typeRule,
        missing: field.missing ?? form.file.missing))
    if let condition {
      add(
        implied: HiddenRule(condition), at: index,
        .init(reads: RuleInputs(fields: Set(condition.fields))))
    }
    if let value = expressions.values[index] {
      add(
        implied: ComputedRule(value), at: index,
        .init(shownWhen: condition, reads: RuleInputs(fields: Set(value.fields))))
    }
  }

  /// Adds a rule that the form implies for a field.
  private mutating func add(
    implied rule: any Rule, at index: Int, _ dependencies: PlanRule.Dependencies
  ) {
    let id = "\(form.fields[index].name).\(type(of: rule).name)"
    add(PlanRule(.implied(rule), id: id, of: index, shownAt: index, dependencies))
  }

  private mutating func bindMaskedFields() {
    let fields = Set(
      rules.filter { $0.externalInputs.contains(.maskedStorage) }.compactMap(\.subject)
    )
    .filter { !form.fields[$0].storesClear }
    cardFields = fields.sorted()
    for rule in rules.readers(of: fields).sorted().map({ rules[$0] }) {
      guard let entry = rule.entry else { continue }
      if rule.statefulRule?.comparesWithStored == true {
        errors.append(
          DefinitionError(
            "'\(rule.id)' compares with stored values, but numbers of payment cards are stored masked; "
              + "\(storeClear(entry)) or remove ever", .conflict, at: entry.location))
      }
      if rule.countingRule != nil {
        errors.append(
          DefinitionError(
            "'\(rule.id)' compares records in replays too, but numbers of payment cards are stored "
              + "masked; \(storeClear(entry)) or remove the rule", .conflict, at: entry.location))
      }
    }
  }

  private func storeClear(_ entry: RuleEntry) -> String {
    entry.location.isInFile ? "set store: clear" : "set storesClear of the field"
  }

  /// Whether a field has a prerequisite whose failure skips other rules. Usually it does not,
  /// because the others do not apply to blanks anyway.
  func prerequisiteStops(field: Int) -> Bool {
    let rules = rules.filter { $0.subject == field }
    let first = rules.filter(\.isPrerequisite)
    return first.contains(where: \.trims)
      || !first.isEmpty && rules.count { $0.evaluatesBlank || $0.kind.isRequired } > 1
  }

  private mutating func add(_ rule: PlanRule) {
    positions[rule.id] = rules.count
    rules.append(rule)
  }

  /// The entries of each field, in the order of the rule set, with field ranges expanded.
  private mutating func entriesByField() -> [[RuleEntry]] {
    var result = [[RuleEntry]](repeating: [], count: form.fields.count)
    for part in ruleSet.fields {
      guard let range = fieldRange(part.field, at: part.location) else { continue }
      for index in range { result[index] += part.rules }
    }
    return result
  }

  /// The fields that a name or a range `first..last` denotes.
  private mutating func fieldRange(
    _ name: String, at location: DefinitionLocation
  ) -> ClosedRange<Int>? {
    if let range = form.fieldRange(named: name) { return range }
    let ends = Form.ends(ofRange: name)
    errors.append(
      ends.first { form.fieldIndex($0) == nil }.map {
        .unknown("field", $0, known: form.fields.map(\.name), at: location)
      }
        ?? DefinitionError(
          "field '\(ends[1])' is before '\(ends[0])' in the form", .conflict, at: location))
    return nil
  }

  /// Binds one entry and collects its errors.
  private mutating func bind(_ entry: RuleEntry, field: Int?) {
    do throws(DefinitionError) {
      let rule = try bound(entry, field: field)
      if let earlier = positions[rule.id] {
        throw DefinitionError(
          "a rule with the id '\(rule.id)' already exists"
            + (rules[earlier].kind.isOfForm ? ", defined by the form" : "")
            + "; specify another id (\(entry.location.isInFile ? "id: …" : ".id(\"…\")"))",
          .duplicate(rule.id), at: entry.location)
      }
      add(rule)
    } catch {
      errors.append(error)
    }
  }

  private mutating func bound(
    _ entry: RuleEntry, field: Int?
  ) throws(DefinitionError) -> PlanRule {
    guard let type = RuleRegistry.rule(named: entry.rule) else {
      throw .unknown("rule", entry.rule, known: RuleRegistry.names, at: entry.location)
    }
    try checkScope(of: type, entry, field: field)
    var shownAt = field
    if let at = entry.at {
      guard let index = form.fieldIndex(at.value) else {
        throw .unknown("field", at.value, known: form.fields.map(\.name), at: at.location)
      }
      shownAt = index
    }
    let usage = RuleUsage(stateCount: stateCount)
    var parameters = try RuleParameters(
      entry, of: type, field: field.map { form.fields[$0] }, in: context, usage: usage)
    parameters.nesting = nesting
    let rule = try type.init(parameters)
    stateCount = usage.stateCount
    if entry.trim == false, let field, form.fields[field].trim {
      throw DefinitionError(
        "the form trims field '\(form.fields[field].name)'; a rule cannot undo it", .conflict,
        at: entry.location)
    }
    var entry = entry
    rule.complete(&entry)
    let fieldName = shownAt.map { form.fields[$0].name } ?? "record"
    try entry.checkMessages(of: rule)
    return PlanRule(
      .rule(rule, entry), id: entry.id(at: fieldName), of: field, shownAt: shownAt,
      .init(
        shownWhen: field.flatMap { expressions.conditions[$0] }, when: try condition(entry),
        needs: try needs(entry), reads: usage.reads))
  }

  private func checkScope(
    of type: any Rule.Type, _ entry: RuleEntry, field: Int?
  ) throws(DefinitionError) {
    if field == nil, type.scope == .field || type.scope == .presence {
      throw .appliesToFields(entry.rule, at: entry.location)
    }
    if field != nil, type.scope == .record {
      throw .appliesToRecords(entry.rule, at: entry.location)
    }
    if field != nil, let at = entry.at {
      throw DefinitionError("'at' requires a record rule", .misplaced("at"), at: at.location)
    }
  }

  private func condition(_ entry: RuleEntry) throws(DefinitionError) -> Expression? {
    guard let when = entry.when else { return nil }
    return try Expression(when.value, at: when.location, form: form, parameters: ruleSet.parameters)
  }

  private func needs(_ entry: RuleEntry) throws(DefinitionError) -> [Int] {
    var result: [Int] = []
    for need in entry.needs {
      guard let position = positions[need.value] else {
        if entry.isPrerequisite, fieldIDs.contains(need.value) {
          throw DefinitionError(
            "'\(entry.rule)' is evaluated before the other rules of its field, so it cannot need "
              + "'\(need.value)'; use a condition (when) instead", .conflict, at: need.location)
        }
        throw DefinitionError(
          "needs '\(need.value)', which is not a rule before this one"
            + (positions.keys.sorted().nearest(to: need.value).map { "; did you mean '\($0)'?" }
              ?? ""),
          .unknownName(need.value), at: need.location)
      }
      if rules[position].isDeferred {
        throw DefinitionError(
          "needs '\(need.value)', which is evaluated after all others", .conflict,
          at: need.location)
      }
      result.append(position)
    }
    return result
  }
}

extension RuleEntry {
  fileprivate var isPrerequisite: Bool {
    RuleRegistry.rule(named: rule)?.isPrerequisite == true
  }

  /// The id of the rule at a field or the record.
  fileprivate func id(at place: String) -> String { id ?? "\(place).\(rule)" }
}
