import FormBytes

/// How one call of a validation is meant.
struct ValidationCall {
  var scenario: String?
  var language: Localization
  var now: Instant?
  /// What answers the questions of `remote`, and whether it has the answers already.
  var remote: RemoteChecks.Check? = RemoteChecks.registered
  var hasAnswers = false
}

/// A plan with what its runs share: what validators are made of. Judging is the same as that of
/// files, with batches of as many records as a call has.
final class PlanValidation: Sendable {
  let plan: Plan
  /// The run parameters, by name; checked.
  private let parameters: [String: String]
  private let files: (any FileAccess)?

  /// - Parameter files: the files that fields name by path; nil leaves out rules about them.
  /// - Throws: also for names and messages that a definition file would not be allowed, and when a
  ///   run parameter is missing, unknown or not of its type.
  init(
    _ form: Form, _ ruleSet: RuleSet, parameters: [String: any FormValue] = [:],
    files: (any FileAccess)? = nil
  ) throws(DefinitionErrors) {
    self.files = files
    let faults = form.faults + ruleSet.faults
    if !faults.isEmpty { throw DefinitionErrors(faults) }
    plan = try Plan(form: form, ruleSet: ruleSet)
    self.parameters = parameters.compactMapValues(\.formText)
    do throws(RunParameterError) {
      _ = try ruleSet.parameters.literals(self.parameters)
    } catch {
      throw DefinitionErrors([DefinitionError(error.description, at: .none)])
    }
  }

  /// What is found in records, record by record.
  ///
  /// - Parameter records: each with a value for every field of the form, in its order; nil is
  ///   missing. The texts of one record must be below 4 GiB together.
  func findings(in records: [[(any FormValue)?]], _ call: ValidationCall) -> [Findings] {
    var judge = judge(call)
    var findings: [Findings] = []
    for record in records {
      let skips = judge.skips
      findings.append(
        Findings(
          failures: failures(of: record, &judge, call),
          skipped: plan.rules.indices.filter { judge.skips[$0] != skips[$0] }.map {
            plan.rules[$0].id
          }))
    }
    return findings
  }

  /// A judge for one call.
  func judge(_ call: ValidationCall) -> Judge {
    var conditions = RunState.Conditions(
      now: call.now ?? .now, parameters: parameters, scenario: call.scenario, files: files,
      remote: call.remote)
    conditions.asksAfterFailures = call.hasAnswers
    // A program has scenarios that not all of its validators know.
    guard let judge = try? Judge(plan, conditions, without: []) else {
      preconditionFailure("run parameters were checked when the validator was made")
    }
    return judge
  }

  /// What a judge finds in one record.
  func failures(
    of record: [(any FormValue)?], _ judge: inout Judge, _ call: ValidationCall
  ) -> [ValidationError] {
    var batch = JudgedBatch()
    var bytes: [UInt8] = []
    for value in record { batch.cells.appendCell(of: value, &bytes) }
    return failures(of: &batch, bytes, &judge, call)
  }

  /// What a judge finds in the record that a batch has.
  func failures(
    of batch: inout JudgedBatch, _ bytes: [UInt8], _ judge: inout Judge, _ call: ValidationCall
  ) -> [ValidationError] {
    judge.judge(&batch, in: bytes.span)
    return batch.errors.map { ValidationError($0, of: plan, in: call.language) }
  }

  /// The rules of one field alone, which judge empty texts too: what a gate asks. Rules that need
  /// others, other records or a service say nothing of a keystroke and are left out.
  func gate(ofField index: Int) -> PlanValidation? {
    let (form, ruleSet) = (plan.form, plan.ruleSet)
    var open = form
    for field in open.fields.indices { open.fields[field].required = false }
    let entries = plan.rules.filter { rule in
      rule.subject == index && rule.field == index && rule.severity.rejects
        && rule.ruleName != RequiredRule.name && rule.needs.isEmpty && rule.remembering == nil
        && !rule.demands.contains(.remote)
    }.compactMap { rule in
      rule.entry.map { entry in
        var entry = entry.validatesEmpty().id(rule.id)
        entry.stop = nil
        return entry
      }
    }
    let rules = RuleSet(
      name: ruleSet.name, form: ruleSet.form,
      fields: [FieldRules(field: form.fields[index].name, rules: entries)],
      parameters: ruleSet.parameters,
      presets: ruleSet.presets)
    return try? PlanValidation(open, rules, parameters: parameters, files: files)
  }
}

/// What judging one record found.
struct Findings: Sendable {
  /// What is wrong, in the order of the rules.
  var failures: [ValidationError]
  /// The ids of rules that could not tell.
  var skipped: [String]
}

extension [Cell] {
  /// Adds a cell with a value's text, which is appended to the bytes that the cells lie in.
  mutating func appendCell(of value: (any FormValue)?, _ bytes: inout [UInt8]) {
    guard let value, let text = value.formText else {
      append(.missing)
      return
    }
    let start = UInt32(bytes.count)
    bytes.append(contentsOf: text.utf8)
    append(
      Cell(start: start, end: UInt32(bytes.count), kind: type(of: value).cellKind(of: text)))
  }
}

extension FormValue {
  /// Types whose own field type is a list write JSON arrays.
  fileprivate static func cellKind(of text: String) -> Cell.Kind {
    if case .list = fieldType, !text.isEmpty { .array } else { .string }
  }
}

extension [ValidationError] {
  /// Those that earlier ones do not have, by field, rule and code. What the message names, such as the
  /// length found, changes with every key and is no news.
  func news(since earlier: Self) -> Self {
    filter { error in
      !earlier.contains {
        $0.rule == error.rule && $0.code == error.code && $0.field == error.field
      }
    }
  }

  /// The failures up to the first of severity `error`, of all or of each field.
  func upTo(_ stop: RuleEntry.Stop) -> Self {
    if stop == .never { return self }
    var stopped: Set<String?> = []
    return filter { failure in
      let place = stop == .first ? nil : failure.field
      if stopped.contains(place) { return false }
      if failure.severity.rejects { stopped.insert(place) }
      return true
    }
  }
}
