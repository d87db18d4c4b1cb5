import FormBytes
import FormRules

/// A plan with the data that its runs share, the basis of validators. Records are judged just like
/// those of files, in batches of one.
final class PlanValidation: Sendable {
  let plan: Plan
  /// The checked run parameters, by name.
  private let parameters: [String: String]
  private let files: (any FileAccess)?
  /// All rules of the plan.
  private let focus: JudgeFocus
  private let workspaces = WorkspacePool()

  /// - Parameter files: The files that fields name by path, or nil to skip rules about them.
  /// - Throws: `DefinitionErrors` if the form or the rules are invalid, if names or messages would
  ///   not be valid in a definition file, or if a run parameter is missing, unknown or of the wrong
  ///   type.
  init(
    _ form: Form, _ ruleSet: RuleSet, parameters: [String: any FormValue] = [:],
    files: (any FileAccess)? = nil
  ) throws(DefinitionErrors) {
    self.files = files
    let problems = form.problems + ruleSet.problems
    if !problems.isEmpty { throw DefinitionErrors(problems) }
    plan = try Plan(form: form, ruleSet: ruleSet)
    focus = JudgeFocus(plan.rules.indices.dropFirst(), of: plan)
    self.parameters = parameters.compactMapValues(\.formText)
    do throws(RunParameterError) {
      _ = try ruleSet.parameters.literals(self.parameters)
    } catch {
      throw DefinitionErrors([DefinitionError(error.description, at: .none)])
    }
  }

  /// Judges records with all rules of the call's scenario and returns the result of each.
  ///
  /// - Parameter value: Returns the value of a field of a record, by their positions. A nil value
  ///   is missing. The texts of one record together must be smaller than 4 GiB.
  func results(
    of count: Int, _ call: ValidationCall,
    _ value: (_ record: Int, _ field: Int) -> (any FormValue)?
  ) -> [RecordResult] {
    var results: [RecordResult] = []
    withWorkspace(call) { workspace in
      for record in 0..<count {
        results.append(workspace.result(in: call.localization) { value(record, $0) })
      }
    }
    return results
  }

  /// Calls a closure with a workspace that evaluates the rules of the call's scenario.
  ///
  /// - Parameter focus: The rules, or nil for all.
  func withWorkspace(
    _ call: ValidationCall, _ focus: JudgeFocus? = nil, body: (Workspace) -> Void
  ) {
    // The state of rules and the answers of services belong to a single call.
    let isKept = plan.stateCount == 0 && call.services == nil
    let workspace = (isKept ? workspaces.acquire() : nil) ?? Workspace(judge(call))
    defer { if isKept { workspaces.release(workspace) } }
    let focus = focus ?? self.focus
    workspace.prepare(
      call.scenario == nil ? focus : focus.without(scenario: call.scenario, of: plan),
      RunClock(call.now ?? .now, in: call.zone ?? plan.form.zone))
    body(workspace)
  }

  private func judge(_ call: ValidationCall) -> Judge {
    var configuration = RunState.Configuration(
      now: call.now ?? .now, parameters: parameters, scenario: call.scenario)
    (configuration.files, configuration.services) = (files, call.services)
    if let hashKey = call.hashKey { configuration.hashKey = hashKey }
    // Not every validator of a program has rules for all of its scenarios. The only other error is
    // one of parameters.
    guard let judge = try? Judge(plan, configuration, without: []) else {
      preconditionFailure("run parameters were checked when the validator was created")
    }
    return judge
  }

  /// A validation with the rules of a single field, which also evaluates empty texts. An input
  /// filter uses it. Rules that depend on other rules, other records or a service do not apply to
  /// keystrokes and are left out.
  func inputValidation(ofField index: Int) -> PlanValidation? {
    let (form, ruleSet) = (plan.form, plan.ruleSet)
    var open = form
    for field in open.fields.indices {
      open.fields[field].required = false
      (open.fields[field].shownWhen, open.fields[field].computation) = (nil, nil)
    }
    let entries = plan.rules.filter { rule in
      rule.subject == index && rule.field == index && rule.severity.rejects
        && !rule.isPrerequisite && rule.needs.isEmpty && rule.statefulRule == nil
        && rule.countingRule == nil && !rule.isDeferred
    }.compactMap { rule in
      rule.entry.map { entry in
        var entry = entry.validatesEmpty().id(rule.id)
        entry.stop = nil
        return entry
      }
    }
    var rules = RuleSet(
      name: ruleSet.name, form: ruleSet.form,
      fields: [FieldRules(field: form.fields[index].name, rules: entries)],
      parameters: ruleSet.parameters)
    rules.presets = ruleSet.presets
    // Rules that refer to other rules are invalid without them.
    return try? PlanValidation(open, rules, parameters: parameters, files: files)
  }
}

extension [Cell] {
  /// Appends a cell for a value, and the value's text to the bytes of the cells.
  mutating func appendCell(of value: (any FormValue)?, _ bytes: inout [UInt8]) {
    guard let value, let text = value.formText else {
      append(.missing)
      return
    }
    let start = UInt32(bytes.count)
    bytes.append(contentsOf: text.utf8)
    append(Cell(start: start, end: UInt32(bytes.count), kind: type(of: value).cellKind(of: text)))
  }
}

extension FormValue {
  /// Types whose field type is a list are written as JSON arrays.
  fileprivate static func cellKind(of text: String) -> Cell.Kind {
    if case .list = fieldType, !text.isEmpty { .array } else { .string }
  }
}

extension [ValidationError] {
  /// The errors that are not in `earlier`, compared by field, rule and code. Message arguments,
  /// such as the current length, change with every keystroke and are ignored.
  func added(since earlier: Self) -> Self {
    filter { error in
      !earlier.contains {
        $0.rule == error.rule && $0.code == error.code && $0.field == error.field
      }
    }
  }
}
